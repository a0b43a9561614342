import { formatCapacity } from '../../../kit/format.ts'
import type { Zone } from './zone.ts'
import css from './cleaning.module.css'

const byName = (a: Zone, b: Zone) => a.areaName.localeCompare(b.areaName, 'zh', { numeric: true })

/** How the zones stand, at a glance. */
export const ZoneCells = ({ zones }: { zones: readonly Zone[] }) => (
  <ul className={css.cells} aria-label="区域进度">
    {zones.toSorted(byName).map(({ id, areaName, capacityKwp, state, stateName }) => (
      <li key={id} className={state === 'planned' ? undefined : css.done} title={`${areaName} ${stateName}`}>
        <b>{areaName}</b>
        <span>{formatCapacity(capacityKwp)}</span>
        <span className="sr">{stateName}</span>
      </li>
    ))}
  </ul>
)

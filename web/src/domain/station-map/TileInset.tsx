import { provinces as all } from '@heliodesk/contract/provinces.ts'
import { formatNumber } from '../../kit/format.ts'
import { cellOf, placeOf } from './cells.ts'
import { bandOf, titleOf, type ProvinceFigures } from './figures.ts'
import './bands.css'
import css from './tile-inset.module.css'

type TileInsetProps = {
  provinces: readonly ProvinceFigures[]
  /** The province beside whose stations it stands. */
  current: string
  onMove: (province: string) => void
}

/** Where a province is among all: the tiles in small. For the pointer only; the tiles are their accessible form. */
export function TileInset({ provinces, current, onMove }: TileInsetProps) {
  const taken = new Set(provinces.map(titleOf))
  return (
    <div className={css.inset} aria-hidden>
      全国
      <div className={css.cells}>
        {all
          .filter(({ name }) => !taken.has(name))
          .map((each) => (
            <i key={each.name} className={css.none} style={placeOf(each)} title={each.name} />
          ))}
        {provinces.map((figures) => {
          const name = titleOf(figures)
          const isHere = name === current
          const band = isHere || !figures.orders ? null : bandOf(figures.orders.lossPerMw)
          return (
            <button
              key={name}
              type="button"
              tabIndex={-1}
              className={isHere ? css.here : css.some}
              style={{
                ...placeOf(cellOf(figures.province)),
                ...(band === null ? {} : { background: `var(--c-av-${band})` }),
              }}
              title={`${name} ${formatNumber(figures.stations)} 座`}
              onClick={() => onMove(name)}
            />
          )
        })}
      </div>
    </div>
  )
}

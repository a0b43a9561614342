import { Building2, Cpu, MapPin, Zap } from 'lucide-react'
import { formatNumber } from '../../kit/format.ts'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import type { DeviceRow } from './device.ts'
import { DeviceState } from './device-list.tsx'
import css from './devices.module.css'

type DeviceCardProps = {
  device: DeviceRow
  href: string
  chosen: boolean
  onChoose: () => void
  onOpen: () => void
  actions: readonly RowAction[]
}

/** The card of a device, in the phone layout. */
export function DeviceCard({ device, href, chosen, onChoose, onOpen, actions }: DeviceCardProps) {
  return (
    <article className={`touch row-card linked ${css.deviceCard}`}>
      <label className={css.choice}>
        <input type="checkbox" aria-label={`选择 ${device.name}`} checked={chosen} onChange={onChoose} />
      </label>
      <a
        href={href}
        onClick={(event) => {
          event.preventDefault()
          onOpen()
        }}
      >
        <span className="line">
          <DeviceState {...device} />
          <span className="t3">·</span>
          {device.code}
        </span>
        <b>{device.name}</b>
        <span className="facts">
          <span>
            <Cpu className="i" aria-label="类型" />
            {[device.typeName, device.model].filter(Boolean).join(' · ')}
          </span>
          <span>
            <Building2 className="i" aria-label="电站" />
            {device.psName}
          </span>
          {device.spacePath && (
            <span>
              <MapPin className="i" aria-label="区域" />
              {device.spacePath}
            </span>
          )}
          {device.ratedKw !== null && (
            <span>
              <Zap className="i" aria-label="额定功率" />
              {formatNumber(device.ratedKw)} kW
            </span>
          )}
        </span>
      </a>
      {actions.length > 0 && <ActionMenu actions={actions} label={`${device.name}的操作`} />}
    </article>
  )
}

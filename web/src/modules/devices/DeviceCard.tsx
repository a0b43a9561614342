import { Building2, Cpu, MapPin, Zap } from 'lucide-react'
import { formatCapacity } from '../../kit/format.ts'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { CardChoice } from '../../kit/page-table/CardChoice.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import type { DeviceRow } from './device.ts'
import { DeviceState } from './device-list.tsx'

type DeviceCardProps = {
  device: DeviceRow
  href: string
  chosen: boolean
  onChoose: () => void
  onOpen: () => void
  actions: readonly RowAction[]
}

/** The card of a device, in the phone layout. */
export const DeviceCard = ({ device, chosen, onChoose, ...card }: DeviceCardProps) => (
  <RowCard
    {...card}
    before={<CardChoice name={device.name} chosen={chosen} onChoose={onChoose} />}
    state={<DeviceState {...device} />}
    beside={device.code}
    name={device.name}
    facts={[
      [Cpu, '类型', [device.typeName, device.model].filter(Boolean).join(' · ')],
      [Building2, '电站', device.psName],
      [MapPin, '区域', device.spacePath],
      [Zap, '额定功率', formatCapacity(device.ratedKw, 'kW')],
    ]}
  />
)

import { messageCalls } from '@heliodesk/contract/messages.ts'
import { Select } from 'antd'
import { useCall } from '../../lib/queries.ts'

type StationFilterProps = { value: string | null; onChange: (psId: string | null) => void }

/** One of the stations that messages are about. */
export function StationFilter({ value, onChange }: StationFilterProps) {
  const { data = [] } = useCall(messageCalls.stations, {})
  return (
    <Select
      aria-label="电站"
      placeholder={data.length > 0 ? `电站 ${data.length} 座` : '电站'}
      allowClear
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      value={value ?? undefined}
      options={data.map(({ psId, psName }) => ({ value: psId, label: psName }))}
      onChange={(psId: string | undefined) => onChange(psId ?? null)}
    />
  )
}

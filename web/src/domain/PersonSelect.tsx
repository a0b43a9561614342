import { Select } from 'antd'
import { usePeople } from './use-people.tsx'

type PersonSelectProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Selects one of the people who execute orders in the user's data scope. */
export function PersonSelect({ label, value, onChange }: PersonSelectProps) {
  const { isRead, ...people } = usePeople()
  return (
    <Select
      {...people}
      prefix={label}
      aria-label={label}
      placeholder="全部"
      allowClear
      value={isRead ? value : undefined}
      onChange={onChange}
    />
  )
}

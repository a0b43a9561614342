import type { TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import type { BoundField } from '../../../kit/fields/bound-field.ts'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { useTicketPeople, withKnown, type Site } from './use-ticket-people.tsx'

type PersonFieldProps = Omit<BoundField<string, string | null | undefined>, 'hint' | 'placeholder'> & {
  role: TicketRole
  site: Site
  /** The name of who was chosen when the ticket was read. */
  known: string | null
}

/** A form field for one of those who are published for a role; what the list says of them stands below. */
export function PersonField({ role, site, known, ...field }: PersonFieldProps) {
  const { options, select } = useTicketPeople(site, role)
  return (
    <SelectField
      {...field}
      {...select}
      allowClear
      placeholder={site.psId ? '姓名、拼音' : '先选择电站'}
      hint={options.find(({ value }) => value === field.value)?.note}
      choices={withKnown(options, field.value, known)}
    />
  )
}

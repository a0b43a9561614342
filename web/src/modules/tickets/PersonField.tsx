import type { TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import type { BoundField } from '../../kit/fields/bound-field.ts'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { useTicketPeople, withKnown, type Site } from './use-ticket-people.tsx'

type Bound = Omit<BoundField<string, string | null | undefined>, 'hint' | 'onChange' | 'placeholder'>

type PersonFieldProps = Bound & {
  onChange: (id: string | undefined) => void
  site: Site
  /** Only those who are published for it. */
  role?: TicketRole
  /** Who cannot be chosen. */
  except?: readonly (string | null)[]
  /** The name of who was chosen when the ticket was read. */
  known?: string | null
}

/** A form field for somebody who may take part at a site; what the list says of them stands below. */
export function PersonField({ role, site, except, known = null, ...field }: PersonFieldProps) {
  const { options, select } = useTicketPeople(site, role)
  return (
    <SelectField
      {...field}
      {...select}
      allowClear
      placeholder={site.psId ? '姓名、拼音' : '先选择电站'}
      hint={options.find(({ value }) => value === field.value)?.note}
      choices={withKnown(
        options.filter(({ value }) => !except?.includes(value)),
        field.value,
        known,
      )}
    />
  )
}

import type { TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { nothingFound, notedOption } from '../../../kit/searching.tsx'
import { useSearchBy } from '../../../lib/pinyin.ts'
import { useCall } from '../../../lib/queries.ts'

type PersonFieldProps = {
  ticket: TicketDetail
  /** Only those who are qualified for it. */
  role?: TicketRole
  /** Who cannot be chosen. */
  except?: readonly (string | null)[]
  label: string
  required?: boolean
  hint?: string
  value: string | null | undefined
  error?: string | null
  onChange: (id: string | undefined) => void
  onBlur?: () => void
}

/** Somebody who may take part at the ticket's station. */
export function PersonField({ ticket, role, except, ...field }: PersonFieldProps) {
  const { psId, content } = ticket
  const people = useCall(ticketCalls.people, { psId, voltage: content.voltage, role })
  const search = useSearchBy('label')
  return (
    <SelectField
      {...field}
      loading={people.isPending}
      notFoundContent={nothingFound('人员', { isBusy: people.isPending, error: people.error })}
      showSearch={search}
      placeholder="姓名、拼音"
      optionRender={notedOption}
      choices={(people.data ?? [])
        .filter(({ id }) => !except?.includes(id))
        .map(({ id, realname, departName, certificate, busyWith }) => ({
          value: id,
          label: realname,
          note: [departName, certificate, busyWith && `正在 ${busyWith}`].filter(Boolean).join(' · '),
        }))}
    />
  )
}

import type { TicketContent } from '@heliodesk/contract/ticket-content.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import type { ReactNode } from 'react'
import type { Form } from '../../../kit/use-form.ts'
import type { TicketDraft } from './ticket-draft.ts'
import css from './ticket-form.module.css'

export type TicketFormState = Form<typeof ticketCalls.add.input>

type AtProps = { of: keyof TicketContent; wide?: boolean; children: ReactNode }

/** The part of the form that holds a field: what is missing leads there. */
export const At = ({ of, wide, children }: AtProps) => (
  <div data-of={of} className={wide ? `wide ${css.at}` : css.at}>
    {children}
  </div>
)

/** Sets several fields of the form. */
export const fillIn = (form: TicketFormState, part: TicketDraft): void => {
  for (const [name, value] of Object.entries(part)) form.set(name as keyof TicketDraft, value)
}

import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { PrintDesk } from '../../../kit/Paper.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { go } from '../../../lib/location.ts'
import { useCall } from '../../../lib/queries.ts'
import { TicketPaper } from './TicketPaper.tsx'

/** A ticket as it is filed: the standard form on A4. The browser prints it, into a PDF too (decision 0073). */
export function TicketPrintPage() {
  const id = useUrlQuery().query.get('id') ?? ''
  const read = useCall(ticketCalls.detail, { id })
  return (
    <PrintDesk
      onBack={() => go(paths.tickets.to({ ticket: id }))}
      refusal={read.data ? null : '两票还没有取到'}
    >
      <Reading read={read} name="两票" height={320}>
        {(ticket) => <TicketPaper ticket={ticket} />}
      </Reading>
    </PrintDesk>
  )
}

import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { useState } from 'react'
import { PrintDesk } from '../../../kit/Paper.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { go } from '../../../lib/location.ts'
import { useCall } from '../../../lib/queries.ts'
import { TicketPaper } from './TicketPaper.tsx'

/** A ticket as it is filed: the standard form on A4. The browser prints it, into a PDF too (decision 0073). */
export function TicketPrintPage() {
  const id = useUrlQuery().query.get('id') ?? ''
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const read = useCall(ticketCalls.detail, { id })
  return (
    <PrintDesk
      onBack={() => go(paths.tickets.to({ ticket: id }))}
      refusal={
        !read.data
          ? '两票还没有取到'
          : read.data.drawings.some(({ path }) => !settled.has(path))
            ? '附图还没有取到'
            : null
      }
    >
      <Reading read={read} name="两票" height={320}>
        {(ticket) => (
          <TicketPaper
            ticket={ticket}
            onPicture={(path) => setSettled((before) => new Set(before).add(path))}
          />
        )}
      </Reading>
    </PrintDesk>
  )
}

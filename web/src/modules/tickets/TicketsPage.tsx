import type { TicketRow } from '@heliodesk/contract/ticket-rows.ts'
import { lazily } from '../../kit/lazily.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useAct } from '../../kit/use-act.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { TicketList } from './TicketList.tsx'

const TicketForm = lazily(async () => (await import('./form/TicketForm.tsx')).TicketForm)
const TicketSheet = lazily(async () => (await import('./sheet/TicketSheet.tsx')).TicketSheet)

/** 两票管理: the tickets of the stations in the user's data scope, or the one in the address. */
export function TicketsPage() {
  const { query, change, leave } = useUrlQuery()
  const opened = query.get('ticket')
  const mayCreate = useCan('ticket:create')
  const open = (id: string) => change({ ticket: id, act: null, order: null }, { push: true })
  const onSaved = ({ id }: Pick<TicketRow, 'id'>) => {
    if (id !== opened) open(id)
  }
  const { show, shown } = useOverlays({
    add: (overlay, orderId: string | null) => <TicketForm {...overlay} orderId={orderId} onSaved={onSaved} />,
    edit: (overlay, id: string) => <TicketForm {...overlay} asked={{ id }} onSaved={onSaved} />,
  })
  useAct('edit', opened !== null && mayCreate ? () => show('edit', opened) : null)
  return (
    <>
      {opened === null ? (
        <TicketList
          onOpen={open}
          onAdd={() => {
            // The order of the address is taken out with the act that it belongs to.
            change({ act: null, order: null })
            show('add', query.get('order'))
          }}
          onEdit={(id) => show('edit', id)}
        />
      ) : (
        <TicketSheet key={opened} id={opened} onClose={() => leave(['ticket'])} />
      )}
      {shown}
    </>
  )
}

import type { TicketRow } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { Pencil } from 'lucide-react'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import type { ListAction } from '../../kit/page-table/RowActions.tsx'
import { useCountedPage } from '../../kit/page-table/use-counted-page.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { patchFor } from '../../kit/search-bar/filters.ts'
import { useCan } from '../../lib/permission.tsx'
import { readTicketView, ticketColumns, ticketFilters, ticketViews } from './ticket-list.tsx'
import { TicketCard } from './TicketCard.tsx'
import { TicketViews } from './TicketViews.tsx'

type TicketListProps = {
  onOpen: (id: string) => void
  onAdd: () => void
  onEdit: (id: string) => void
}

export function TicketList({ onOpen, onAdd, onEdit }: TicketListProps) {
  const address = useListAddress()
  const { query, change } = address
  const list = listQuery(ticketFilters, address)
  const { curPage, size } = list.paging
  const view = readTicketView(query)
  const wanted = view ? { ...list.narrowing, only: view } : list.narrowing
  const source = useCountedPage(ticketCalls.page, wanted, { curPage, size })
  const mayCreate = useCan('ticket:create')
  const conditions = [view && ticketViews[view], list.text].filter(Boolean).join(' · ')
  const clear = () => change({ ...patchFor(ticketFilters, {}), only: null, page: null })
  const { depCodes, psaIds, psIds } = list.narrowing
  const actionsOf = (ticket: TicketRow): ListAction[] => {
    if (!mayCreate || ticket.state !== 'draft') return []
    const refusal = ticket.ticketNo === '' ? null : '已编号的票不能删除，可以作废'
    return [
      { key: 'edit', title: '编辑', icon: Pencil, run: () => onEdit(ticket.id) },
      removeAction({ ...removalOf(ticket), refusal }),
    ]
  }
  return (
    <ListPage
      title="两票管理"
      unit="张"
      add={{ text: '开票', code: 'ticket:create', run: onAdd }}
      actions={
        <ExportButton
          code="ticket:export"
          wanted={{ kind: 'tickets', query: wanted }}
          name="两票"
          unit="张"
          conditions={conditions}
          total={source.total}
        />
      }
      above={
        <TicketViews
          query={{ depCodes, psaIds, psIds }}
          view={view}
          onView={(next) => change({ only: next, page: null })}
        />
      }
      code="tickets"
      name="两票"
      exportCode="ticket:export"
      columns={ticketColumns}
      source={source}
      list={{
        ...list,
        paged: { ...list.paged, filtered: conditions ? { text: conditions, onClear: clear } : null },
      }}
      onOpen={({ id }) => onOpen(id)}
      rowActions={actionsOf}
      renderCard={(ticket, actions) => (
        <TicketCard ticket={ticket} onOpen={() => onOpen(ticket.id)} actions={actions} />
      )}
      empty={{ title: '还没有两票', text: '为电站上的工作开工作票，为倒闸操作开操作票' }}
    />
  )
}

const removalOf = ({ id, version, workContent, ticketTypeDtlLabel }: TicketRow) => ({
  call: ticketCalls.remove,
  input: { id, version },
  title: `删除${ticketTypeDtlLabel}草稿？`,
  text: `${workContent}。草稿没有提交过，删除后不能恢复。`,
  done: ['草稿已删除', workContent] as const,
})

import { paths } from '@heliodesk/contract/paths.ts'
import { lineCount, typicalTicketCalls, type TypicalTicket } from '@heliodesk/contract/typical-tickets.ts'
import { Building2, Copy, ListChecks, Pencil } from 'lucide-react'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import type { ListAction, RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { useCountedPage } from '../../kit/page-table/use-counted-page.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { queryOf } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { placeOf, typicalColumns, typicalFilters, typicalHead } from './typical-list.tsx'
import { TypicalTicketDrawer } from './TypicalTicketDrawer.tsx'
import { TypicalTicketForm } from './TypicalTicketForm.tsx'

/** 典型票: the model tickets for the stations in the user's data scope. */
export function TypicalTicketListPage() {
  const address = useListAddress()
  const list = listQuery(typicalFilters, address)
  const { curPage, size } = list.paging
  const source = useCountedPage(typicalTicketCalls.page, list.narrowing, { curPage, size })
  const mayEdit = useCan('typicalTicket:edit')
  const seesAll = useSession(({ user }) => user?.hasAllData === '1')
  const detail = useOverlay(address.query.get('typical'))
  const { show, shown } = useOverlays({
    add: (overlay) => <TypicalTicketForm {...overlay} />,
    copy: (overlay, copied: TypicalTicket) => <TypicalTicketForm {...overlay} copied={copied} />,
    edit: (overlay, { id }: TypicalTicket) => <TypicalTicketForm {...overlay} asked={{ id }} />,
  })
  const refusalOf = ({ psId }: TypicalTicket) =>
    psId === null && !seesAll ? '通用的典型票由有全部数据权限的人员维护' : null
  const open = ({ id }: TypicalTicket) => address.change({ typical: id }, { push: true })
  const actionsOf = (ticket: TypicalTicket): ListAction[] => {
    if (!mayEdit) return []
    const refusal = refusalOf(ticket)
    return [
      { key: 'edit', title: '编辑', icon: Pencil, refusal, run: () => show('edit', ticket) },
      { key: 'copy', title: '复制', icon: Copy, run: () => show('copy', ticket) },
      removeAction({ ...removalOf(ticket), refusal }),
    ]
  }
  return (
    <ListPage
      unit="张"
      add={{ text: '新建典型票', code: 'typicalTicket:edit', run: () => show('add') }}
      code="typical-tickets"
      name="典型票"
      columns={typicalColumns}
      source={source}
      list={list}
      onOpen={open}
      head={typicalHead}
      ahead={({ id }) => queryOf(typicalTicketCalls.detail, { id })}
      currentKey={detail.open ? detail.value : null}
      rowActions={actionsOf}
      renderCard={(ticket, actions) => (
        <TypicalTicketCard ticket={ticket} onOpen={() => open(ticket)} actions={actions} />
      )}
      empty={{ title: '还没有典型票', text: '常做的工作和操作写成典型票，开票时复制' }}
    >
      {detail.value && (
        <TypicalTicketDrawer
          id={detail.value}
          row={source.rows?.find(({ id }) => id === detail.value) ?? null}
          open={detail.open}
          onClose={() => address.leave(['typical'])}
          refusalOf={refusalOf}
          onEdit={(ticket) => show('edit', ticket)}
          onCopy={(ticket) => show('copy', ticket)}
        />
      )}
      {shown}
    </ListPage>
  )
}

const removalOf = ({ id, version, name, kindLabel }: TypicalTicket) => ({
  call: typicalTicketCalls.remove,
  input: { id, version },
  title: `删除典型票“${name}”？`,
  text: `${kindLabel}。已经开出的票不变；删除后不能恢复。`,
  done: ['典型票已删除', name] as const,
})

type TypicalTicketCardProps = { ticket: TypicalTicket; onOpen: () => void; actions: readonly RowAction[] }

/** The card of a typical ticket, in the phone layout. */
function TypicalTicketCard({ ticket, onOpen, actions }: TypicalTicketCardProps) {
  const { id, name, kindLabel, risks } = ticket
  return (
    <RowCard
      href={paths.typicalTickets.href({ typical: id })}
      onOpen={onOpen}
      state={kindLabel}
      beside={`${lineCount(ticket)} 项`}
      name={name}
      facts={[
        [Building2, '电站', placeOf(ticket)],
        [ListChecks, '危险点', `${risks.length} 个危险点`],
      ]}
      actions={actions}
    />
  )
}

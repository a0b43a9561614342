import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { BadgeCheck, Copy, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ExportButton } from '../../../domain/ExportButton.tsx'
import { onlyStation } from '../../../domain/org-tree/selection.ts'
import { useSavedViews } from '../../../domain/saved-views/use-saved-views.ts'
import { formatNumber } from '../../../kit/format.ts'
import { lazily } from '../../../kit/lazily.tsx'
import { listQuery } from '../../../kit/page-table/list-query.ts'
import { ListPage } from '../../../kit/page-table/ListPage.tsx'
import type { ListAction } from '../../../kit/page-table/RowActions.tsx'
import { useCountedPage } from '../../../kit/page-table/use-counted-page.ts'
import { useListAddress } from '../../../kit/page-table/use-list-address.ts'
import { patchFor } from '../../../kit/search-bar/filters.ts'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { useCan } from '../../../lib/permission.tsx'
import { queryOf, useCall } from '../../../lib/queries.ts'
import { orderHead } from '../detail/OrderHeading.tsx'
import { neighboursOf } from '../neighbours.ts'
import { readView, viewTitles } from '../order-list.tsx'
import { useOrderSteps } from '../order-steps.ts'
import { openOrders, OrderViews } from '../OrderViews.tsx'
import { stepAsAction } from '../step-icons.ts'
import { OrderDetailDrawer, useOpenedOrder } from '../use-opened-order.tsx'
import { useCleaningRights } from './cleaning-rights.ts'
import { RoundCard } from './RoundCard.tsx'
import { narrowingAt, newestFirst, pageBy, roundColumns, roundFilters, viewedRounds } from './round-list.tsx'
import type { Round } from './round.ts'
import orderCss from '../order-list.module.css'

const AcceptCleaning = lazily(async () => (await import('./AcceptCleaning.tsx')).AcceptCleaning)
const CopyZones = lazily(async () => (await import('./CopyZones.tsx')).CopyZones)
const CreateOrder = lazily(async () => (await import('../forms/CreateOrder.tsx')).CreateOrder)
const ZoneForm = lazily(async () => (await import('./ZoneForm.tsx')).ZoneForm)

/** The type that a new order of this page has. */
const CLEANING = 1

/** 清洗工单: each order of cleaning as one round over its station, with what it covers, costs and brings. */
export function CleaningPage() {
  const address = useListAddress()
  const { query, base, change } = address
  const view = readView(query)
  const list = listQuery(roundFilters, address, { sort: newestFirst })
  const wanted = narrowingAt(query)
  const { curPage, size, ...sorted } = pageBy(list.paging)
  const page = useCountedPage(cleaningCalls.page, wanted, { curPage, size, ...sorted }, byId)
  const counts = useCall(cleaningCalls.count, list.narrowing, { enabled: page.rows !== undefined })
  const saved = useSavedViews(viewedRounds, address)
  const stepsOf = useOrderSteps()
  const rightsOn = useCleaningRights()
  const mayCreate = useCan('order:create')
  const [creating, setCreating] = useState(false)
  const rowOf = (id: string) => page.rows?.find((row) => row.id === id) ?? null
  const opened = useOpenedOrder({ rowOf, neighboursOf: (id) => neighboursOf(id, page, list.paging) })
  const { show, shown } = useOverlays({
    add: (overlay, round: Round) => <ZoneForm {...overlay} orderId={round.id} zone={null} />,
    copy: (overlay, round: Round) => <CopyZones {...overlay} order={round} />,
    accept: (overlay, round: Round) => <AcceptCleaning {...overlay} order={round} />,
  })

  const actionsOf = (round: Round): ListAction[] => {
    const may = rightsOn(round)
    return [
      ...(may.edit ? [{ key: 'add', title: '登记区域', icon: Plus, run: () => show('add', round) }] : []),
      ...(may.accept
        ? [{ key: 'accept', title: '验收清洗', icon: BadgeCheck, run: () => show('accept', round) }]
        : []),
      ...(may.copy ? [{ key: 'copy', title: '复制计划', icon: Copy, run: () => show('copy', round) }] : []),
      ...stepsOf(round).map((step) => stepAsAction(step, () => opened.step(step.action, round))),
    ]
  }
  const conditions = [viewTitles[view], list.text].filter(Boolean).join(' · ')
  const clear = () => change({ ...patchFor(roundFilters, {}), view: null, saved: null, page: null })
  const columns = useMemo(() => roundColumns((id) => `${base}?order=${id}`), [base])

  return (
    <ListPage
      className={orderCss.orders}
      title="清洗工单"
      unit="单"
      facts={counts.data ? `${formatNumber(openOrders(counts.data))} 单在办` : null}
      add={mayCreate ? { text: '新建清洗工单', run: () => setCreating(true) } : undefined}
      actions={
        <ExportButton
          code="order:export"
          wanted={{ kind: 'cleaningRounds', query: { ...wanted, ...sorted } }}
          name="清洗工单"
          unit="单"
          conditions={conditions}
          total={page.total}
        />
      }
      above={
        <OrderViews
          plain
          counts={counts.data}
          view={view}
          onView={(next) => change({ view: next === 'all' ? null : next, page: null })}
          saved={saved}
        />
      }
      code="cleaning-rounds"
      name="清洗工单"
      exportCode="order:export"
      columns={columns}
      source={{
        ...page,
        refresh: () => {
          page.refresh()
          void counts.refetch()
        },
      }}
      list={{
        ...list,
        paged: { ...list.paged, filtered: conditions ? { text: conditions, onClear: clear } : null },
      }}
      onOpen={({ id }) => opened.open(id)}
      head={orderHead}
      ahead={({ id }) => {
        void OrderDetailDrawer.prefetch()
        return queryOf(workOrderCalls.detail, { id })
      }}
      currentKey={opened.orderId}
      rowActions={actionsOf}
      renderCard={(round, actions) => (
        <RoundCard
          round={round}
          href={`${base}?order=${round.id}`}
          onOpen={() => opened.open(round.id)}
          actions={actions}
        />
      )}
      empty={{ title: '还没有清洗工单', text: '清洗和标准组串清洗的工单会出现在这里，一单即电站的一轮清洗' }}
      note={totalsOf(page.rows)}
    >
      {opened.shown}
      {shown}
      {creating && (
        <CreateOrder
          open
          taskType={CLEANING}
          psId={onlyStation(query.getAll('psId'))}
          onClose={() => setCreating(false)}
          onCreated={({ id }) => {
            setCreating(false)
            opened.open(id)
          }}
        />
      )}
    </ListPage>
  )
}

const byId = { idOf: ({ id }: Round) => id }

/** What the rounds of this page cost and used. */
function totalsOf(rows: readonly Round[] = []): string | null {
  const cost = rows.reduce((sum, row) => sum + (row.cost ?? 0), 0)
  if (cost === 0) return null
  const water = rows.reduce((sum, row) => sum + (row.water ?? 0), 0)
  return `本页费用 ${formatNumber(cost)} 元，用水 ${formatNumber(water, 1)} t`
}

import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useMemo, useState } from 'react'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { onlyStation } from '../../domain/org-tree/selection.ts'
import { useSavedViews } from '../../domain/saved-views/use-saved-views.ts'
import { formatNumber } from '../../kit/format.ts'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import type { PageSource } from '../../kit/page-table/page-source.ts'
import { useCountedPage } from '../../kit/page-table/use-counted-page.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { narrowingOf, patchFor } from '../../kit/search-bar/filters.ts'
import { patchQuery } from '../../kit/url-query.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { WhileOpen } from '../../kit/WhileOpen.tsx'
import { has, useCan, useGrants } from '../../lib/permission.tsx'
import { queryOf, useCall } from '../../lib/queries.ts'
import { orderHead } from './detail/OrderHeading.tsx'
import { neighboursOf } from './neighbours.ts'
import {
  costliestFirst,
  deviceOf,
  keepView,
  narrowingAt,
  orderColumns,
  orderFilters,
  pageBy,
  phoneView,
  readView,
  viewedOrders,
  viewTitles,
} from './order-list.tsx'
import { leadsOn, useOrderSteps, type OrderStep } from './order-steps.ts'
import { openOrders, OrderViews } from './OrderViews.tsx'
import { useOrderBatch } from './batch/use-order-batch.ts'
import { OrderCard } from './OrderCard.tsx'
import { OrderDetailDrawer, useOpenedOrder } from './use-opened-order.tsx'
import { useOrderByCode } from './use-order-by-code.ts'
import type { Order } from './order.ts'
import { stepAsAction } from './step-icons.ts'
import css from './order-list.module.css'
import { BatchFaults } from '../../kit/BatchFaults.tsx'
import { lazily } from '../../kit/lazily.tsx'

const AbandonedData = lazily(async () => (await import('../../kit/AbandonedData.tsx')).AbandonedData)
const OrderBatchBar = lazily(async () => (await import('./batch/OrderBatchBar.tsx')).OrderBatchBar)
const CreateOrder = lazily(async () => (await import('./forms/CreateOrder.tsx')).CreateOrder)

/** 任务中心: the work orders that the user may see. */
export function WorkOrderListPage() {
  const address = useListAddress()
  const { query, base, change } = address
  const phone = usePhone()
  const usual = useGrants((grants) => (phone ? phoneView((code) => has(grants, code)) : 'all'))
  const sameDevice = deviceOf(query)
  const isNarrowed = sameDevice !== null || orderFilters.some(({ name }) => query.has(name))
  const view = readView(query, isNarrowed ? 'all' : usual)
  // Without it in the address, a search on a phone would leave the usual view.
  const list = listQuery(orderFilters, address, { sort: costliestFirst, keep: phone ? { view } : {} })
  const wanted = narrowingAt(query, view)
  const { curPage, size, ...sorted } = pageBy(list.paging)
  const page = useCountedPage(workOrderCalls.page, wanted, { curPage, size, ...sorted })
  // The rows first: the counts of a million orders would take the server's time from them.
  const counts = useCall(workOrderCalls.count, narrowingOf(placeFilters, list.values), {
    enabled: page.rows !== undefined,
  })
  const saved = useSavedViews(viewedOrders, address, patchQuery(query, { view }))
  const stepsOf = useOrderSteps()
  const batch = useOrderBatch(page.rows)
  const mayCreate = useCan('order:create')
  const gone = useOrderByCode(query.get('code'), (id) => change({ code: null, order: id }))
  const opened = useOpenedOrder({
    rowOf: (id) => page.rows?.find((row) => row.id === id) ?? null,
    neighboursOf: (id) => neighboursOf(id, page, list.paging),
  })
  const [creating, setCreating] = useState(false)
  // The device or station in the address for which a link opens the form of a new order.
  const device = mayCreate ? query.get('report') : null
  const station = mayCreate ? query.get('reportAt') : null
  const wantedAt = useMemo(
    () => (creating ? NOWHERE : device || station ? { device, station } : null),
    [creating, device, station],
  )

  const asAction = (order: Order, each: OrderStep) =>
    stepAsAction(each, () => opened.step(each.action, order))
  const actionsOf = (order: Order) => stepsOf(order).map((each) => asAction(order, each))
  const nextOf = (order: Order) => {
    const next = stepsOf(order).find(leadsOn)
    return next && asAction(order, next)
  }
  const refresh = () => {
    page.refresh()
    void counts.refetch()
  }
  const conditions = [viewTitles[view], sameDevice && '同一设备', list.text].filter(Boolean).join(' · ')
  const clear = () =>
    change({
      ...patchFor(orderFilters, {}),
      deviceId: null,
      view: phone ? 'all' : null,
      saved: null,
      page: null,
    })
  const columns = useMemo(() => orderColumns((id) => `${base}?order=${id}`), [base])
  const filtered = conditions ? { text: conditions, onClear: clear } : null

  return (
    <ListPage
      className={css.orders}
      title="任务中心"
      unit="单"
      facts={
        counts.data
          ? `${formatNumber(openOrders(counts.data))} 单在办，${formatNumber(counts.data.overdue)} 单超时`
          : null
      }
      // On a phone, the only filled button is the first order's next step.
      add={mayCreate ? { text: '新建工单', plain: phone, run: () => setCreating(true) } : undefined}
      actions={
        <ExportButton
          code="order:export"
          wanted={{ kind: 'workOrders', query: { ...wanted, ...sorted } }}
          name="工单"
          unit="单"
          conditions={conditions}
          total={page.total}
        />
      }
      above={
        <>
          <OrderViews
            counts={counts.data}
            view={view}
            onView={(next) => {
              if (phone) keepView(next)
              change({ view: next === 'all' && !phone ? null : next, page: null })
            }}
            saved={saved}
          />
          <BatchFaults faults={batch.faults} unit="单" onForget={batch.onForget} />
        </>
      }
      code="work-orders"
      name="工单"
      exportCode="order:export"
      columns={columns}
      source={{ ...page, refresh }}
      list={{ ...list, paged: { ...list.paged, filtered } }}
      choice={{ ...batch.choice, bar: <OrderBatchBar batch={batch} /> }}
      onOpen={({ id }) => opened.open(id)}
      head={orderHead}
      ahead={({ id }) => {
        void OrderDetailDrawer.prefetch()
        return queryOf(workOrderCalls.detail, { id })
      }}
      currentKey={opened.orderId}
      rowActions={actionsOf}
      renderCard={(order, _actions, index) => (
        <OrderCard
          order={order}
          href={`${base}?order=${order.id}`}
          onOpen={() => opened.open(order.id)}
          chosen={batch.choice.isChosen(order)}
          onChoose={() => batch.choice.onChoose([order], !batch.choice.isChosen(order))}
          next={nextOf(order)}
          first={index === 0}
        />
      )}
      empty={{ title: '还没有工单', text: '数据范围内的工单会出现在这里' }}
      note={lossNote(page)}
    >
      <WhileOpen of={gone || null}>
        {(_gone, open) => <AbandonedData open={open} onClose={() => change({ code: null })} />}
      </WhileOpen>
      {opened.shown}
      <WhileOpen of={wantedAt}>
        {(place, open) => (
          <CreateOrder
            key={`${place.device} ${place.station}`}
            open={open}
            psId={onlyStation(query.getAll('psId'))}
            deviceCode={place.device}
            stationId={place.station}
            onClose={() => (creating ? setCreating(false) : change(unasked))}
            onCreated={({ id }) => {
              setCreating(false)
              change({ ...unasked, order: id, do: null }, { push: true })
            }}
          />
        )}
      </WhileOpen>
    </ListPage>
  )
}

const NOWHERE = { device: null, station: null }
const unasked = { report: null, reportAt: null }

/** The filters that the counts on the chips use too. */
const placeFilters = orderFilters.filter(({ name }) => name === 'psId' || name === 'depCode')

/** The total loss of the open orders on this page. */
function lossNote({ rows = [] }: PageSource<Order>): string | null {
  const loss = rows.reduce((sum, row) => sum + (row.flowSts < 4 ? row.lossPower : 0), 0)
  return loss > 0 ? `本页损失合计 ${formatNumber(loss, 1)} kWh/h` : null
}

import { paths } from '@heliodesk/contract/paths.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useEffect } from 'react'
import { isSubmittedHere, useField } from '../../../domain/field/field-store.ts'
import { Chip } from '../../../kit/Chip.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { PageHead } from '../../../kit/PageHead.tsx'
import { SideScroll } from '../../../kit/SideScroll.tsx'
import { Empty, ErrorCard, ErrorStrip } from '../../../kit/States.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { useLate } from '../../../kit/use-late.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { useCan } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { takePosition } from '../hall/use-position.ts'
import { leadsOn, useOrderSteps } from '../order-steps.ts'
import { useOpenedOrder } from '../use-opened-order.tsx'
import { MyOrderCard } from './MyOrderCard.tsx'
import { OwnTickets } from './OwnTickets.tsx'
import { byDay, inTab, ownTabs, shownTab, tabs, type MyOrder, type OwnTab } from './own-orders.ts'
import css from './my-orders.module.css'

/** 我的工单: the start page of a phone, with what is in the hand, today first. */
export function MyOrdersPage() {
  const mayList = useCan('order:list')
  return mayList ? <Orders /> : <Nothing />
}

const Nothing = () => (
  <>
    <PageHead title="我的工单" />
    <Empty title="没有工单" text="您没有“查看工单”权限，可联系管理员" />
  </>
)

function Orders() {
  const { query, base, change } = useUrlQuery()
  const read = useCall(workOrderCalls.mine, {})
  const orders = read.data
  const opened = useOpenedOrder({
    rowOf: (id) => orders?.find((order) => order.id === id) ?? null,
    neighboursOf: () => null,
  })
  const stepsOf = useOrderSteps()
  const book = useField((state) => state.book)
  const mayListTickets = useCan('ticket:list')
  const late = useLate(read.isPending)
  useEffect(() => void takePosition(), [])
  const tab = shownTab(query.get('tab'), orders ?? [])
  const shown = orders && inTab(orders, tab)
  const days = byDay(shown ?? [], companyNow().format('YYYY-MM-DD'))
  const nextOf = (order: MyOrder) => {
    if (isSubmittedHere(book, order.id)) return null
    const step = stepsOf(order).find((each) => leadsOn(each) && isWork(each.action))
    if (!step) return null
    return {
      title: step.action === 'start' ? '开始执行' : '继续执行',
      run: () => opened.step(step.action, order),
    }
  }
  const first = shown?.find((order) => nextOf(order) !== null)?.id
  const section = (title: string, rows: readonly MyOrder[]) =>
    rows.length > 0 && (
      <section className={css.day} aria-label={title}>
        <h2>
          {title}
          <span className="t3">{formatNumber(rows.length)} 单</span>
        </h2>
        {rows.map((order) => (
          <MyOrderCard
            key={order.id}
            order={order}
            href={`${base}?order=${order.id}`}
            onOpen={() => opened.open(order.id)}
            next={nextOf(order)}
            isSubmitted={isSubmittedHere(book, order.id)}
            first={order.id === first}
          />
        ))}
      </section>
    )
  return (
    <div className={css.orders}>
      <PageHead title="我的工单" facts={orders && `${formatNumber(orders.length)} 单在手`} />
      <Tabs orders={orders} tab={tab} onTab={(next) => change({ tab: next })} />
      {read.error && orders && (
        <ErrorStrip title="工单没有更新" error={read.error} onRetry={() => void read.refetch()} />
      )}
      {read.error && !orders && (
        <ErrorCard title="工单没有取到" error={read.error} onRetry={() => void read.refetch()} />
      )}
      {late && <i className="sk" style={{ height: 180, margin: 12 }} role="status" aria-label="正在加载" />}
      {shown?.length === 0 && (
        <Empty
          title={orders?.length === 0 ? '手上没有工单' : `没有${ownTabs[tab]}的工单`}
          text="指派给您或由您协作的工单会出现在这里"
          action={
            <a className="btn" href={paths.orders.href({ view: 'all' })}>
              任务中心
            </a>
          }
        />
      )}
      {mayListTickets && <OwnTickets />}
      {section('今天', days.today)}
      {section('以后', days.later)}
      {opened.shown}
    </div>
  )
}

const isWork = (action: string) => action === 'start' || action === 'execute'

type TabsProps = { orders: MyOrder[] | undefined; tab: OwnTab; onTab: (tab: OwnTab) => void }

const Tabs = ({ orders, tab, onTab }: TabsProps) => (
  <SideScroll className={css.tabs} role="group" aria-label="状态" chosen={orders && tab}>
    {tabs.map((each) => {
      const count = orders && inTab(orders, each).length
      return (
        <Chip key={each} chosen={each === tab} onChoose={() => onTab(each)}>
          {ownTabs[each]}
          {count !== undefined && (
            <em className={each === 'late' && count > 0 ? 'err' : undefined}>{formatNumber(count)}</em>
          )}
        </Chip>
      )
    })}
  </SideScroll>
)

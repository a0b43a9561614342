import { paths } from '@heliodesk/contract/paths.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { ChevronRight, Sun, UserRound } from 'lucide-react'
import { formatNumber, formatTime } from '../../../kit/format.ts'
import { Facts, openHere } from '../../../kit/page-table/RowCard.tsx'
import { PageHead } from '../../../kit/PageHead.tsx'
import { Empty, ErrorCard } from '../../../kit/States.tsx'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { useLate } from '../../../kit/use-late.ts'
import { useCan, useGrants } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { MentionsCard } from '../comments/MentionsCard.tsx'
import { leadsOn, useOrderSteps } from '../order-steps.ts'
import type { Order } from '../order.ts'
import { useOpenedOrder } from '../use-opened-order.tsx'
import { todos } from './todos.ts'
import css from './my-orders.module.css'

/** 消息 on a phone: what waits for the user's decision, what others said to them, and letters. */
export function MessagesPage() {
  const { base } = useUrlQuery()
  const mayList = useCan('order:list')
  const read = useCall(workOrderCalls.page, todos, { enabled: mayList })
  const rows = mayList ? read.data?.pageList : []
  const stepsOf = useOrderSteps()
  const opened = useOpenedOrder({
    rowOf: (id) => rows?.find((row) => row.id === id) ?? null,
    neighboursOf: () => null,
  })
  const late = useLate(mayList && read.isPending)
  const total = mayList ? (read.data?.rowCount ?? null) : 0
  return (
    <div className={css.orders}>
      <PageHead title="消息" facts={total !== null && `${formatNumber(total)} 件待办`} />
      <Letters />
      {read.error && !rows && (
        <ErrorCard title="待办没有取到" error={read.error} onRetry={() => void read.refetch()} />
      )}
      {late && <i className="sk" style={{ height: 180, margin: 12 }} role="status" aria-label="正在加载" />}
      {rows?.length === 0 && <Empty title="没有待办" text="要由您指派或验收的工单会出现在这里" />}
      {rows && rows.length > 0 && (
        <section className={css.day} aria-label="待办">
          <h2>待办</h2>
          {rows.map((order) => (
            <Todo
              key={order.id}
              order={order}
              step={stepsOf(order).some(leadsOn) ? wanted[order.flowSts === 1 ? 'assign' : 'check'] : '查看'}
              href={`${base}?order=${order.id}`}
              onOpen={() => opened.open(order.id)}
            />
          ))}
        </section>
      )}
      {mayList && (
        <div className={css.mentions}>
          <MentionsCard onOpen={opened.openAt} />
        </div>
      )}
      {opened.shown}
    </div>
  )
}

const wanted = { assign: '指派', check: '验收' } as const

type TodoProps = { order: Order; step: string; href: string; onOpen: () => void }

const Todo = ({ order, step, href, onOpen }: TodoProps) => (
  <article className={css.card}>
    <a href={href} onClick={openHere(onOpen)}>
      <span className="line">
        <StatusGlyph status={order.flowSts} />
        <span className="t3">·</span>
        <span>请{step}</span>
        {order.overHours === null ? (
          <span className="mla t3">{formatTime(order.planEndTime)}</span>
        ) : (
          <span className="tag err mla">超时 {formatNumber(order.overHours, 1)} h</span>
        )}
      </span>
      <b>{order.taskDescription}</b>
      <Facts
        facts={[
          [Sun, '电站', order.psName],
          [UserRound, '负责人', order.liablePerson],
        ]}
      />
    </a>
  </article>
)

/** The boxes in which something is unread. */
function Letters() {
  const { data } = useCall(shellCalls.unread, { businessType: 2 })
  const seesMail = useGrants(({ pages }) => pages.includes(paths.mail.path))
  const boxes = [
    { title: '总经理信箱', count: seesMail ? (data?.mail ?? 0) : 0, href: paths.mail.href() },
    { title: '问题反馈', count: data?.feedback ?? 0, href: paths.feedback.href() },
  ].filter(({ count }) => count > 0)
  return boxes.map(({ title, count, href }) => (
    <a key={title} className={css.box} href={href}>
      <b className="grow">{title}</b>
      <span>{formatNumber(count)} 条未读</span>
      <ChevronRight className="i" aria-hidden />
    </a>
  ))
}

import type { Received } from '@heliodesk/contract/call.ts'
import { SHORT_LIST, type dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { BadgeCheck, UserRoundPlus, Wrench } from 'lucide-react'
import { formatNumber } from '../../kit/format.ts'
import { ReadingCard, SkeletonRows } from '../../kit/ReadingCard.tsx'
import type { CardProps } from './links.ts'
import { dueOf } from './due.ts'
import { Lead } from '../../kit/Lead.tsx'
import css from './cards.module.css'

export type TodoList = Received<typeof dashboardCalls.todos>

const steps = {
  assign: { title: '指派', icon: UserRoundPlus },
  execute: { title: '执行', icon: Wrench },
  check: { title: '验收', icon: BadgeCheck },
} as const

/** The user's to-dos, the earliest due first. */
export const Todos = ({ reading, links }: CardProps<TodoList>) => (
  <ReadingCard
    className={css.todos}
    title="我的待办"
    reading={reading}
    fact={({ total }) => formatNumber(total)}
    more={{ title: '全部', to: links.orders({ view: 'todo', sort: 'planEndTime.asc' }) }}
    skeleton={<SkeletonRows rows={SHORT_LIST} />}
  >
    {({ rows }) =>
      rows.length === 0 ? (
        <div className="empty">
          <b>没有待办</b>
          <span>要由你指派、执行或验收的工单会出现在这里</span>
        </div>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Todo row={row} to={links.orders({ view: 'todo', sort: 'planEndTime.asc', order: row.id })} />
            </li>
          ))}
        </ul>
      )
    }
  </ReadingCard>
)

function Todo({ row, to }: { row: TodoList['rows'][number]; to: string | null }) {
  const { title, icon: Icon } = steps[row.step]
  const due = dueOf(row)
  return (
    <Lead to={to} className="li" title={`${row.taskDescription} · ${row.psName}`}>
      <Icon className="i t3" role="img" aria-label={title} />
      <span className="ell grow">{row.taskDescription}</span>
      <span className={`ell ${css.place} t3 s12`}>{row.psName}</span>
      {due && <span className={`nw s12 ${css.due} ${due.tone}`}>{due.text}</span>}
    </Lead>
  )
}

import { formatNumber } from '../../kit/format.ts'
import { ReadingCard, SkeletonRows } from '../../kit/ReadingCard.tsx'
import type { CardProps, Links } from './links.ts'
import { Lead } from '../../kit/Lead.tsx'
import type { Overview } from './Strip.tsx'
import css from './cards.module.css'

/** The number of types listed separately. */
const NAMED = 5

type Part = { title: string; orders: number; to: string | null; tone: number }

/** The open orders by type. */
export const Types = ({ reading, links }: CardProps<Overview>) => (
  <ReadingCard
    className={css.types}
    title="任务类型"
    reading={reading}
    fact={() => '在办'}
    skeleton={<SkeletonRows rows={3} className={css.flowRow} />}
  >
    {({ types }) => {
      const parts = partsOf(types, links)
      const total = parts.reduce((sum, { orders }) => sum + orders, 0)
      if (total === 0) return <p className={`t3 s13 ${css.none}`}>没有在办工单</p>
      return (
        <>
          <div className={css.stack} aria-hidden>
            {parts.map(({ title, orders, tone }) => (
              <i key={title} className={`tone${tone}`} style={{ flexGrow: orders }} />
            ))}
          </div>
          <ul>
            {parts.map(({ title, orders, to, tone }) => (
              <li key={title}>
                <Lead to={to} className={css.type}>
                  <i className={`tone${tone}`} aria-hidden />
                  <span className="ell">{title}</span>
                  <b>{formatNumber(orders)}</b>
                </Lead>
              </li>
            ))}
          </ul>
        </>
      )
    }}
  </ReadingCard>
)

/** The most frequent types separately, the rest combined. */
function partsOf(types: Overview['types'], links: Links): Part[] {
  const toList = (some: Overview['types']) =>
    links.orders({ view: 'open', taskType: some.map(({ taskType }) => `${taskType}`) })
  const named = types.length > NAMED + 1 ? types.slice(0, NAMED) : types
  const left = types.slice(named.length)
  const parts = named.map((type, at) => ({
    title: type.title,
    orders: type.orders,
    to: toList([type]),
    tone: at,
  }))
  if (left.length === 0) return parts
  const orders = left.reduce((sum, type) => sum + type.orders, 0)
  return [...parts, { title: '其余', orders, to: toList(left), tone: NAMED }]
}

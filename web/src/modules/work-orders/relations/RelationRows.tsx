import { relationKinds, type RelationKind } from '@heliodesk/contract/order-relations.ts'
import { Unlink } from 'lucide-react'
import { IconButton } from '../../../kit/Button.tsx'
import { formatTime } from '../../../kit/format.ts'
import { openHere } from '../../../kit/page-table/RowCard.tsx'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import type { OtherOrder, Relation } from './relation.ts'
import css from './relations.module.css'

type OrderLineProps = {
  order: OtherOrder
  kind?: RelationKind
  /** Who linked it. */
  title?: string
  onRemove?: (() => void) | null
}

/** Another order, which opens in place of this one. */
function OrderLine({ order, kind, title, onRemove }: OrderLineProps) {
  const { query, base, change } = useUrlQuery()
  const href = new URLSearchParams(query)
  href.set('order', order.id)
  return (
    <li className={css.line} title={title}>
      {kind && (
        <span className={`tag ${kind === 'duplicate' || kind === 'original' ? 'undo' : ''}`}>
          {relationKinds[kind]}
        </span>
      )}
      <span className={css.what}>
        <a
          href={`${base}?${href.toString()}`}
          onClick={openHere(() => change({ order: order.id, do: null, comment: null }, { push: true }))}
        >
          {order.taskDescription}
        </a>
        <small className="t3 s12">
          {order.workCode} · {order.taskTypeLabel} · {order.psName} · {formatTime(order.createTime)}
        </small>
      </span>
      <span className={css.who}>{order.liablePerson ?? <span className="t3">未指派</span>}</span>
      <StatusGlyph status={order.flowSts} />
      {onRemove && (
        <IconButton icon={Unlink} label={`解除与 ${order.workCode} 的关联`} small onClick={onRemove} />
      )}
    </li>
  )
}

type RelationRowsProps = { rows: readonly Relation[]; onRemove: ((relation: Relation) => void) | null }

export const RelationRows = ({ rows, onRemove }: RelationRowsProps) => (
  <ul className={css.lines}>
    {rows.map((relation) => (
      <OrderLine
        key={relation.id}
        order={relation.order}
        kind={relation.kind}
        title={`${relation.addName} ${formatTime(relation.addTime)} 关联`}
        onRemove={onRemove && (() => onRemove(relation))}
      />
    ))}
  </ul>
)

type AlikeRowsProps = { title: string; rows: readonly OtherOrder[]; total: number; href: string | null }

/** Orders that have something in common, the latest of them, with the way to all. */
export const AlikeRows = ({ title, rows, total, href }: AlikeRowsProps) => (
  <>
    <h3 className={css.alike}>
      {title}
      <span className="t3 s12">{total} 单</span>
      {href && total > rows.length && (
        <a className="more mla" href={href}>
          查看全部
        </a>
      )}
    </h3>
    <ul className={css.lines}>
      {rows.map((order) => (
        <OrderLine key={order.id} order={order} />
      ))}
    </ul>
  </>
)

import { taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { Reading } from '../../../kit/Reading.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useCall } from '../../../lib/queries.ts'
import { BoardCard } from './BoardCard.tsx'
import type { ViewProps } from './PlannedView.tsx'
import css from './board.module.css'

/** Terminated orders are in the list. */
const columns: readonly FlowStatus[] = [1, 2, 3, 4]
const PAGE = 20

const sorts = { lossPower: '损失', planEndTime: '到期', createTime: '新建' } as const
type SortField = keyof typeof sorts

const readSort = (text: string | null): SortField =>
  text !== null && Object.hasOwn(sorts, text) ? (text as SortField) : 'lossPower'

const isColumn = (status: number): status is FlowStatus => (columns as readonly number[]).includes(status)

/** Orders by state. They move by their own steps, which each card offers. */
export function Board(props: ViewProps) {
  const { query, change } = useUrlQuery()
  const phone = usePhone()
  const sort = readSort(query.get('sort'))
  const asked = Number(query.get('state'))
  const only = isColumn(asked) ? asked : columns[0]!
  const names = Object.fromEntries(columns.map((status) => [status, flowStatuses[status]])) as Record<
    string,
    string
  >
  return (
    <>
      <div className={css.tools}>
        {phone && (
          <Segments
            label="状态"
            choices={names}
            value={String(only)}
            onChange={(state) => change({ state })}
          />
        )}
        <Segments label="排序" choices={sorts} value={sort} onChange={(to) => change({ sort: to })} />
        {!phone && <span className="t3 s12">状态由办理动作改变，动作在每张卡片上</span>}
      </div>
      <div className={css.board}>
        {columns
          .filter((status) => !phone || status === only)
          .map((status) => (
            // Another sorting or search begins with the first page.
            <Column
              key={`${status} ${sort} ${JSON.stringify(props.narrowing)}`}
              {...props}
              status={status}
              sort={sort}
            />
          ))}
      </div>
    </>
  )
}

type ColumnProps = ViewProps & { status: FlowStatus; sort: SortField }

function Column({ status, sort, ...props }: ColumnProps) {
  const [pages, setPages] = useState(1)
  const first = usePageOf(props, status, sort, 1)
  const total = first.data?.rowCount ?? null
  const left = total === null ? 0 : Math.max(0, total - pages * PAGE)
  return (
    <section className={css.column} aria-label={flowStatuses[status]}>
      <header>
        <StatusGlyph status={status} />
        {total !== null && <span className="t3">{formatNumber(total)}</span>}
      </header>
      <div className={css.cards}>
        {Array.from({ length: pages }, (_, at) => (
          <Page key={at} {...props} status={status} sort={sort} page={at + 1} />
        ))}
        {left > 0 && (
          <Button kind="txt" repeatMs={0} onClick={() => setPages(pages + 1)}>
            还有 {formatNumber(left)} 单
          </Button>
        )}
      </div>
    </section>
  )
}

const usePageOf = (
  { narrowing }: Pick<ViewProps, 'narrowing'>,
  status: FlowStatus,
  sort: SortField,
  page: number,
) =>
  useCall(taskViewCalls.page, {
    ...narrowing,
    flowSts: [status],
    curPage: page,
    size: PAGE,
    orderField: sort,
    orderType: sort === 'planEndTime' ? 'asc' : 'desc',
  })

function Page({ status, sort, page, ...props }: ColumnProps & { page: number }) {
  const read = usePageOf(props, status, sort, page)
  return (
    <Reading read={read} name="工单" height={112}>
      {({ pageList }) =>
        pageList.length === 0 && page === 1 ? (
          <p className="t3 s12">没有{flowStatuses[status]}的工单</p>
        ) : (
          pageList.map((order) => (
            <BoardCard key={order.id} order={order} onOpen={props.onOpen} onStep={props.onStep} />
          ))
        )
      }
    </Reading>
  )
}

import { approvalCalls, type ApprovalBox } from '@heliodesk/contract/approvals.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Pager } from '../../kit/page-table/Pager.tsx'
import { readPaging } from '../../kit/page-table/paging.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Empty, NoMatch } from '../../kit/States.tsx'
import { patchQuery, useUrlQuery } from '../../kit/url-query.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { useCall } from '../../lib/queries.ts'
import { ApprovalList } from './ApprovalList.tsx'
import { ApprovalPane } from './ApprovalPane.tsx'
import { orderOf } from './approval-filters.ts'
import { BatchFaults } from '../../kit/BatchFaults.tsx'
import { BatchDecide } from './BatchDecide.tsx'
import { ListHead } from './ListHead.tsx'
import { lineOf, useBatch } from './use-batch.ts'
import type { Approval } from './approval.ts'
import css from './approvals.module.css'

/** As many as a window shows without much scrolling. */
const SIZE = 20

type ApprovalBoxPanesProps = {
  box: ApprovalBox
  /** The search as the call takes it, and in words; '' without one. */
  narrowing: Partial<Sent<typeof approvalCalls.page>>
  text: string
  onClear: () => void
  onApply: () => void
}

/** One of the lists with the chosen process beside it; on a phone, one of the two. */
export function ApprovalBoxPanes({ box, narrowing, text, onClear, onApply }: ApprovalBoxPanesProps) {
  const phone = usePhone()
  const { query, base, change, leave } = useUrlQuery()
  const { curPage } = readPaging(query)
  const order = orderOf(query)
  const list = useCall(approvalCalls.page, { ...narrowing, box, order, curPage, size: SIZE })
  const rows = useMemo(() => (list.data?.pageList ?? []).map(lineOf), [list.data])
  const batch = useBatch(rows)
  // What there is to do, for oneself or others.
  const isOpen = box === 'todo' || box === 'delegated'
  const asked = query.get('instance')
  // What was just decided is not chosen again while the list still has it.
  const [decided, setDecided] = useState({ instance: '', at: 0 })
  const isLeft = ({ processInstanceId }: Approval) =>
    processInstanceId === decided.instance && list.dataUpdatedAt === decided.at
  const first = phone ? undefined : list.data?.pageList.find((row) => !isLeft(row))
  const chosen = asked ?? first?.processInstanceId ?? null
  const moveOn = () => {
    const at = rows.findIndex(({ processInstanceId }) => processInstanceId === chosen)
    const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0)).toReversed()]
    const next = others.find(({ processInstanceId }) => processInstanceId !== chosen)
    setDecided({ instance: chosen ?? '', at: list.dataUpdatedAt })
    if (phone && !next) leave(['instance'])
    else change({ instance: next?.processInstanceId ?? null })
  }
  const lines = (
    <>
      <BatchFaults faults={batch.faults} unit="项" onForget={batch.onForget} />
      <Reading read={list} name="流程" skeleton={<ListSkeleton />} keepsOld>
        {({ pageList, rowCount }) =>
          pageList.length === 0 ? (
            <Nothing box={box} text={text} onClear={onClear} onApply={onApply} />
          ) : (
            <>
              {isOpen && (
                <ListHead
                  rows={rows}
                  batch={batch}
                  order={order}
                  onOrder={(next) => change({ order: next, page: null, instance: null })}
                />
              )}
              <ApprovalList
                box={box}
                rows={rows}
                batch={isOpen ? batch : null}
                word={narrowing.keyword ?? ''}
                chosen={chosen}
                hrefOf={(instance) => `${base}?${patchQuery(query, { instance }).toString()}`}
                // On a phone the process is a separate view, which the back button leaves.
                onChoose={(instance) => change({ instance }, { push: phone })}
              />
              {batch.bar.count > 0 && <BatchDecide batch={batch} />}
              {(rowCount ?? 0) > SIZE && (
                <Pager
                  phone
                  total={rowCount ?? 0}
                  paging={{ curPage, size: SIZE, sort: { field: '', kind: '' } }}
                  onChange={(next) =>
                    change({ page: next.curPage === 1 ? null : String(next.curPage), instance: null })
                  }
                />
              )}
            </>
          )
        }
      </Reading>
    </>
  )
  if (list.data && list.data.pageList.length === 0 && asked === null) return lines
  return (
    <div className={css.panes}>
      {!(phone && asked !== null) && <div className={css.list}>{lines}</div>}
      {chosen !== null && (
        <ApprovalPane
          key={chosen}
          processInstanceId={chosen}
          onDone={isOpen ? moveOn : null}
          onBack={phone ? () => leave(['instance']) : null}
        />
      )}
    </div>
  )
}

function Nothing({ box, text, onClear, onApply }: Omit<ApprovalBoxPanesProps, 'narrowing'>) {
  if (text !== '') return <NoMatch title="没有符合条件的流程" text={text} onClear={onClear} />
  return <Empty {...empty[box]} action={box === 'started' && <Button onClick={onApply}>发起流程</Button>} />
}

const empty: Record<ApprovalBox, { title: string; text: ReactNode }> = {
  todo: { title: '没有待办', text: '都办完了。需要您处理的流程会出现在这里' },
  done: { title: '还没有办理过流程', text: '您办理过的流程会出现在这里' },
  copied: { title: '没有抄送', text: '抄送给您的流程会出现在这里，可以查看，不需办理' },
  delegated: { title: '没有委托给您的待办', text: '同事外出时委托您办理的流程会出现在这里' },
  started: { title: '还没有发起过流程', text: '请假、采购申请从这里发起，办到哪一步随时可查' },
}

const LINES = 8

const ListSkeleton = () => (
  <div role="status" aria-label="正在加载">
    {Array.from({ length: LINES }, (_each, at) => (
      <div key={at} className={css.awaited} style={{ opacity: 1 - at / LINES }}>
        <i className="sk" style={{ width: `${46 + (at % 3) * 12}%` }} />
        <i className="sk" style={{ width: `${24 + (at % 4) * 6}%` }} />
      </div>
    ))}
  </div>
)

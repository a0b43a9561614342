import { departmentCalls as calls, type DepartmentMove } from '@heliodesk/contract/departments.ts'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { NoticeDialog } from '../../kit/NoticeDialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './move-department.module.css'

const LOOK_AGAIN_MS = 2000

/** How far the rows of a move have come; nothing while none is under way. */
export function MoveUnderWay() {
  const [looksAgain, setLooksAgain] = useState(false)
  const { data } = useCall(calls.moves, {}, looksAgain ? { refetchInterval: LOOK_AGAIN_MS } : {})
  const move = underWay(data)
  if (looksAgain !== (move !== undefined)) setLooksAgain(move !== undefined)
  if (!move) return null
  const { followed, expected } = move
  const share = expected === 0 ? 0 : Math.min(1, followed / expected)
  return (
    <div className={`alert undo ${css.strip}`} role="status">
      <RefreshCw className="i" aria-hidden />
      <span>
        {titleOf(move)}：人和电站已到新位置，工单和两票的编码正在更新（{formatNumber(followed)} / 约{' '}
        {formatNumber(Math.max(expected, followed))}）。完成前不能再调整部门。
      </span>
      <span
        className={css.progress}
        role="progressbar"
        aria-label="部门调整的进度"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i>
          <b style={{ width: `${share * 100}%` }} />
        </i>
      </span>
    </div>
  )
}

const underWay = (moves: DepartmentMove[] | undefined) => moves?.find(({ finishTime }) => finishTime === null)

const titleOf = ({ kind, departName, targetName }: DepartmentMove): string =>
  kind === 'move' ? `“${departName}”移到“${targetName}”下` : `“${departName}”并入“${targetName}”`

/** 调整记录: the last moves and merges. */
export function MovesDialog({ open, onClose }: OverlayProps) {
  const moves = useCall(calls.moves, {})
  return (
    <NoticeDialog open={open} title="部门调整记录" onClose={onClose}>
      <Reading read={moves} name="部门调整记录" height={160}>
        {(found) =>
          found.length === 0 ? (
            <p className="t3">还没有移动或合并过部门。</p>
          ) : (
            <ul className={css.moves}>
              {found.map((move) => (
                <li key={move.id}>
                  <b>{titleOf(move)}</b>
                  <span className="t2">
                    {formatNumber(move.departments)} 个部门、{formatNumber(move.people)} 人、
                    {formatNumber(move.stations)} 座电站；{move.reason}
                  </span>
                  <span className="t3 s12">
                    {move.actorName} {move.time}
                    {move.finishTime === null
                      ? '，工单还在更新'
                      : `，${formatNumber(move.followed)} 条记录已跟上`}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Reading>
    </NoticeDialog>
  )
}

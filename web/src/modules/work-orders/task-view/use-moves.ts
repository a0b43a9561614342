import { useState } from 'react'
import { callErrorOf, reportCallError } from '../../../lib/call-errors.ts'
import { notify } from '../../../lib/notices.ts'
import { useRefresh } from '../../../lib/queries.ts'
import { taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { reschedule, tellMoved } from '../moved.ts'
import { wireOf, type OrderBar, type Plan } from './plan-time.ts'

const timesOf = ({ start, end }: Plan) => ({ planStartTime: wireOf(start), planEndTime: wireOf(end) })

/**
 * Moves orders at once on the screen, and then on the server; what the server refuses goes back. `onConflict` is asked
 * where only a confirmation is missing.
 */
export function useMoves(onConflict: (bar: OrderBar, plan: Plan) => void) {
  const [moves, setMoves] = useState<ReadonlyMap<string, Plan>>(new Map())
  const refresh = useRefresh(taskViewCalls.gantt)
  const move = async (bar: OrderBar, plan: Plan): Promise<void> => {
    setMoves((before) => new Map(before).set(bar.id, plan))
    try {
      tellMoved(bar, await reschedule({ id: bar.id, version: bar.version, ...timesOf(plan) }))
    } catch (error) {
      const failed = callErrorOf(error)
      if (failed?.code === 'order.plan_conflict') onConflict(bar, plan)
      else if (failed?.code === 'order.stale') {
        notify({ kind: 'warning', title: '没有改期', text: `${bar.workCode} 刚被他人更新，已放回原处` })
        refresh()
      } else if (failed) reportCallError(failed)
    } finally {
      setMoves((before) => new Map([...before].filter(([id]) => id !== bar.id)))
    }
  }
  return {
    move: (bar: OrderBar, plan: Plan) => void move(bar, plan),
    isMoving: (id: string) => moves.has(id),
    /** The orders as they are once the server has agreed. */
    apply: (bars: readonly OrderBar[]): readonly OrderBar[] =>
      moves.size === 0
        ? bars
        : bars.map((bar) => {
            const plan = moves.get(bar.id)
            return plan ? { ...bar, ...timesOf(plan) } : bar
          }),
    moves,
  }
}

import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { MOST_BARS, taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { refusalOf as ruleRefusal } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { CalendarSearch } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { formatNumber } from '../../../kit/format.ts'
import { Reading } from '../../../kit/Reading.tsx'
import { Empty } from '../../../kit/States.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useHandler, useSame } from '../../../kit/use-steady.ts'
import { useReadAgain } from '../../../kit/use-seen.ts'
import { useLate } from '../../../kit/use-late.ts'
import { callErrorOf, reportCallError } from '../../../lib/call-errors.ts'
import { useCan } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import type { StepRequest } from '../forms/OrderDialogs.tsx'
import type { Order } from '../order.ts'
import type { StepAction } from '../order-steps.ts'
import { Agenda } from './Agenda.tsx'
import { Gantt } from './Gantt.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import type { Limits } from './load.ts'
import { PeriodBar } from './PeriodBar.tsx'
import { clashesOf, conflictingOf } from './plan-conflicts.ts'
import { isOpen, wireOf, type OrderBar, type Plan } from './plan-time.ts'
import { PrintedGantt } from './PrintedGantt.tsx'
import { useMoves } from './use-moves.ts'
import type { Shown } from './view.ts'
import { WeekCalendar } from './WeekCalendar.tsx'
import css from './task-view.module.css'

type Query = Sent<typeof taskViewCalls.gantt>

export type ViewProps = {
  shown: Shown
  narrowing: Partial<Query>
  onOpen: (id: string) => void
  onStep: (action: StepAction, order: Order, plan?: StepRequest['plan']) => void
}

/** The orders of a period: as a chart, as a calendar, or one below the other on a phone. */
export function PlannedView({ shown, narrowing, onOpen, onStep }: ViewProps) {
  const { period } = shown
  const read = useCall(taskViewCalls.gantt, { ...narrowing, begin: period.begin, end: period.end })
  const [onlyConflicts, setOnlyConflicts] = useState(false)
  const { query } = useUrlQuery()
  const late = useLate(read.isPlaceholderData)
  const bars = read.data?.bars
  const limits = useSame(limitsOf(read.data))
  const conflicting = useMemo(() => conflictingOf(bars ?? [], limits), [bars, limits])
  return (
    <>
      <PeriodBar
        shown={shown}
        facts={read.data ? factsOf(read.data) : null}
        conflicts={conflicting.size}
        onlyConflicts={onlyConflicts}
        onOnlyConflicts={setOnlyConflicts}
      />
      <div className={css.body} aria-busy={late}>
        <Reading read={read} name="工单计划" height={420} keepsOld>
          {(answer) => (
            <Planned
              shown={shown}
              answer={answer}
              person={query.get('liableUserId')}
              conflicting={conflicting}
              limits={limits}
              onlyConflicts={onlyConflicts}
              onOpen={onOpen}
              onStep={onStep}
            />
          )}
        </Reading>
      </div>
    </>
  )
}

type Answer = Received<typeof taskViewCalls.gantt>

const limitsOf = (answer: Answer | undefined): Limits => ({
  dayHours: answer?.dayHours ?? 0,
  bookingHours: answer?.bookingHours ?? 0,
})

const factsOf = ({ bars, isCut }: Answer): string =>
  isCut
    ? `超过 ${formatNumber(MOST_BARS)} 单，只列出最先开始的 ${formatNumber(MOST_BARS)} 单；请缩短时间或筛选`
    : `${formatNumber(bars.length)} 单，${formatNumber(bars.filter(isOpen).length)} 单在办`

type PlannedProps = Pick<ViewProps, 'shown' | 'onOpen' | 'onStep'> & {
  answer: Answer
  person: string | null
  conflicting: ReadonlySet<string>
  limits: Limits
  onlyConflicts: boolean
}

function Planned(props: PlannedProps) {
  const { shown, answer, person, conflicting, limits, onlyConflicts, onOpen, onStep } = props
  const { people, restDays } = answer
  const phone = usePhone()
  const readOrder = useReadAgain(workOrderCalls.detail)
  const ask = async (bar: OrderBar, { start, end }: Plan) => {
    try {
      const order = await readOrder({ id: bar.id })
      onStep('reschedule', order, { planStartTime: wireOf(start), planEndTime: wireOf(end) })
    } catch (error) {
      const failed = callErrorOf(error)
      if (failed) reportCallError(failed)
    }
  }
  const moves = useMoves((bar, plan) => void ask(bar, plan))
  const refusalOf = useMoveRefusal(moves.moves)
  const { apply } = moves
  const bars = useMemo(() => {
    const all = apply(answer.bars)
    return onlyConflicts ? all.filter(({ id }) => conflicting.has(id)) : all
    // oxlint-disable-next-line react/exhaustive-deps -- `apply` depends on `moves` alone
  }, [answer.bars, moves.moves, onlyConflicts, conflicting])
  const drop = useHandler((bar: OrderBar, plan: Plan) =>
    clashesOf(bar, plan, bars, limits).length > 0 ? void ask(bar, plan) : moves.move(bar, plan),
  )
  if (bars.length === 0)
    return (
      <Empty
        icon={CalendarSearch}
        title={onlyConflicts ? '没有冲突' : '这段时间没有计划的工单'}
        text={onlyConflicts ? '没有人员重叠，也没有晚于承诺的计划' : '换一段时间，或在指派工单时填写计划时间'}
      />
    )
  if (phone)
    return <Agenda bars={bars} begin={shown.period.begin} conflicting={conflicting} onOpen={onOpen} />
  const common = { bars, people, restDays, conflicting, limits, onOpen }
  if (shown.view === 'gantt') {
    const { zoom, period, grouping } = shown
    const chart = { ...common, zoom, period, grouping, person, refusalOf }
    return (
      <>
        <Gantt {...chart} onDrop={drop} />
        <PrintedGantt {...chart} />
      </>
    )
  }
  return shown.zoom === 'week' ? (
    <WeekCalendar key={shown.period.begin} {...common} period={shown.period} />
  ) : (
    <MonthCalendar {...common} period={shown.period} day={shown.day} />
  )
}

/** Why the signed-in user cannot move an order now. */
function useMoveRefusal(moves: ReadonlyMap<string, Plan>): (bar: OrderBar) => string | null {
  const userId = useSession(({ user }) => user?.id ?? '')
  const may = useCan('order:assign')
  return useCallback(
    (bar) => {
      if (!may) return '没有“指派工单”权限，不能改期'
      if (moves.has(bar.id)) return '正在保存上一次改期'
      return ruleRefusal('reschedule', bar, userId)
    },
    [may, moves, userId],
  )
}

import type { FocusEvent, ReactNode } from 'react'
import { CountedTextarea } from '../../../kit/CountedTextarea.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { totalHours, type ExecutionDraft, type HoursDraft } from './execution.ts'
import { PrerequisiteList, StepList, type StepListProps } from './StepList.tsx'

/** The parts of a form of the work: one is left out where the order has nothing in it. */

type PrerequisitesProps = {
  list: ExecutionDraft['prerequisiteList']
  onChange: (list: ExecutionDraft['prerequisiteList']) => void
}

export function Prerequisites({ list, onChange }: PrerequisitesProps) {
  if (list.length === 0) return null
  return (
    <section>
      <h2>
        先决条件
        <small>
          {list.filter(({ met }) => met).length} / {list.length} 已满足
        </small>
      </h2>
      <PrerequisiteList list={list} onChange={onChange} />
    </section>
  )
}

type StepsProps = StepListProps & { onBlur?: (event: FocusEvent<HTMLElement>) => void }

export function Steps({ onBlur, ...list }: StepsProps) {
  if (list.steps.length === 0) return null
  return (
    <section onBlur={onBlur}>
      <h2>
        作业步骤
        <small>
          {list.steps.filter(({ done }) => done).length} / {list.steps.length} 步
        </small>
      </h2>
      <StepList {...list} />
    </section>
  )
}

export const Hours = ({ rows, children }: { rows: readonly HoursDraft[]; children: ReactNode }) => (
  <section>
    <h2>
      工时
      <small>合计 {formatNumber(totalHours(rows), 1)} h</small>
    </h2>
    {children}
  </section>
)

type NoteProps = { value: string; onChange: (note: string) => void; onBlur?: () => void }

export const ExecutionNote = ({ value, onChange, onBlur }: NoteProps) => (
  <section onBlur={onBlur}>
    <h2>执行情况</h2>
    <CountedTextarea
      aria-label="执行情况"
      max={500}
      rows={3}
      mostRows={8}
      placeholder="做了什么、换了什么、遗留什么"
      value={value}
      onChange={onChange}
    />
  </section>
)

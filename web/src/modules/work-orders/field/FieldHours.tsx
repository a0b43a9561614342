import { useState } from 'react'
import type { Act } from '../../../domain/field/acts.ts'
import { Button } from '../../../kit/Button.tsx'
import { formatNumber, formatTime } from '../../../kit/format.ts'
import { hoursErrors, type HoursDraft } from '../forms/execution.ts'
import { HoursEditor } from '../forms/HoursEditor.tsx'
import type { OrderDetail } from '../order.ts'
import css from './field-execution.module.css'

type Given = Extract<Act, { act: 'hours' }>['given']

type FieldHoursProps = {
  order: OrderDetail
  /** Returns whether it was kept. */
  onAdd: (given: Given) => Promise<boolean>
}

/** The hours of the order, and rows that are being entered: they count when they are recorded. */
export function FieldHours({ order, onAdd }: FieldHoursProps) {
  const [drafts, setDrafts] = useState<readonly HoursDraft[]>([])
  const wrong = drafts.findIndex((row) => Object.keys(hoursErrors(row)).length > 0)
  const record = async () => {
    for (const draft of drafts) {
      const { executorName, actualStartTime, actualEndTime, peopleNum, remark } = draft
      const given = {
        executorName,
        actualStartTime: actualStartTime ?? '',
        actualEndTime: actualEndTime ?? '',
        peopleNum: peopleNum ?? 0,
        remark,
      }
      if (!(await onAdd(given))) return
      setDrafts((all) => all.filter((each) => each !== draft))
    }
  }
  return (
    <div className={css.hours}>
      {order.workHoursList.length > 0 && (
        <ul aria-label="已登记的工时">
          {order.workHoursList.map(
            ({ id, executorName, actualStartTime, actualEndTime, peopleNum, workHours }) => (
              <li key={id}>
                <b>
                  {executorName}
                  {peopleNum > 1 && ` 等 ${peopleNum} 人`}
                </b>
                <span className="t3">
                  {formatTime(actualStartTime)} – {actualEndTime.slice(11, 16)}
                </span>
                <span className="mla">{formatNumber(workHours, 1)} h</span>
              </li>
            ),
          )}
        </ul>
      )}
      <HoursEditor order={order} rows={drafts} onChange={setDrafts} />
      {drafts.length > 0 && (
        <Button
          kind="pri"
          refusal={wrong < 0 ? null : `工时第 ${wrong + 1} 行未填完整`}
          onClick={() => void record()}
        >
          登记工时
        </Button>
      )}
    </div>
  )
}

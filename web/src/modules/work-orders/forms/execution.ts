import dayjs from 'dayjs'
import type { Sent } from '@heliodesk/contract/call.ts'
import { missingForSubmit, workHoursOf, type Missing } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { REQUIRED } from '../../../kit/Field.tsx'
import { WIRE_TIME } from '../../../kit/format.ts'
import type { OrderDetail } from '../order.ts'
import { companyNow } from '../../../lib/company-time.ts'

/** A row of hours being edited. */
export type HoursDraft = {
  executorName: string
  actualStartTime: string | null
  actualEndTime: string | null
  peopleNum: number | null
  remark: string
}

export type ExecutionDraft = {
  prerequisiteList: OrderDetail['prerequisiteList']
  stepList: OrderDetail['stepList']
  workHoursList: HoursDraft[]
  executionNote: string
}

export type Step = ExecutionDraft['stepList'][number]

export const draftOf = (order: OrderDetail): ExecutionDraft => ({
  prerequisiteList: order.prerequisiteList,
  stepList: order.stepList,
  workHoursList: order.workHoursList.map(
    ({ executorName, actualStartTime, actualEndTime, peopleNum, remark }) => ({
      executorName,
      actualStartTime,
      actualEndTime,
      peopleNum,
      remark,
    }),
  ),
  executionNote: order.executionNote ?? '',
})

/** 工时 = 人数 × (结束 − 开始), to 0.1 h; null while the row is incomplete. */
export function hoursOf({ actualStartTime, actualEndTime, peopleNum }: HoursDraft): number | null {
  if (!actualStartTime || !actualEndTime || !peopleNum) return null
  const start = dayjs(actualStartTime).valueOf()
  const end = dayjs(actualEndTime).valueOf()
  return end > start ? workHoursOf(start, end, peopleNum) : null
}

export const totalHours = (rows: readonly HoursDraft[]): number =>
  Math.round(rows.reduce((sum, row) => sum + (hoursOf(row) ?? 0), 0) * 10) / 10

/** The errors of a row of hours, by field. */
export function hoursErrors(row: HoursDraft): Partial<Record<keyof HoursDraft, string>> {
  const errors: Partial<Record<keyof HoursDraft, string>> = {}
  if (!row.executorName.trim()) errors.executorName = REQUIRED
  if (!row.actualStartTime) errors.actualStartTime = REQUIRED
  if (!row.actualEndTime) errors.actualEndTime = REQUIRED
  else if (row.actualStartTime && row.actualEndTime <= row.actualStartTime) {
    errors.actualEndTime = '实际结束时间应晚于实际开始时间'
  }
  if (!row.peopleNum || row.peopleNum < 1) errors.peopleNum = '人数至少 1 人'
  else if (!Number.isInteger(row.peopleNum)) errors.peopleNum = '人数应为整数'
  return errors
}

const isComplete = (row: HoursDraft): boolean => Object.keys(hoursErrors(row)).length === 0

type OrderKind = Pick<OrderDetail, 'taskType' | 'needWorkHours' | 'purchasesWay'>

export const asksForHours = ({ taskType, needWorkHours }: OrderKind): boolean =>
  needWorkHours !== 0 && taskType !== 10

/** Cleaning by a contractor has no execution form (product.md "Work orders"). */
export const asksForExecution = ({ taskType, purchasesWay }: OrderKind): boolean =>
  !(taskType === 1 && purchasesWay)

/** Why these entries cannot be saved. */
export function wrongForSave(draft: ExecutionDraft): string[] {
  return draft.workHoursList.flatMap((row, index) =>
    isComplete(row) ? [] : [`工时第 ${index + 1} 行未填完整`],
  )
}

/** What is missing or wrong before the work can be submitted. */
export function missingFrom(
  order: OrderKind,
  draft: ExecutionDraft,
  photoList: readonly { stepNo: number }[],
): Missing[] {
  const stepList = draft.stepList.map((step) => ({ ...step, value: step.value.trim() }))
  return [
    ...missingForSubmit(order, { ...draft, stepList, photoList }),
    ...wrongForSave(draft).map((text) => ({ text, kind: null })),
  ]
}

/** A step ticked at the current time, or unticked. */
export const tickStep = (step: Step, done: boolean): Step => ({
  ...step,
  done,
  doneAt: done ? (step.doneAt ?? companyNow().format(WIRE_TIME)) : null,
})

/** The entries in wire format; the rows of hours must be complete. */
export function sentFrom(
  draft: ExecutionDraft,
): Omit<Sent<typeof workOrderCalls.execute>, 'id' | 'version' | 'submit'> {
  return {
    ...draft,
    workHoursList: draft.workHoursList.map((row) => ({
      ...row,
      actualStartTime: row.actualStartTime ?? '',
      actualEndTime: row.actualEndTime ?? '',
      peopleNum: row.peopleNum ?? 0,
    })),
  }
}

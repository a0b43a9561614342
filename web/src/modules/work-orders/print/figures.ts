import type { Measures } from '@heliodesk/contract/order-statistics.ts'
import { EMPTY, formatNumber } from '../../../kit/format.ts'
import {
  changeOf,
  moneyOf,
  shareChange,
  shareOf,
  type Change,
  type Overview,
} from '../statistics/statistics.ts'

export type Figure = { name: string; now: string; before: string; change: string; fact: string }

/** The figures of the strip in lines, each with that of the time before. */
export function figuresOf({ figures: now, figuresBefore: before }: Overview): Figure[] {
  const line = (
    name: string,
    unit: string,
    of: (measures: Measures) => number | null,
    { digits = 0, change, fact = '' }: { digits?: 0 | 1; change: Change | null; fact?: string },
  ): Figure => {
    const said = (value: number | null) => (value === null ? EMPTY : `${formatNumber(value, digits)} ${unit}`)
    return { name, now: said(of(now)), before: said(of(before)), change: change?.words ?? EMPTY, fact }
  }
  const onTime = (of: Measures) => shareOf(of.onTime, of.due)
  const reopened = (of: Measures) => shareOf(of.reopened, of.finished)
  const less = { lessIsBetter: true } as const
  return [
    line('新建', '单', ({ created }) => created, { change: shareChange(now.created, before.created) }),
    line('完成', '单', ({ finished }) => finished, { change: shareChange(now.finished, before.finished) }),
    line('响应', 'min', ({ respondMinutes }) => respondMinutes, {
      change: changeOf(now.respondMinutes, before.respondMinutes, 'min', less),
      fact: '接单 − 报出',
    }),
    line('修复', 'h', ({ repairHours }) => repairHours, {
      digits: 1,
      change: changeOf(now.repairHours, before.repairHours, 'h', { digits: 1, ...less }),
      fact: '恢复 − 报出',
    }),
    line('按期完成', '%', onTime, {
      digits: 1,
      change: changeOf(onTime(now), onTime(before), '', { digits: 1 }),
      fact: `${formatNumber(now.onTime)} / ${formatNumber(now.due)}`,
    }),
    line('重开', '%', reopened, {
      digits: 1,
      change: changeOf(reopened(now), reopened(before), '', { digits: 1, ...less }),
      fact: `${formatNumber(now.reopened)} / ${formatNumber(now.finished)}`,
    }),
    line('损失电量', 'kWh', ({ lostKwh }) => lostKwh, {
      change: shareChange(now.lostKwh, before.lostKwh, true),
      fact: `约 ${moneyOf(now.lostYuan)}`,
    }),
  ]
}

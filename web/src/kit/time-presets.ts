import type { Dayjs } from 'dayjs'

/** A time that is offered by name. */
export type TimePreset = { title: string; at: Dayjs }

/** A range of days that is offered by name, both ends included. */
export type RangePreset = { title: string; from: Dayjs; until: Dayjs }

/** What a time in the future stands for: when work begins, or when it must be done. */
export type Ahead = 'start' | 'end'

const MONDAY = 1
const FRIDAY = 5

/** The day of the week that contains `now`, which begins on Monday; `weeks` later. */
const weekday = (now: Dayjs, day: number, weeks = 0) =>
  now
    .startOf('day')
    .subtract((now.day() + 6) % 7, 'day')
    .add(day - MONDAY + 7 * weeks, 'day')

const offered: Record<Ahead, (now: Dayjs) => [title: string, day: Dayjs, hour: number][]> = {
  start: (now) => [
    ['今天 14:00', now, 14],
    ['明天 08:00', now.add(1, 'day'), 8],
    ['明天 14:00', now.add(1, 'day'), 14],
    ['下周一 08:00', weekday(now, MONDAY, 1), 8],
  ],
  end: (now) => [
    ['今天 18:00', now, 18],
    ['明天 12:00', now.add(1, 'day'), 12],
    ['明天 18:00', now.add(1, 'day'), 18],
    ['本周五 18:00', weekday(now, FRIDAY), 18],
    ['下周五 18:00', weekday(now, FRIDAY, 1), 18],
  ],
}

/** The times that are offered for a start or a deadline: each time once, none that has passed. */
export function timesAhead(kind: Ahead, now: Dayjs): TimePreset[] {
  const all = offered[kind](now).map(([title, day, hour]) => ({ title, at: day.startOf('day').hour(hour) }))
  return all.filter(
    ({ at }, place) => at.isAfter(now) && all.findIndex((each) => each.at.isSame(at)) === place,
  )
}

/** The ranges that are offered in every filter by days; a week begins on Monday. */
export function rangesOf(now: Dayjs): RangePreset[] {
  const today = now.startOf('day')
  const last = today.subtract(1, 'month')
  const whole = (title: string, day: Dayjs, unit: 'month' | 'year') => ({
    title,
    from: day.startOf(unit),
    until: day.endOf(unit).startOf('day'),
  })
  return [
    { title: '今天', from: today, until: today },
    { title: '昨天', from: today.subtract(1, 'day'), until: today.subtract(1, 'day') },
    { title: '近 7 天', from: today.subtract(6, 'day'), until: today },
    { title: '近 30 天', from: today.subtract(29, 'day'), until: today },
    { title: '本周', from: weekday(now, MONDAY), until: weekday(now, MONDAY + 6) },
    { title: '上周', from: weekday(now, MONDAY, -1), until: weekday(now, MONDAY + 6, -1) },
    whole('本月', today, 'month'),
    whole('上月', last, 'month'),
    whole('今年', today, 'year'),
  ]
}

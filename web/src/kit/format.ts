import dayjs from 'dayjs'
import { companyNow, companyTime } from '../lib/company-time.ts'

/** Shown for an empty value everywhere (spec 2 §2 detail layout). */
export const EMPTY = '--'

const grouped = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const formats = [grouped(0), grouped(1), grouped(2)] as const

/** A number with thousands separators (spec 2 §5) and exactly this many decimals. */
export const formatNumber = (value: number, digits: 0 | 1 | 2 = 0): string => formats[digits].format(value)

/** An amount that data roles may hide. */
export const formatAmount = (value: number | null, digits: 0 | 1 | 2 = 2): string =>
  value === null ? EMPTY : formatNumber(value, digits)

/** `MM-DD HH:mm`; with the year only when it is not the current year. */
export function formatTime(time: string | null, now: dayjs.ConfigType = companyNow()): string {
  if (!time) return EMPTY
  const year = dayjs(now).format('YYYY-')
  const short = time.slice(0, 16)
  return short.startsWith(year) ? short.slice(5) : short
}

/** `YYYY-MM-DD HH:mm:ss`, the default time format (spec 2 §5). */
export const formatSecond = (time: string | null): string => (time ? time.slice(0, 19) : EMPTY)

/** `YYYY/MM/DD`, the default format of a day without a time (spec 1 §9, 2 §5). */
export const formatDay = (time: string | null): string =>
  time ? time.slice(0, 10).replaceAll('-', '/') : EMPTY

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** 周二. */
export const formatWeekday = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]!

/** 11 月 24 日 周二, for the day that a page is of. */
export const formatDate = (at: string): string =>
  `${Number(at.slice(5, 7))} 月 ${Number(at.slice(8, 10))} 日 ${formatWeekday(at.slice(0, 10))}`

/** `YYYY-MM-DD HH:mm`. */
export const formatMinute = (time: string | null): string => (time ? time.slice(0, 16) : EMPTY)

/** `09:12` for an instant of today, with its day for any other; in milliseconds. */
export function formatAge(at: number): string {
  const time = companyTime(at)
  return time.format(time.isSame(companyNow(), 'day') ? 'HH:mm' : 'MM-DD HH:mm')
}

/** The time since: 刚刚, 5 分钟前, 3 小时前, 2 天前. */
export function formatAgo(seconds: number): string {
  if (seconds < 60) return '刚刚'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时前`
  return `${Math.floor(seconds / 86_400)} 天前`
}

/** A station's or group's capacity: 9,800 kWp; from ten megawatts on 12.5 MW, 612 MW. */
export function formatCapacity(kilowatts: number | null, unit: 'kWp' | 'kW' = 'kWp'): string {
  if (kilowatts === null) return EMPTY
  const shown = Math.round(kilowatts * 10) / 10
  if (shown < 10_000) return `${formatNumber(shown, Number.isInteger(shown) ? 0 : 1)} ${unit}`
  const mw = Math.round(kilowatts / 10) / 100
  return `${formatNumber(mw, Number.isInteger(mw) ? 0 : 2)} MW`
}

const KB = 1024
const MB = 1024 * KB

/** A file's size, rounded up: 1 KB, 2.5 MB. */
export const formatSize = (bytes: number): string =>
  bytes <= MB - KB
    ? `${formatNumber(Math.max(1, Math.ceil(bytes / KB)))} KB`
    : `${formatNumber(Math.ceil((bytes / MB) * 10) / 10, 1)} MB`

export const WIRE_TIME = 'YYYY-MM-DD HH:mm:ss'

/** The length of a film: 0:07, 1:00. */
export function lengthOf(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

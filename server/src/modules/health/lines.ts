import type { HealthLevel, HealthLine } from '@heliodesk/contract/health.ts'

type Limits = { warn: number; bad: number }

const levelOf = (amount: number, { warn, bad }: Limits): HealthLevel =>
  amount >= bad ? 'bad' : amount >= warn ? 'warn' : 'ok'

type Measured = Limits & {
  title: string
  amount: number
  value: string
  /** A limit in words. */
  words: (limit: number) => string
  advice: string
}

/** With a space only where a digit or a sign meets Chinese. */
const spaced = (words: string) =>
  `${/^[\d-]/.test(words) ? ' ' : ''}${words}${/[\w%]$/.test(words) ? ' ' : ''}`

/** A figure that is worse the larger it is. */
export function measured({ title, amount, value, words, advice, ...limits }: Measured): HealthLine {
  const level = levelOf(amount, limits)
  const rule = `达到${spaced(words(limits.warn))}为注意，${spaced(words(limits.bad)).trimStart()}为异常`
  return { title, value, level, rule, advice: level === 'ok' ? '' : advice }
}

/** A fact without limits. */
export const fact = (title: string, value: string, rule = ''): HealthLine => ({
  title,
  value,
  level: 'ok',
  rule,
  advice: '',
})

/** A yes or no. */
export const judged = (
  title: string,
  value: string,
  level: HealthLevel,
  rule: string,
  advice: string,
): HealthLine => ({ title, value, level, rule, advice: level === 'ok' ? '' : advice })

export const percent = (share: number): string => `${Math.round(share * 100)}%`

const GB = 1024 ** 3
export const gb = (bytes: number): string => `${(bytes / GB).toFixed(bytes < 10 * GB ? 2 : 0)} GB`

export function span(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} 秒`
  if (seconds < 3600) return `${Math.round(seconds / 60)} 分钟`
  return `${Math.round(seconds / 3600)} 小时`
}

import type { Segment } from '@heliodesk/contract/checks.ts'

/** Two capitals, a year and a running number. */
export const serial: Segment[] = [
  { digits: 2, pattern: '[A-Z]{2}', message: '前两位是大写字母' },
  { digits: 4, pattern: '20\\d\\d', message: '第三至六位是年份' },
  { digits: '*', pattern: '\\d{3,5}', message: '最后是 3 至 5 位流水号' },
]

const huge = (at: number): Segment => ({ digits: 10, pattern: `(\\pL{0,1000}|${at})*`, message: '不符' })
/** A rule whose program is larger than any that is saved. */
export const tooLarge: Segment[] = Array.from({ length: 20 }, (_each, at) => huge(at))

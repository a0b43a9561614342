import { formulaOf } from '@heliodesk/contract/inspection-formulas.ts'
import { rangeText } from '@heliodesk/contract/inspection-limits.ts'
import type {
  Found,
  InspectionSheet,
  SheetItem,
  SheetLineRow,
} from '@heliodesk/contract/inspection-sheets.ts'

export type Sheet = InspectionSheet
export type Line = SheetLineRow
export type Item = SheetItem

export const itemsOf = ({ itemList }: Sheet): ReadonlyMap<string, Item> =>
  new Map(itemList.map((item) => [item.itemId, item]))

export function sheetFacts({ lineList }: Sheet) {
  const count = (verdict: Line['verdict']) => lineList.filter((line) => line.verdict === verdict).length
  return {
    recorded: lineList.length - count(null),
    abnormal: count('abnormal'),
    watch: count('watch'),
    absent: count('absent'),
    defects: new Set(lineList.flatMap(({ defect }) => (defect ? [defect.workCode] : []))).size,
  }
}

const BREAKS = /[\s,，、;；]+/

/** What a person typed, as numbers; null if it is no number. */
export function numbersOf(typed: string): number[] | null {
  const parts = typed
    .trim()
    .split(BREAKS)
    .filter((part) => part !== '')
  const numbers = parts.map(Number)
  return numbers.some((each) => !Number.isFinite(each)) ? null : numbers
}

/** What was typed for an item with numbers, or what is wrong with it. */
export function foundOf(item: Item, typed: string): Pick<Found, 'value' | 'parts'> | string {
  const numbers = numbersOf(typed)
  if (numbers === null) return '应为数值'
  if (item.formula !== null) {
    if (numbers.length === 0) return `应填写${formulaOf(item.formula).takes.join('、')}`
    return { value: null, parts: numbers }
  }
  const [value] = numbers
  if (value === undefined || numbers.length > 1) return '应填写一个数值'
  return { value, parts: [] }
}

/** What stands in the field of a line. */
export const typedOf = ({ value, parts }: Line): string =>
  parts.length > 0 ? parts.join(' ') : value === null ? '' : String(value)

/** 热点 正常对应点 环境温度, or what the reading is in. */
export const hintOf = (item: Item): string =>
  item.formula === null
    ? ''
    : formulaOf(item.formula).takes.join(' ') + (formulaOf(item.formula).many ? ' …' : '')

export const rangeOf = ({ kind, limits, normalText }: Item): string =>
  kind === 'judge' ? normalText : rangeText(limits)

/** All readings of a line, with its own as the last. */
export const courseOf = ({ trend, value }: Line): number[] =>
  value === null ? [...trend] : [...trend, value]

/** What somebody says of a line who says nothing but that. */
export const saying = (verdict: Found['verdict'], note = ''): Found => ({
  verdict,
  value: null,
  parts: [],
  isReread: false,
  note,
})

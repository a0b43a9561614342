import { AMBIENT, formulaOf, type FormulaKey } from '@heliodesk/contract/inspection-formulas.ts'
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

/** The readings that are typed: not the temperature of the air if the sheet has it. */
function asked(formula: FormulaKey, ambient: number | null): { takes: readonly string[]; isFilled: boolean } {
  const { takes } = formulaOf(formula)
  const isFilled = ambient !== null && takes.at(-1) === AMBIENT
  return { takes: isFilled ? takes.slice(0, -1) : takes, isFilled }
}

/**
 * What was typed for an item with numbers, or what is wrong with it. The temperature of the air is that of the sheet
 * unless it was typed too.
 */
export function foundOf(
  item: Item,
  typed: string,
  ambient: number | null,
): Pick<Found, 'value' | 'parts'> | string {
  const numbers = numbersOf(typed)
  if (numbers === null) return '应为数值'
  if (item.formula !== null) {
    const { takes, isFilled } = asked(item.formula, ambient)
    if (numbers.length === 0) return `应填写${takes.join('、')}`
    const lacksAir = isFilled && ambient !== null && numbers.length === takes.length
    return { value: null, parts: lacksAir ? [...numbers, ambient] : numbers }
  }
  const [value] = numbers
  if (value === undefined || numbers.length > 1) return '应填写一个数值'
  return { value, parts: [] }
}

/** What stands in the field of a line. */
export const typedOf = ({ value, parts }: Line): string =>
  parts.length > 0 ? parts.join(' ') : value === null ? '' : String(value)

/** What is typed for a computed item: 热点 正常对应点 环境温度. */
export function hintOf({ formula }: Item, ambient: number | null): string {
  if (formula === null) return ''
  const { takes, isFilled } = asked(formula, ambient)
  return takes.join(' ') + (formulaOf(formula).many ? ' …' : '') + (isFilled ? `，环境 ${ambient} ℃` : '')
}

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

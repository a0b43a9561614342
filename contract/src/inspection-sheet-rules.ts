import type { DefectLevel } from './defect-levels.ts'
import { computed, formulaOf, partsRefusal } from './inspection-formulas.ts'
import { excess, judge, rangeText } from './inspection-limits.ts'
import type { ItemDefinition } from './inspection-items.ts'
import type { Found, InspectionSheet, LineVerdict, SheetItem, SheetLineRow } from './inspection-sheets.ts'

/** How an inspection order's sheet is judged. The server enforces it; screens and phones show it before. */

type Asked = Pick<ItemDefinition, 'name' | 'kind' | 'formula' | 'limits' | 'jump' | 'unit' | 'photo'>

export type Judged = {
  verdict: LineVerdict
  grade: DefectLevel | null
  value: number | null
  parts: number[]
  /** Why a computed value says nothing; '' otherwise. */
  silent: string
}

/** What a person found, judged by the item; a text says why it cannot be. */
export function judged(item: Asked, { verdict, value, parts }: Found): Judged | string {
  if (verdict === 'absent') return { verdict, grade: null, value: null, parts: [], silent: '' }
  if (item.kind === 'judge') {
    if (verdict === null) return `请判断“${item.name}”`
    if (verdict === 'watch') return `“${item.name}”只能判为正常、异常或不涉及`
    return {
      verdict,
      grade: verdict === 'abnormal' ? item.limits.grade : null,
      value: null,
      parts: [],
      silent: '',
    }
  }
  const given = valueOf(item, value, parts)
  if (typeof given === 'string') return given
  const by =
    given.value === null ? { verdict: 'normal' as const, grade: null } : judge(given.value, item.limits)
  // What is within the range may look wrong nevertheless.
  if (verdict === 'abnormal' && by.verdict !== 'abnormal')
    return { ...given, verdict, grade: item.limits.grade }
  return { ...given, ...by }
}

function valueOf(
  { name, formula }: Asked,
  value: number | null,
  parts: number[],
): Pick<Judged, 'value' | 'parts' | 'silent'> | string {
  if (formula === null) return value === null ? `请填写“${name}”的读数` : { value, parts: [], silent: '' }
  const refusal = partsRefusal(formula, parts.length)
  if (refusal !== null) return `“${name}”${refusal}`
  const result = computed(formula, parts)
  return { value: result, parts, silent: result === null ? formulaOf(formula).silent : '' }
}

/** Why a value is to be read again first; null if it is not. */
export function jumpRefusal(
  { name, jump, unit }: Asked,
  value: number | null,
  { trend, isReread }: { trend: readonly number[]; isReread: boolean },
): string | null {
  const last = trend.at(-1)
  if (jump === null || value === null || last === undefined || isReread) return null
  const by = Math.abs(value - last)
  if (by <= jump) return null
  return `“${name}”与上次 ${inUnit(last, unit)} 相差 ${inUnit(by, unit)}，超过 ${inUnit(jump, unit)}，请重读一次再登记`
}

export const inUnit = (value: number, unit: string): string => `${Number(value.toFixed(4))} ${unit}`.trim()

/** By how much the last readings rose, if that is more than the item watches for; else null. */
export function riseOf(
  { trendRise }: Pick<ItemDefinition, 'trendRise'>,
  readings: readonly number[],
): number | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (trendRise === null || first === undefined || last === undefined || readings.length < 2) return null
  const rise = last - first
  return rise > trendRise ? Number(rise.toFixed(4)) : null
}

/** An abnormal reading that nobody dealt with. */
export const isUnsettled = ({
  verdict,
  exemptReason,
  defect,
}: Pick<SheetLineRow, 'verdict' | 'exemptReason' | 'defect'>): boolean =>
  verdict === 'abnormal' && exemptReason === '' && defect === null

/** Whether a line needs a photo that it has not. */
export const lacksPhoto = (
  { photo }: Pick<ItemDefinition, 'photo'>,
  verdict: LineVerdict | null,
  photos: number,
): boolean =>
  photos === 0 &&
  ((photo === 'always' && verdict !== null && verdict !== 'absent') ||
    (photo === 'abnormal' && verdict === 'abnormal'))

export type Progress = {
  stop: number
  name: string
  lines: number
  recorded: number
  abnormal: number
  unsettled: number
  photoless: number
}

const gravest = (levels: readonly (DefectLevel | null)[]): DefectLevel =>
  levels.includes('I') ? 'I' : levels.includes('II') ? 'II' : 'III'

/** The words and the grade of the defect of some abnormal lines at a device. */
export function defectOf(
  name: string,
  lines: readonly {
    item: Pick<SheetItem, 'name' | 'unit' | 'limits' | 'normalText'>
    line: Pick<SheetLineRow, 'value' | 'grade' | 'note' | 'trend'>
  }[],
): { text: string; defectLevel: DefectLevel; grounds: string[] } {
  const said = lines.map(({ item, line: { value, note, trend } }) => {
    if (value === null) return [`${item.name}异常`, note].filter((each) => each !== '').join('：')
    const by = excess(value, item.limits)
    const over = by > 0 ? `超限 ${inUnit(by, item.unit)}` : ''
    const last = trend.at(-1)
    const rose = last === undefined ? '' : `上次 ${inUnit(last, item.unit)}`
    return [`${item.name} ${inUnit(value, item.unit)}`, over, rose, note]
      .filter((each) => each !== '')
      .join('，')
  })
  const grounds = lines.map(({ item, line: { value, grade } }) => {
    const range = value === null ? item.normalText : `${rangeText(item.limits)} ${item.unit}`.trim()
    const should = range === '' ? '正常' : value === null ? range : `为 ${range}`
    return `${item.name}应${should}，${grade ?? 'III'} 级`
  })
  return {
    text: `${name} ${said.join('；')}`.slice(0, 200),
    defectLevel: gravest(lines.map(({ line }) => line.grade)),
    grounds,
  }
}

/** Where each device of a sheet stands. */
export function progressOf(sheet: Pick<InspectionSheet, 'itemList' | 'stopList' | 'lineList'>): Progress[] {
  const items = new Map(sheet.itemList.map((item) => [item.itemId, item]))
  const byStop = new Map<number, SheetLineRow[]>()
  for (const line of sheet.lineList) byStop.set(line.stop, [...(byStop.get(line.stop) ?? []), line])
  return sheet.stopList.map(({ stop, name }) => {
    const lines = byStop.get(stop) ?? []
    const photoless = lines.filter(({ itemId, verdict, photoList }) => {
      const item = items.get(itemId)
      return item !== undefined && lacksPhoto(item, verdict, photoList.length)
    })
    return {
      stop,
      name,
      lines: lines.length,
      recorded: lines.filter(({ verdict }) => verdict !== null).length,
      abnormal: lines.filter(({ verdict }) => verdict === 'abnormal').length,
      unsettled: lines.filter(isUnsettled).length,
      photoless: photoless.length,
    }
  })
}

export const isComplete = ({ lines, recorded, unsettled, photoless }: Progress): boolean =>
  recorded === lines && unsettled === 0 && photoless === 0

/** What a device still lacks: 3 号箱变：5 项未记录、1 项异常未处理、1 项未拍照. */
export function lackOf({
  name,
  lines,
  recorded,
  unsettled,
  photoless,
}: Omit<Progress, 'abnormal' | 'stop'>): string {
  const parts = [
    ...(recorded < lines ? [`${lines - recorded} 项未记录`] : []),
    ...(unsettled > 0 ? [`${unsettled} 项异常未处理`] : []),
    ...(photoless > 0 ? [`${photoless} 项未拍照`] : []),
  ]
  return parts.length === 0 ? '' : `“${name}”${parts.join('、')}`
}

import { own } from '@heliodesk/contract/own.ts'
import { fitSettings, MAX_FIXED, type AnyColumn, type ColumnSettings } from './columns.ts'

/** The width change per press of an arrow key, in pixels. */
export const WIDTH_STEP = 16

/** The only visible column cannot be hidden. */
export const isOnlyShown = ({ order, hidden }: ColumnSettings, key: string): boolean =>
  !hidden.includes(key) && hidden.length >= order.length - 1

export function toggleHidden(settings: ColumnSettings, key: string): ColumnSettings {
  if (isOnlyShown(settings, key)) return settings
  const hidden = settings.hidden.includes(key)
    ? settings.hidden.filter((each) => each !== key)
    : [...settings.hidden, key]
  return { ...settings, hidden }
}

/** Fixes a column after the fixed ones, or releases it to the start of the others. */
export function toggleFixed(settings: ColumnSettings, key: string): ColumnSettings {
  const others = settings.fixed.filter((each) => each !== key)
  if (others.length === settings.fixed.length && others.length >= MAX_FIXED) return settings
  const fixed = settings.fixed.includes(key) ? others : [...others, key]
  const free = settings.order.filter((each) => !others.includes(each) && each !== key)
  return { ...settings, fixed, order: [...others, key, ...free] }
}

/** Moves a column to another's position; fixed and other columns stay separate. */
export function moveColumn(settings: ColumnSettings, key: string, target: string): ColumnSettings {
  const { order, fixed } = settings
  if (key === target || fixed.includes(key) !== fixed.includes(target)) return settings
  const place = order.indexOf(target)
  const rest = order.filter((each) => each !== key)
  rest.splice(place, 0, key)
  return { ...settings, order: rest, fixed: rest.filter((each) => fixed.includes(each)) }
}

/** The difference between a record and the one before it, in words. */
export function describeChange(
  columns: readonly AnyColumn[],
  before: ColumnSettings | null,
  after: ColumnSettings | null,
): string {
  if (after === null) return '恢复默认'
  const [old, now] = [fitSettings(columns, before), fitSettings(columns, after)]
  const titles = (keys: readonly string[]) =>
    columns
      .filter(({ key }) => keys.includes(key))
      .map(({ title }) => title)
      .join('、')
  const without = (keys: readonly string[], others: readonly string[]) =>
    titles(keys.filter((key) => !others.includes(key)))
  const widened = Object.keys({ ...old.widths, ...now.widths }).filter(
    (key) => own(old.widths, key) !== own(now.widths, key),
  )
  const isMoved = now.order.join() !== old.order.join() && now.fixed.join() === old.fixed.join()
  const parts = [
    ['显示', without(old.hidden, now.hidden)],
    ['隐藏', without(now.hidden, old.hidden)],
    ['固定', without(now.fixed, old.fixed)],
    ['取消固定', without(old.fixed, now.fixed)],
    ['列宽', titles(widened)],
    ['移动', isMoved ? titles(movedBetween(old.order, now.order)) : ''],
  ] as const
  return parts.flatMap(([verb, what]) => (what ? [`${verb} ${what}`] : [])).join('，') || '其他列的变化'
}

/** The column that was moved: without it both orders are equal. If there is no such column, all columns that differ. */
function movedBetween(before: readonly string[], after: readonly string[]): string[] {
  const without = (order: readonly string[], key: string) => order.filter((each) => each !== key).join()
  const one = after.find((key) => without(before, key) === without(after, key))
  return one ? [one] : after.filter((key, at) => before[at] !== key)
}

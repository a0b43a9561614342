import { isToken } from '../org-tree/selection.ts'
import type { QueryPatch } from '../url-query.ts'

export type Choice = { value: string; label: string }

/** A choice with others below it. */
type CascadeChoice = Choice & { children?: CascadeChoice[] }

/** The ways in which options are written on the wire (spec 2 §3): one's own, a search item's, a dictionary's. */
type Option =
  | { value: string | number; label: string }
  | { id: string | number; name: string }
  | { codeValue: string | number; dispName: string }

/** Options of whichever writing as choices. */
export const choicesOf = (options: readonly Option[]): Choice[] =>
  options.map((option) => {
    if ('id' in option) return { value: String(option.id), label: option.name }
    if ('codeValue' in option) return { value: String(option.codeValue), label: option.dispName }
    return { value: String(option.value), label: option.label }
  })

/**
 * One filter of the search bar (spec 2 §3 "Search item"); its values live in the address under `name`. The kinds
 * `dates` and `date` are the specification's range-picker and date-picker; the others have its names, or are pickers of
 * the product.
 */
export type Filter = { name: string; label: string; placeholder?: string } & (
  | { kind: 'input' }
  | { kind: 'select'; choices: readonly Choice[]; single?: boolean }
  /** `min` and `max` count as soon as one is chosen; none does not narrow. */
  | { kind: 'checkbox'; choices: readonly Choice[]; min?: number; max?: number }
  /** The values are the way down to what was chosen. */
  | { kind: 'cascader'; choices: readonly CascadeChoice[] }
  /** One day; `format` is how it shows. */
  | { kind: 'date'; format?: string }
  /** Two days, both included. */
  | { kind: 'dates'; format?: string }
  /** Departments, sub-areas and stations out of their tree; values are tokens of `org-tree/selection.ts`. */
  | { kind: 'scope' }
  | { kind: 'projects' }
  /** One department by its code, with everything below it. */
  | { kind: 'department'; nameOf?: (code: string) => string }
  /** One person who executes orders. */
  | { kind: 'person' }
  /** One device type, with those below it. */
  | { kind: 'deviceType' }
)

/** Every filter's values; an absent or empty list does not narrow. */
export type FilterValues = Record<string, readonly string[]>

const ID = /^[1-9]\d{0,17}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DEPARTMENT_CODE = /^([A-Z]\d\d){1,10}$/

/** What the address says, without values that the filter could not have set. */
export function readFilters(filters: readonly Filter[], query: URLSearchParams): FilterValues {
  const entries = filters.map((filter) => [filter.name, allowed(filter, query.getAll(filter.name))] as const)
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0))
}

function allowed(filter: Filter, values: string[]): string[] {
  switch (filter.kind) {
    case 'input':
      return values.slice(0, 1)
    case 'select':
    case 'checkbox': {
      const chosen = values.filter((value) => filter.choices.some((choice) => choice.value === value))
      return filter.kind === 'select' && filter.single ? chosen.slice(0, 1) : chosen
    }
    case 'cascader':
      return wayDown(filter.choices, values) ? values : []
    case 'date':
      return values.filter((value) => DAY.test(value)).slice(0, 1)
    case 'dates':
      return values.length === 2 && values.every((value) => DAY.test(value)) ? values : []
    case 'scope':
      return values.filter(isToken)
    case 'projects':
      return values.filter((value) => ID.test(value))
    case 'person':
    case 'deviceType':
      return values.filter((value) => ID.test(value)).slice(0, 1)
    case 'department':
      return values.filter((value) => DEPARTMENT_CODE.test(value)).slice(0, 1)
  }
}

/** The choices that one comes by, the chosen one last; null where there is no such way. */
function wayDown(choices: readonly CascadeChoice[], values: readonly string[]): CascadeChoice[] | null {
  const way: CascadeChoice[] = []
  for (const value of values) {
    const next = (way.at(-1)?.children ?? (way.length === 0 ? choices : [])).find(
      (each) => each.value === value,
    )
    if (!next) return null
    way.push(next)
  }
  return way
}

/** The change of the address that makes `values` the filters in force. */
export const patchFor = (filters: readonly Filter[], values: FilterValues): QueryPatch =>
  Object.fromEntries(filters.map(({ name }) => [name, values[name] ?? null]))

/** The filters in force in words, for the list that found nothing. */
export function describeFilters(filters: readonly Filter[], values: FilterValues): string {
  return filters
    .filter(({ name }) => values[name]?.length)
    .map((filter) => `${filter.label} ${inWords(filter, values[filter.name]!)}`)
    .join(' · ')
}

function inWords(filter: Filter, values: readonly string[]): string {
  switch (filter.kind) {
    case 'input':
      return `“${values[0]}”`
    case 'department':
      return filter.nameOf?.(values[0]!) ?? '1 个'
    case 'person':
      return '1 人'
    case 'deviceType':
      return '1 类'
    case 'scope':
      return values.every((value) => ID.test(value)) ? `${values.length} 座` : `${values.length} 处`
    case 'projects':
      return `${values.length} 个`
    case 'dates':
      return values.join(' 至 ')
    case 'date':
      return values[0]!
    case 'cascader':
      return (wayDown(filter.choices, values) ?? []).map(({ label }) => label).join(' / ')
    default:
      return filter.choices
        .filter(({ value }) => values.includes(value))
        .map(({ label }) => label)
        .join('、')
  }
}

/** All choices, or none when all were chosen; a checkbox group's own limits hold (spec 2 §2). */
export function toggleAll(
  filter: Extract<Filter, { kind: 'checkbox' }>,
  chosen: readonly string[],
): string[] {
  const all = filter.choices.map(({ value }) => value).slice(0, filter.max)
  if (chosen.length < all.length) return all
  return filter.choices.map(({ value }) => value).slice(0, filter.min ?? 0)
}

/** Why this choice may not be switched now, or null. */
export function choiceRefusal(
  { min = 0, max = Infinity }: { min?: number; max?: number },
  chosen: readonly string[],
  value: string,
): string | null {
  if (chosen.includes(value)) return chosen.length <= min ? `至少选择 ${min} 项` : null
  return chosen.length >= max ? `最多选择 ${max} 项` : null
}

/** Why the values cannot be asked for, by the name of the filter. */
export function refusalsOf(filters: readonly Filter[], values: FilterValues): Record<string, string> {
  const refusals = filters.flatMap((filter) => {
    const chosen = values[filter.name]?.length ?? 0
    if (filter.kind !== 'checkbox' || chosen === 0) return []
    const { min = 0, max = Infinity } = filter
    const text = chosen < min ? `至少选择 ${min} 项` : chosen > max ? `最多选择 ${max} 项` : null
    return text ? [[filter.name, text] as const] : []
  })
  return Object.fromEntries(refusals)
}

/** The limits of a checkbox group in words; null when it has none. */
export function limitsOf({ min, max }: { min?: number; max?: number }): string | null {
  if (min && max) return min === max ? `须选择 ${min} 项` : `可选择 ${min}~${max} 项`
  if (min) return `至少选择 ${min} 项`
  return max ? `最多选择 ${max} 项` : null
}

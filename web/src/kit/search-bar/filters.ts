import type { QueryPatch } from '../url-query.ts'

export type Choice = { value: string; label: string }

/** One filter of the search bar; its values live in the address under `name`. */
export type Filter = { name: string; label: string } & (
  | { kind: 'input'; placeholder?: string }
  | { kind: 'select'; choices: readonly Choice[]; single?: boolean }
  | { kind: 'checkbox'; choices: readonly Choice[]; min?: number; max?: number }
  /** Two days, both included. */
  | { kind: 'dates' }
  | { kind: 'stations' }
  | { kind: 'projects' }
  /** One department by its code, with everything below it. */
  | { kind: 'department'; nameOf?: (code: string) => string }
  /** One person who executes orders. */
  | { kind: 'person' }
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
    case 'dates':
      return values.length === 2 && values.every((value) => DAY.test(value)) ? values : []
    case 'stations':
    case 'projects':
      return values.filter((value) => ID.test(value))
    case 'person':
      return values.filter((value) => ID.test(value)).slice(0, 1)
    case 'department':
      return values.filter((value) => DEPARTMENT_CODE.test(value)).slice(0, 1)
  }
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
    case 'stations':
      return `${values.length} 座`
    case 'projects':
      return `${values.length} 个`
    case 'dates':
      return values.join(' 至 ')
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

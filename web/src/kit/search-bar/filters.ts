import { own } from '@heliodesk/contract/own.ts'
import { isToken, scopeBy } from '../org-tree/selection.ts'
import type { QueryPatch } from '../url-query.ts'

export type Choice = { value: string; label: string }

/** A choice with others below it. */
type CascadeChoice = Choice & { children?: CascadeChoice[] }

/**
 * The ways in which options are written on the wire (spec 2 §3): one's own, a search item's, a dictionary's. The
 * contract's titles by their values are options as well.
 */
type Option =
  | { value: string | number; label: string }
  | { id: string | number; name: string }
  | { codeValue: string | number; dispName: string }
type Options = readonly Option[] | Readonly<Record<string, string>>

const isList = (options: Options): options is readonly Option[] => Array.isArray(options)

/** Options of whichever writing as choices. */
export function readOptions(options: Options): Choice[] {
  if (!isList(options)) return Object.entries(options).map(([value, label]) => ({ value, label }))
  return options.map((option) => {
    if ('id' in option) return { value: String(option.id), label: option.name }
    if ('codeValue' in option) return { value: String(option.codeValue), label: option.dispName }
    return { value: String(option.value), label: option.label }
  })
}

type FieldOf<Query> = keyof Query & string

/** The one field of the call: its own name, or another where that one stands for something else in the address. */
type OneField<Query> =
  | { name: FieldOf<Query>; field?: FieldOf<Query>; sends?: undefined }
  | { name: string; field: FieldOf<Query>; sends?: undefined }
  /** What the values ask for, where it is not one field that takes them as they are. */
  | { name: string; field?: undefined; sends: (values: readonly string[]) => Partial<Query> }

type KindOfField =
  | { kind: 'input' }
  | { kind: 'select'; choices: Options; single?: boolean }
  /** `min` and `max` count as soon as one is chosen; none does not narrow. */
  | { kind: 'checkbox'; choices: Options; min?: number; max?: number }
  /** The values are the way down to what was chosen. */
  | { kind: 'cascader'; choices: readonly CascadeChoice[] }
  /** One day; `format` is how it shows. */
  | { kind: 'date'; format?: string }
  /** One department by its code, with everything below it. */
  | { kind: 'department'; nameOf?: (code: string) => string }
  /** One person who executes orders. */
  | { kind: 'person' }
  /** One device type, with those below it. */
  | { kind: 'deviceType' }

/** Two days, both included, as two fields; `times` from the first second to the last. */
type DatesFilter<Query> = {
  kind: 'dates'
  name: string
  from: FieldOf<Query>
  until: FieldOf<Query>
  times?: boolean
  format?: string
}

/**
 * Departments, sub-areas and stations out of their tree, as `depCodes`, `psaIds` and `psIds`; values are tokens of
 * `org-tree/selection.ts`.
 */
type ScopeFilter = { kind: 'scope'; name: string }

/**
 * One filter of the search bar (spec 2 §3 "Search item") of a list whose call takes `Query`; its values live in the
 * address under `name`. The kinds `dates` and `date` are the specification's range-picker and date-picker; the others
 * have its names, or are pickers of the product.
 */
export type Filter<Query extends object = Record<string, unknown>> = {
  label: string
  placeholder?: string
} & ((OneField<Query> & KindOfField) | DatesFilter<Query> | ScopeFilter)

/** Every filter's values; an absent or empty list does not narrow. */
export type FilterValues = Record<string, readonly string[]>

const ID = /^[1-9]\d{0,17}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** 2026-02-31 is none. */
const isDay = (text: string) =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
/** What a text field takes. */
export const MOST_LETTERS = 50
const DEPARTMENT_CODE = /^([A-Z]\d\d){1,10}$/

/** What the address says, without values that the filter could not have set. */
export function readFilters(filters: readonly Filter[], query: URLSearchParams): FilterValues {
  const entries = filters.map((filter) => [filter.name, allowed(filter, query.getAll(filter.name))] as const)
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0))
}

function allowed(filter: Filter, values: readonly string[]): readonly string[] {
  switch (filter.kind) {
    case 'input':
      return values.slice(0, 1).map((text) => text.slice(0, MOST_LETTERS))
    case 'select':
    case 'checkbox': {
      const choices = readOptions(filter.choices)
      const known = values.filter((value) => choices.some((choice) => choice.value === value))
      const chosen = [...new Set(known)]
      if (filter.kind === 'checkbox') return numberRefusal(filter, chosen.length) ? [] : chosen
      return filter.single ? chosen.slice(0, 1) : chosen
    }
    case 'cascader':
      return wayDown(filter.choices, values) ? values : []
    case 'date':
      return values.filter(isDay).slice(0, 1)
    case 'dates':
      return values.length === 2 && values.every(isDay) && values[0]! <= values[1]! ? values : []
    case 'scope':
      return values.filter(isToken)
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
  Object.fromEntries(filters.map(({ name }) => [name, own(values, name) ?? null]))

/** What the filters in force ask the call for; values that no filter could have set are left out. */
export function narrowingOf<Query extends object>(
  filters: readonly Filter<Query>[],
  values: FilterValues,
): Partial<Query> {
  const asked = filters.map((filter) => {
    const set = allowed(filter, own(values, filter.name) ?? [])
    return set.length > 0 ? sentBy(filter, set) : {}
  })
  return Object.assign({}, ...asked)
}

function sentBy(filter: Filter, values: readonly string[]): object {
  if (filter.kind === 'scope') return scopeBy(values)
  if (filter.kind === 'dates') {
    const [first, last] = filter.times
      ? ['00:00:00', '23:59:59'].map((time, at) => `${values[at]} ${time}`)
      : values
    return { [filter.from]: first, [filter.until]: last }
  }
  if (filter.sends) return filter.sends(values)
  const value = valueOf(filter, values)
  return value === '' ? {} : { [filter.field ?? filter.name]: value }
}

function valueOf(filter: KindOfField, values: readonly string[]): string | readonly string[] {
  const isOne = filter.kind === 'select' ? filter.single : !isMany.has(filter.kind)
  return isOne ? values[0]!.trim() : values
}

const isMany: ReadonlySet<KindOfField['kind']> = new Set(['checkbox', 'cascader', 'deviceType'])

/** The filters in force in words, for the list that found nothing. */
export function describeFilters(filters: readonly Filter[], values: FilterValues): string {
  return filters
    .filter(({ name }) => own(values, name)?.length)
    .map((filter) => `${filter.label} ${inWords(filter, own(values, filter.name)!)}`)
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
    case 'dates':
      return values.join(' 至 ')
    case 'date':
      return values[0]!
    case 'cascader':
      return (wayDown(filter.choices, values) ?? []).map(({ label }) => label).join(' / ')
    default:
      return readOptions(filter.choices)
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
  const values = readOptions(filter.choices).map(({ value }) => value)
  const [taken, others] = [
    values.filter((each) => chosen.includes(each)),
    values.filter((each) => !chosen.includes(each)),
  ]
  // What was chosen stays where not all may be, and goes last.
  const all = [...taken, ...others].slice(0, filter.max)
  const wanted = taken.length < all.length ? all : taken.slice(0, filter.min ?? 0)
  return values.filter((each) => wanted.includes(each))
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
    const text =
      filter.kind === 'checkbox' ? numberRefusal(filter, own(values, filter.name)?.length ?? 0) : null
    return text ? [[filter.name, text] as const] : []
  })
  return Object.fromEntries(refusals)
}

/** None is always right: it does not narrow. */
function numberRefusal({ min = 0, max = Infinity }: { min?: number; max?: number }, chosen: number) {
  if (chosen > max) return `最多选择 ${max} 项`
  return chosen > 0 && chosen < min ? `至少选择 ${min} 项` : null
}

/** The limits of a checkbox group in words; null when it has none. */
export function limitsOf({ min, max }: { min?: number; max?: number }): string | null {
  if (min && max) return min === max ? `须选择 ${min} 项` : `可选择 ${min}~${max} 项`
  if (min) return `至少选择 ${min} 项`
  return max ? `最多选择 ${max} 项` : null
}

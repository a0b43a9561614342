import { own } from '@heliodesk/contract/own.ts'
import type { ComponentType } from 'react'
import type { QueryPatch } from '../url-query.ts'

export type Choice = { value: string; label: string }

/** A choice with children. */
type CascadeChoice = Choice & { children?: CascadeChoice[] }

/**
 * The wire formats of options (spec 2 §3): our own, a search item's, a dictionary's. A contract's map from value to
 * title is accepted too.
 */
type Option =
  | { value: string | number; label: string }
  | { id: string | number; name: string }
  | { codeValue: string | number; dispName: string }
type Options = readonly Option[] | Readonly<Record<string, string>>

const isList = (options: Options): options is readonly Option[] => Array.isArray(options)

/** Converts options of any format to choices. */
export function readOptions(options: Options): Choice[] {
  if (!isList(options)) return Object.entries(options).map(([value, label]) => ({ value, label }))
  return options.map((option) => {
    if ('id' in option) return { value: String(option.id), label: option.name }
    if ('codeValue' in option) return { value: String(option.codeValue), label: option.dispName }
    return { value: String(option.value), label: option.label }
  })
}

type FieldOf<Query> = keyof Query & string

/**
 * The single field of the call: the filter's name, or another field where that name means something else in the
 * address.
 */
type OneField<Query> =
  | { name: FieldOf<Query>; field?: FieldOf<Query>; sends?: undefined }
  | { name: string; field: FieldOf<Query>; sends?: undefined }
  /** Converts the values, where they are not sent unchanged in one field. */
  | { name: string; field?: undefined; sends: (values: readonly string[]) => Partial<Query> }

type KindOfField =
  /** `live` narrows the list while one types; only where the server answers within 50 ms whatever is typed. */
  | { kind: 'input'; live?: true }
  | { kind: 'select'; choices: Options; single?: boolean }
  /** `min` and `max` apply once one is chosen; without a choice the filter is inactive. */
  | { kind: 'checkbox'; choices: Options; min?: number; max?: number }
  /** The values are the path to the chosen node. */
  | { kind: 'cascader'; choices: readonly CascadeChoice[] }
  /** One day; `format` is its display format. */
  | { kind: 'date'; format?: string }
  | RecordPicker

export type PickerProps = {
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** A picker of records, which the kit does not know: see `domain/record-filters.tsx`. */
export type RecordPicker = {
  kind: 'picker'
  Control: ComponentType<PickerProps>
  /** The values without those that identify no record. */
  valid: (values: readonly string[]) => readonly string[]
  /** The chosen records in words. */
  words: (values: readonly string[]) => string
  /** Sent as a list. */
  many?: boolean
}

/** A range of days, both included, as two fields; `times` sends the first and the last second. */
type DatesFilter<Query> = {
  kind: 'dates'
  name: string
  from: FieldOf<Query>
  until: FieldOf<Query>
  times?: boolean
  format?: string
}

/**
 * One filter of the search bar (spec 2 §3 "Search item") of a list whose call takes `Query`; its values are in the
 * address under `name`. The kinds `dates` and `date` are the specification's range-picker and date-picker; the others
 * have its names, or are `picker`, for records.
 */
export type Filter<Query extends object = Record<string, unknown>> = {
  label: string
  placeholder?: string
} & ((OneField<Query> & KindOfField) | DatesFilter<Query>)

export const isLive = (filter: Filter): boolean => filter.kind === 'input' && filter.live === true

/** The values of every filter; a missing or empty list means inactive. */
export type FilterValues = Record<string, readonly string[]>

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** 2026-02-31 is not a day. */
const isDay = (text: string) =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
/** The maximum length of a text filter. */
export const MOST_LETTERS = 50

/** The values in the address, without those that are invalid for the filter. */
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
    case 'picker':
      return filter.valid(values)
  }
}

/** The path of choices to a value, the chosen one last; null where there is none. */
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

/** The patch of the address that makes `values` the active filters. */
export const patchFor = (filters: readonly Filter[], values: FilterValues): QueryPatch =>
  Object.fromEntries(filters.map(({ name }) => [name, own(values, name) ?? null]))

/** The call's fields for the active filters; invalid values are left out. */
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
  return isMany(filter) ? values : values[0]!.trim()
}

function isMany(filter: KindOfField): boolean {
  if (filter.kind === 'select') return !filter.single
  if (filter.kind === 'picker') return filter.many ?? false
  return filter.kind === 'checkbox' || filter.kind === 'cascader'
}

/** The active filters in words, for a list without matches. */
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
    case 'picker':
      return filter.words(values)
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

/** Chooses all, or none when all were chosen, within the limits of a checkbox group (spec 2 §2). */
export function toggleAll(
  filter: Extract<Filter, { kind: 'checkbox' }>,
  chosen: readonly string[],
): string[] {
  const values = readOptions(filter.choices).map(({ value }) => value)
  const [taken, others] = [
    values.filter((each) => chosen.includes(each)),
    values.filter((each) => !chosen.includes(each)),
  ]
  // Within the limits, select-all keeps the chosen ones first, and clearing keeps the first `min`.
  const all = [...taken, ...others].slice(0, filter.max)
  const wanted = taken.length < all.length ? all : taken.slice(0, filter.min ?? 0)
  return values.filter((each) => wanted.includes(each))
}

/** Why this choice cannot be toggled now, or null. */
export function choiceRefusal(
  { min = 0, max = Infinity }: { min?: number; max?: number },
  chosen: readonly string[],
  value: string,
): string | null {
  if (chosen.includes(value)) return chosen.length <= min ? `至少选择 ${min} 项` : null
  return chosen.length >= max ? `最多选择 ${max} 项` : null
}

/** Why the values cannot be searched for, by the name of the filter. */
export function refusalsOf(filters: readonly Filter[], values: FilterValues): Record<string, string> {
  const refusals = filters.flatMap((filter) => {
    const text =
      filter.kind === 'checkbox' ? numberRefusal(filter, own(values, filter.name)?.length ?? 0) : null
    return text ? [[filter.name, text] as const] : []
  })
  return Object.fromEntries(refusals)
}

/** No choice is always valid: the filter is inactive. */
function numberRefusal({ min = 0, max = Infinity }: { min?: number; max?: number }, chosen: number) {
  if (chosen > max) return `最多选择 ${max} 项`
  return chosen > 0 && chosen < min ? `至少选择 ${min} 项` : null
}

/** The limits of a checkbox group in words; null without limits. */
export function limitsOf({ min, max }: { min?: number; max?: number }): string | null {
  if (min && max) return min === max ? `须选择 ${min} 项` : `可选择 ${min}~${max} 项`
  if (min) return `至少选择 ${min} 项`
  return max ? `最多选择 ${max} 项` : null
}

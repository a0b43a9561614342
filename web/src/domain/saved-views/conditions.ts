import type { Call, Sent } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { ViewQuery } from '@heliodesk/contract/saved-views.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import { describeFilters, readFilters, type Filter } from '../../kit/search-bar/filters.ts'
import type { QueryPatch } from '../../kit/url-query.ts'
import { send } from '../../lib/call.ts'
import { keyOf } from '../../lib/queries.ts'

/** A parameter beside the filters, with one value. */
type Beside = {
  label: string
  valid: (value: string) => boolean
  /** The value in words; '' for one that says nothing. */
  words: (value: string) => string
  /** The value that means the same as none. */
  plain?: string
  /** Written where a view has no value, because none means something else on phones. */
  writesPlain?: true
}

/** What of a list's address makes a view. Lists make it once, outside their component. */
export type ViewedList = {
  /** As for the column settings. */
  code: string
  filters: readonly Filter[]
  beside: Readonly<Record<string, Beside>>
  /** Reads how many rows the list has at this address. */
  count: (query: URLSearchParams) => {
    queryKey: QueryKey
    queryFn: (context: { signal: AbortSignal }) => Promise<number>
  }
}

type PagedCall = Call<'query', z.ZodType, z.ZodType<{ rowCount: number | null }>>

/** How many rows a list has, by its call and filters. */
export function countOf<C extends PagedCall>(
  call: C,
  narrow: Sent<C> & object,
): ReturnType<ViewedList['count']> {
  const input = { ...narrow, curPage: 1, size: 1 }
  return {
    queryKey: keyOf(call, 'count', narrow),
    queryFn: async ({ signal }) => (await send(call, input, { signal })).rowCount ?? 0,
  }
}

/** The order of a list in its address, by the fields that it can be sorted by and their titles. */
export const sortBeside = (titles: Readonly<Record<string, string>>, plain?: string): Beside => {
  const parts = (value: string) => /^(\w+)\.(asc|desc)$/.exec(value)?.slice(1) ?? []
  const titleOf = (value: string) => own(titles, parts(value)[0] ?? '')
  return {
    label: '排序',
    valid: (value) => titleOf(value) !== undefined,
    words: (value) => `按${titleOf(value)}${parts(value)[1] === 'asc' ? '升序' : '降序'}`,
    ...(plain && { plain }),
  }
}

/** What the address says, as a view keeps it: without what is invalid or says nothing. */
export function readConditions({ filters, beside }: ViewedList, query: URLSearchParams): ViewQuery {
  const others = Object.entries(beside).flatMap(([name, { valid, plain }]) => {
    const value = query.get(name)
    return value !== null && value !== plain && valid(value) ? [[name, [value]] as const] : []
  })
  const chosen = Object.entries(readFilters(filters, query)).map(([name, values]) => [name, [...values]])
  return Object.fromEntries([...chosen, ...others])
}

export function asSearch(kept: ViewQuery): URLSearchParams {
  return new URLSearchParams(
    Object.entries(kept).flatMap(([name, values]) => values.map((value) => [name, value])),
  )
}

/** The conditions of a view that the list still knows, and the others by their label. */
export function fitConditions(list: ViewedList, kept: ViewQuery): { query: ViewQuery; lost: string[] } {
  const query = readConditions(list, asSearch(kept))
  const lost = Object.entries(kept).flatMap(([name, values]) => {
    const isPlain = own(list.beside, name)?.plain === values[0]
    return isPlain || own(query, name)?.length === values.length ? [] : [labelOf(list, name)]
  })
  return { query, lost }
}

const labelOf = ({ filters, beside }: ViewedList, name: string): string =>
  filters.find((filter) => filter.name === name)?.label ?? own(beside, name)?.label ?? name

export const isSame = (one: ViewQuery, other: ViewQuery): boolean => inOrder(one) === inOrder(other)

const inOrder = (query: ViewQuery) =>
  JSON.stringify(Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** The patch of the address that shows exactly these conditions, from the first page on. */
export function patchTo({ filters, beside }: ViewedList, query: ViewQuery): QueryPatch {
  const plain = Object.entries(beside).map(([name, { plain: value, writesPlain }]) => [
    name,
    (writesPlain && value) ?? null,
  ])
  const none = filters.map(({ name }) => [name, null])
  return { ...Object.fromEntries([...none, ...plain]), ...query, page: null }
}

/** The conditions in words, as the list describes them. */
export function describe({ filters, beside }: ViewedList, query: ViewQuery): string {
  const others = Object.entries(beside).flatMap(([name, { words }]) => {
    const value = own(query, name)?.[0]
    return value === undefined ? [] : [[name, words(value)] as const]
  })
  const sort = others.filter(([name]) => name === 'sort')
  const first = others.filter(([name]) => name !== 'sort')
  return [
    ...first.map(([, words]) => words),
    describeFilters(filters, query),
    ...sort.map(([, words]) => words),
  ]
    .filter(Boolean)
    .join(' · ')
}

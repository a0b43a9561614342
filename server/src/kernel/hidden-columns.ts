import { columnOf, masked, type ColumnEffect, type DataColumn } from '@heliodesk/contract/data-columns.ts'
import type { z } from 'zod'
import { DomainError, type Who } from './context.ts'

type Effects = Partial<Record<DataColumn, ColumnEffect>>
type Hide = (value: unknown, effects: Effects) => unknown

const compiled = new WeakMap<z.core.$ZodType, Hide | null>()

/**
 * An answer without what the person's data roles hide: fields that the schema marks with `ofColumn` become null, an
 * empty text or a masked one. The answer itself stays as it is, because a repeated command keeps it for everybody.
 */
export function withoutHidden(schema: z.ZodType, answer: unknown, who: Who | null): unknown {
  const effects = who?.narrowing?.columns ?? {}
  if (Object.keys(effects).length === 0) return answer
  const hide = hiderOf(schema)
  return hide ? hide(answer, effects) : answer
}

/** What hides a schema's marked fields; null if it has none. */
export function hiderOf(schema: z.core.$ZodType): Hide | null {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  // A tree contains itself: until its own fields are known it asks again.
  compiled.set(schema, (value, effects) => compiled.get(schema)?.(value, effects) ?? value)
  const hide = compile(schema)
  compiled.set(schema, hide)
  return hide
}

function compile(schema: z.core.$ZodType): Hide | null {
  const column = columnOf(schema)
  if (column) return hiderOfField(schema as z.ZodType, column)
  const def = schema._zod.def as AnyDef
  switch (def.type) {
    case 'object':
      return hiderOfObject(Object.entries(def.shape ?? {}))
    case 'array':
      return forEach(def.element)
    case 'record':
      return inRecord(def.valueType)
    case 'union':
      return inTurn(def.options ?? [])
    case 'intersection':
      return inTurn([def.left, def.right].flatMap((each) => each ?? []))
    case 'tuple':
      return inTuple(def.items ?? [])
    case 'lazy':
      return def.getter ? hiderOf(def.getter()) : null
    case 'pipe':
      return def.out ? hiderOf(def.out) : null
    default:
      return def.innerType ? hiderOf(def.innerType) : null
  }
}

type Schema = z.core.$ZodType
type AnyDef = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  valueType?: Schema
  options?: Schema[]
  left?: Schema
  right?: Schema
  items?: Schema[]
  getter?: () => Schema
  out?: Schema
  innerType?: Schema
}

function hiderOfField(schema: z.ZodType, column: DataColumn): Hide {
  const hidden = schema.safeParse(null).success ? null : ''
  if (hidden === '' && !schema.safeParse('').success)
    throw new Error(`a field of the column ${column} is neither a text nor allows null`)
  return (value, effects) => {
    const effect = effects[column]
    if (effect === undefined || value === null || value === undefined) return value
    return effect === 'mask' && typeof value === 'string' ? masked(value) : hidden
  }
}

function hiderOfObject(fields: [string, Schema][]): Hide | null {
  const hiders = fields.flatMap(([name, schema]) => {
    const hide = hiderOf(schema)
    return hide ? [[name, hide] as const] : []
  })
  if (hiders.length === 0) return null
  return (value, effects) => {
    if (!isRecord(value)) return value
    const kept = new Map(Object.entries(value))
    for (const [name, hide] of hiders) if (kept.has(name)) kept.set(name, hide(kept.get(name), effects))
    return Object.fromEntries(kept)
  }
}

function forEach(element: Schema | undefined): Hide | null {
  const hide = element ? hiderOf(element) : null
  return (
    hide && ((value, effects) => (Array.isArray(value) ? value.map((each) => hide(each, effects)) : value))
  )
}

function inRecord(valueType: Schema | undefined): Hide | null {
  const hide = valueType ? hiderOf(valueType) : null
  return (
    hide &&
    ((value, effects) =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hide(each, effects)]))
        : value)
  )
}

function inTuple(items: Schema[]): Hide | null {
  const hiders = items.map((item) => hiderOf(item))
  if (hiders.every((hide) => hide === null)) return null
  return (value, effects) =>
    Array.isArray(value) ? value.map((each, at) => hiders[at]?.(each, effects) ?? each) : value
}

/** Every part of a union hides its own fields, whichever one the value is of. */
function inTurn(parts: Schema[]): Hide | null {
  const hiders = parts.flatMap((part) => hiderOf(part) ?? [])
  if (hiders.length === 0) return null
  return (value, effects) => hiders.reduce((left, hide) => hide(left, effects), value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the person sees the values of a column as they are. */
export const seesColumn = (who: Pick<Who, 'narrowing'>, column: DataColumn): boolean =>
  who.narrowing?.columns[column] === undefined

/** Refuses what takes a column that the person does not see: the order of rows tells it too. */
export function requireColumn(who: Pick<Who, 'narrowing'>, column: DataColumn, refusal: string): void {
  if (!seesColumn(who, column)) throw new DomainError('column.hidden', refusal)
}

/** What to store of a field that the person may have been shown hidden: then it stays as it was. */
export const keepHidden = <Value>(
  who: Pick<Who, 'narrowing'>,
  column: DataColumn,
  { sent, stored }: { sent: Value; stored: Value },
): Value => (seesColumn(who, column) ? sent : stored)

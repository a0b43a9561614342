import { isPatch } from '@heliodesk/contract/fields.ts'
import { z } from 'zod'

export type Fields = Record<string, unknown>

/** One value in a call's input: its path and schema. Array elements have the key '0'. */
export type Field = { path: string[]; name: string; schema: z.ZodType }

type Filling = (field: Field) => unknown

const candidates = [
  '1',
  1,
  true,
  'A01',
  'x'.repeat(43),
  '2030-01-01 00:00:00',
  '2030-01-01',
  'sample',
  'new-1',
  '13900000000',
  'Sample#2026',
  '#a0b1c2',
  2,
  2030,
  '2030-05',
  '00000000-0000-4000-8000-000000000000',
  'sample.example',
  'https://sample.example/',
  'QZ',
  100,
  'a0'.repeat(32),
  'a0'.repeat(16),
  `evt_${'a0'.repeat(16)}`,
  '203.0.113.0/24',
  'job_1',
  '08:00',
  '2026-11',
  'archive_1',
  '10,20,30,40',
  '123456',
  'sample@sample.example',
  '22:00',
  30,
]
const LATER = '2031-01-01 00:00:00'

/** A valid input generated from its schema; `fill` may choose the value of a field. */
export function sampleOf(schema: z.ZodType, fill: Filling = () => undefined): unknown {
  return build(schema, [], fill)
}

/** Every field of an input that holds a single value. */
export function fieldsOf(schema: z.ZodType): Field[] {
  const fields: Field[] = []
  sampleOf(schema, (field) => {
    fields.push(field)
    return undefined
  })
  return fields
}

/** Any part of an input; an element of a list has the key '0'. */
export type Part = { path: string[]; schema: z.ZodType; inPatch: boolean }

/** All parts of an input, including those that contain others. */
export function partsOf(schema: z.ZodType, path: string[] = [], inPatch = false): Part[] {
  const inner = unwrap(schema)
  const below = (key: string, part: z.core.$ZodType) => partsOf(asType(part), [...path, key], isPatch(inner))
  const parts =
    inner instanceof z.ZodObject
      ? Object.entries(inner.shape).flatMap(([key, field]) => below(key, field))
      : inner instanceof z.ZodArray
        ? below('0', inner.element)
        : inner instanceof z.ZodIntersection
          ? [inner.def.left, inner.def.right].flatMap((side) => partsOf(asType(side), path).slice(1))
          : inner instanceof z.ZodUnion && inner.options[0] instanceof z.ZodObject
            ? partsOf(inner.options[0], path).slice(1)
            : []
  return [{ path, schema, inPatch }, ...parts]
}

function build(schema: z.ZodType, path: string[], fill: Filling): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject) {
    const entries = Object.entries(inner.shape)
    return fitting(
      inner,
      entries.map(([key, field]) => [key, build(asType(field), [...path, key], fill)]),
    )
  }
  if (inner instanceof z.ZodIntersection) {
    const sides = [inner.def.left, inner.def.right].map((side) => build(asType(side), path, fill))
    return Object.assign({}, ...sides)
  }
  if (inner instanceof z.ZodUnion && inner.options.every((each) => each instanceof z.ZodObject))
    return build(asType(inner.options[0]!), path, fill)
  if (inner instanceof z.ZodRecord) {
    const one = { sample: build(asType(inner.valueType), [...path, 'sample'], fill) }
    return inner.safeParse(one).success ? one : {}
  }
  if (inner instanceof z.ZodArray) {
    const element = unwrap(asType(inner.element))
    const one = [build(element, [...path, '0'], fill)]
    // An order of known things has all of them.
    return element instanceof z.ZodEnum && !inner.safeParse(one).success ? element.options : one
  }
  const name = path.findLast((key) => key !== '0') ?? ''
  return fill({ path, name, schema }) ?? plain(inner, path, name)
}

/** Without one of the fields, where they exclude each other. */
function fitting(schema: z.ZodType, entries: readonly (readonly [string, unknown])[]): unknown {
  const all = Object.fromEntries(entries)
  if (schema.safeParse(all).success) return all
  const fewer = entries
    .toReversed()
    .map(([left]) => Object.fromEntries(entries.filter(([key]) => key !== left)))
  return fewer.find((each) => schema.safeParse(each).success) ?? all
}

/** The value that fits a schema under a name, found once: it takes tens of failed parses, and tests ask for it thousands of times. */
const found = new WeakMap<z.ZodType, Map<string, unknown>>()

function plain(schema: z.ZodType, path: string[], name: string): unknown {
  const byName = found.get(schema) ?? new Map<string, unknown>()
  found.set(schema, byName)
  if (!byName.has(name)) byName.set(name, findPlain(schema, path, name))
  return byName.get(name)
}

function findPlain(schema: z.ZodType, path: string[], name: string): unknown {
  const own =
    schema instanceof z.ZodEnum ? schema.options : schema instanceof z.ZodLiteral ? [...schema.values] : []
  const tried = [...own, ...(/end|until/i.test(name) ? [LATER, '07:00'] : []), ...candidates]
  const value = tried.find((each) => schema.safeParse(each).success)
  if (value === undefined) throw new Error(`no sample value fits the field ${path.join('.')}: add one above`)
  return value
}

/** A schema without its optional, nullable and default wrappers. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return unwrap(asType(schema.unwrap()))
  }
  return schema
}

function asType(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema
  throw new Error('a schema that is not of the classic kind')
}

const areIds = new WeakMap<z.ZodType, boolean>()

/** Whether a field holds the id of a row, or several comma-joined ones. */
export const isIdField = ({ name, schema }: Field): boolean =>
  /ids$/i.test(name) || (!/phone$/i.test(name) && takesIds(schema))

function takesIds(schema: z.ZodType): boolean {
  const takes =
    areIds.get(schema) ??
    (schema.safeParse('999999999999999999').success &&
      !schema.safeParse('1.5').success &&
      !schema.safeParse('sample').success)
  areIds.set(schema, takes)
  return takes
}

/** The same input with another value in one field. */
export function withValue(input: Fields, [key, ...rest]: string[], value: unknown): Fields {
  return { ...input, [key!]: put(input[key!], rest, value) }
}

function put(value: unknown, path: string[], wanted: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return wanted
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === key ? put(each, rest, wanted) : each))
  return isFields(value) ? withValue(value, path, wanted) : value
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

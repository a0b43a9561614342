import { isJoined, isPatch } from '@heliodesk/contract/fields.ts'
import { own } from '@heliodesk/contract/own.ts'
import { z } from 'zod'

/** How one schema accepts the different forms that clients send. */
type Form = {
  /** The field may be missing, or the schema has a default for it. */
  optional: boolean
  /** null has a meaning of its own, such as "clear the value". */
  takesNull: boolean
  /** The empty text has a meaning of its own. */
  takesEmpty: boolean
  /** A single value; several of them can be joined with commas. */
  scalar: boolean
  read: (value: unknown) => unknown
}

type Reader = (input: unknown) => unknown

const readers = new WeakMap<z.ZodType, Reader>()

/**
 * Normalises an input to the form its schema expects; the schema then validates it. null and '' for an optional field
 * count as absent, unless they have a meaning of their own, as in a `patch`. Booleans may come as true, 1, '1' or
 * 'true'; lists as arrays or as comma-separated text. Fields that the schema does not declare are dropped. A list is
 * cut one element past its maximum, so that later work is bounded by the schema, not by the size of the body. The
 * schema refuses everything else.
 */
export function asSchemaTakes(schema: z.ZodType, input: unknown): unknown {
  return prepareInput(schema)(input)
}

/** Prepares what `asSchemaTakes` needs for a schema. Throws for schemas that it does not support. */
export function prepareInput(schema: z.ZodType): Reader {
  let reader = readers.get(schema)
  if (!reader) readers.set(schema, (reader = formOf(schema).read))
  return reader
}

const same: Reader = (value) => value

const leaf = (takesEmpty: boolean, read = same): Form => ({
  optional: false,
  takesNull: false,
  takesEmpty,
  scalar: true,
  read,
})

/** Throws for a kind of schema that is not supported here. The server checks the schemas of all calls at start. */
function formOf(schema: z.core.$ZodType): Form {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable
  ) {
    const form = formOf(schema.unwrap())
    return schema instanceof z.ZodNullable ? { ...form, takesNull: true } : { ...form, optional: true }
  }
  if (schema instanceof z.ZodObject) return { ...leaf(false, objectReader(schema)), scalar: false }
  if (schema instanceof z.ZodArray) return { ...leaf(false, listReader(schema)), scalar: false }
  if (schema instanceof z.ZodRecord) {
    const { read } = formOf(schema.valueType)
    return { ...leaf(false, (value) => eachOf(value, read)), scalar: false }
  }
  if (schema instanceof z.ZodDiscriminatedUnion)
    return { ...leaf(false, choiceReader(schema)), scalar: false }
  if (schema instanceof z.ZodUnion) return unionOf(schema)
  if (schema instanceof z.ZodIntersection) {
    const [left, right] = [formOf(schema.def.left), formOf(schema.def.right)]
    const read: Reader = (value) =>
      isFields(value) ? { ...(left.read(value) as object), ...(right.read(value) as object) } : value
    return { ...leaf(false, read), scalar: false }
  }
  if (schema instanceof z.ZodPipe) {
    const [before, after] = [formOf(schema.def.in), formOf(schema.def.out)]
    return {
      ...before,
      takesEmpty: before.takesEmpty && after.takesEmpty,
      read: (value) => before.read(after.read(value)),
    }
  }
  if (schema instanceof z.ZodBoolean) return leaf(false, toBoolean)
  if (schema instanceof z.ZodEnum)
    return leaf(schema.options.includes(''), isYesOrNo(schema) ? toYesOrNo : toText)
  if (schema instanceof z.ZodLiteral) return leaf(schema.values.has(''))
  if (schema instanceof z.ZodType && schema.def.type === 'string')
    return leaf(schema.safeParse('').success, isJoined(schema) ? toJoined : same)
  if (schema instanceof z.ZodNumber) return leaf(false, schema.def.coerce ? toNumeric : same)
  if (schema instanceof z.ZodTransform) return leaf(true)
  throw new Error(`no call has had an input of the kind ${schema._zod.def.type} yet: say how it is read`)
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectReader(schema: z.ZodObject): Reader {
  if (schema.def.catchall)
    throw new Error('an input that takes any field would be as large as its sender likes')
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, formOf(field)] as const)
  const changes = isPatch(schema)
  return (value) => {
    if (!isFields(value)) return value
    const given: [string, unknown][] = []
    for (const [name, form] of fields) {
      const each = own(value, name)
      if (each === undefined) continue
      const absent =
        !changes && form.optional && ((each === null && !form.takesNull) || (each === '' && !form.takesEmpty))
      if (!absent) given.push([name, form.read(each)])
    }
    return Object.fromEntries(given)
  }
}

function eachOf(value: unknown, read: Reader): unknown {
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each)]))
}

function listReader(schema: z.ZodArray): Reader {
  const element = formOf(schema.element)
  const most = mostOf(schema)
  const single = schema.element instanceof z.ZodNullable ? schema.element.unwrap() : schema.element
  const toElement: Reader = single instanceof z.ZodNumber ? toNumber : same
  return (value) => {
    const list =
      element.scalar && typeof value === 'string' ? partsOf(value).map((part) => toElement(part)) : value
    return Array.isArray(list) ? list.slice(0, most + 1).map(element.read) : list
  }
}

/** The maximum length of a list. A list without one would let the sender choose the size of the input. */
function mostOf(schema: z.ZodArray): number {
  for (const check of schema.def.checks ?? []) {
    const { def } = check._zod
    if (def.check === 'max_length' || def.check === 'length_equals') return lengthIn(def)
  }
  throw new Error('a list of an input needs a maximum')
}

function lengthIn(check: z.core.$ZodCheckDef): number {
  if ('maximum' in check && typeof check.maximum === 'number') return check.maximum
  if ('length' in check && typeof check.length === 'number') return check.length
  throw new Error('a list of an input has a maximum that is no number')
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** zod's coercion turns null, [] and blank text into 0, which is a valid version or count. */
const toNumeric: Reader = (value) => {
  const isBlank =
    value === null || typeof value === 'object' || (typeof value === 'string' && value.trim() === '')
  return isBlank ? Number.NaN : value
}

const toNumber: Reader = (value) => {
  const number = Number(value)
  return Number.isNaN(number) ? value : number
}

/** The discriminator field selects the option, and the option decides how the other fields are read. */
function choiceReader(schema: z.ZodDiscriminatedUnion): Reader {
  const { discriminator } = schema.def
  const choices = new Map<unknown, Reader>()
  for (const option of schema.options) {
    if (!(option instanceof z.ZodObject)) throw new Error('a choice of an input is one of objects')
    const { read } = formOf(option)
    for (const value of valuesOf(own(option.shape, discriminator))) choices.set(value, read)
  }
  return (value) => {
    const read = isFields(value) ? choices.get(own(value, discriminator)) : undefined
    return read ? read(value) : value
  }
}

function valuesOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema instanceof z.ZodEnum) return schema.options
  throw new Error('what tells the shapes of an input apart is one of a few values')
}

/** Tries the readers of the options in order and takes the first whose result is valid. */
function unionOf(schema: z.ZodUnion): Form {
  const options = schema.options.map((option) => ({ option: option as z.ZodType, form: formOf(option) }))
  const forms = options.map(({ form }) => form)
  return {
    optional: forms.some((form) => form.optional),
    takesNull: forms.some((form) => form.takesNull),
    takesEmpty: forms.some((form) => form.takesEmpty),
    scalar: forms.every((form) => form.scalar),
    read(value) {
      for (const { option, form } of options) {
        const read = form.read(value)
        if (option.safeParse(read).success) return read
      }
      return value
    },
  }
}

const toBoolean: Reader = (value) => {
  if (value === 1 || value === '1' || value === 'true') return true
  return value === 0 || value === '0' || value === 'false' ? false : value
}

/** A yes/no value written as '1' and '0'. */
const isYesOrNo = (schema: z.ZodEnum) =>
  schema.options.length === 2 && schema.options.includes('0') && schema.options.includes('1')

const toYesOrNo: Reader = (value) => {
  const yes = toBoolean(value)
  return typeof yes === 'boolean' ? (yes ? '1' : '0') : value
}

/** Codes made of digits may also arrive as numbers. */
const toText: Reader = (value) => (typeof value === 'number' ? String(value) : value)

/** Only for lists of single values: other values cannot be written in comma-separated text. */
const toJoined: Reader = (value) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number')
    ? value.join(',')
    : value

import { own } from '@heliodesk/contract/own.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { focusFirstError, REQUIRED } from './Field.tsx'
import { fieldCount } from './field-count.ts'

type Values = Record<string, unknown>
export type Draft<S extends z.ZodType> = Partial<z.input<S>>
type Refused = { names: readonly string[]; message: string }

/**
 * A form over a call's own input schema: the fields, their limits and their messages come from the contract. A field
 * shows its error after it lost the focus. After a rejected submit every field shows its error, and the first one gets
 * the focus.
 */
export function useForm<S extends z.ZodType<unknown, Values>>(schema: S, initial: Draft<S>) {
  const [values, setValues] = useState(initial)
  const [start, setStart] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [handlers] = useState(
    () => new Map<string, { onChange: (value: never) => void; onBlur: () => void }>(),
  )
  const parsed = schema.safeParse(withoutBlanks(values))
  const errors: Record<string, string> = parsed.success ? {} : messagesOf(parsed.error.issues, values)
  const set = <Name extends keyof Draft<S>>(name: Name, value: Draft<S>[Name]) => {
    setValues((before) => ({ ...before, [name]: value }))
    setRefused((before) => (before?.names.includes(String(name)) ? null : before))
  }
  const leave = (name: keyof Draft<S> & string) => setLeft((before) => new Set(before).add(name))
  const errorOf = (name: keyof Draft<S> & string): string | null => {
    const shown = tried || left.has(name) ? (errors[name] ?? null) : null
    return shown ?? (refused?.names[0] === name ? refused.message : null)
  }
  /** The same functions each time, so that a letter typed in one field draws no other field again. */
  const handlersOf = <Name extends keyof Draft<S> & string>(
    name: Name,
    dependent: readonly (keyof Draft<S> & string)[],
  ) => {
    const key = [name, ...dependent].join(' ')
    const onChange = (value: Draft<S>[Name]) => {
      set(name, value)
      for (const each of dependent) set(each, undefined)
    }
    const known = handlers.get(key) ?? { onChange, onBlur: () => leave(name) }
    handlers.set(key, known)
    return known as { onChange: typeof onChange; onBlur: () => void }
  }
  const focusFault = () => requestAnimationFrame(() => focusFirstError(form.current))
  return {
    values,
    /** The number of its fields. */
    size: fieldCount(schema),
    /** For the `ref` of the form element. */
    form,
    dirty: differs(withoutBlanks(values), withoutBlanks(start)),
    set,
    leave,
    errorOf,
    /** All props of a field's control; see `TextField` and the other fields. */
    field: <Name extends keyof Draft<S> & string>(
      name: Name,
      /** Fields that depend on this one: they are emptied when it changes. */
      dependent: readonly (keyof Draft<S> & string)[] = [],
    ) => ({
      value: values[name],
      error: errorOf(name),
      ...handlersOf(name, dependent),
    }),
    /**
     * Passes the parsed values to `send`, or shows the errors. `faults` are further errors, such as those of the
     * server's checks during typing.
     */
    submit: (send: (input: z.input<S>) => void, ...faults: readonly (string | null)[]) => {
      setTried(true)
      // The values are valid, so they are the schema's input; the call's own parse fills the defaults.
      if (parsed.success && faults.every((fault) => fault === null)) send(withoutBlanks(values) as z.input<S>)
      else focusFault()
    },
    /** The server rejected the values: the message shows at the first of these fields until one of them changes. */
    refuse: (names: readonly string[], message: string) => {
      setRefused({ names, message })
      focusFault()
    },
    /** Another user changed the record: untouched fields take the new values, typed values stay. */
    rebase: (fresh: Draft<S>) => {
      setValues((mine) => ({ ...fresh, ...touchedOf(mine, start) }))
      setStart(fresh)
    },
    reset: (fresh: Draft<S>) => {
      setValues(fresh)
      setStart(fresh)
      setLeft(new Set())
      setTried(false)
      setRefused(null)
    },
  }
}

export type Form<S extends z.ZodType<unknown, Values>> = ReturnType<typeof useForm<S>>

/** The values of a record's fields that have the same names as the form's. */
export const fieldsIn =
  <S extends z.ZodObject>({ shape }: S) =>
  (record: Required<z.input<S>>): Draft<S> =>
    Object.fromEntries(Object.keys(shape).map((name) => [name, own(record as Values, name)])) as Draft<S>

/** A cleared control holds null or '', which the wire format does not allow. */
function withoutBlanks(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
}

function messagesOf(issues: readonly z.core.$ZodIssue[], values: Values): Record<string, string> {
  const messages = new Map<string, string>()
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '')
    if (!messages.has(name)) messages.set(name, isBlank(own(values, name)) ? REQUIRED : issue.message)
  }
  return Object.fromEntries(messages)
}

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** A cleared control holds another value than one that was never filled in. */
const orNull = (value: unknown) => (value === undefined || value === '' ? null : value)

const touchedOf = <D extends Values>(values: D, start: D): D =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => differs(orNull(value), orNull(own(start, name)))),
  ) as D

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

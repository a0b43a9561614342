import { own } from '@heliodesk/contract/own.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { focusFirstError } from './Field.tsx'

type Values = Record<string, unknown>
export type Draft<S extends z.ZodType> = Partial<z.input<S>>
type Refused = { names: readonly string[]; message: string }

/**
 * A form over a call's own input schema: the fields, their limits and their messages come from the contract.
 * A field shows its error once it was left, every field after a refused submit, which also goes to the first one.
 */
export function useForm<S extends z.ZodType<unknown, Values>>(schema: S, initial: Draft<S>) {
  const [values, setValues] = useState(initial)
  const [start, setStart] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const form = useRef<HTMLFormElement>(null)
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
  const focusFault = () => requestAnimationFrame(() => focusFirstError(form.current))
  return {
    values,
    /** For the `ref` of the form element. */
    form,
    dirty: differs(withoutBlanks(values), withoutBlanks(start)),
    set,
    leave,
    errorOf,
    /** All that a control of this field needs, see `TextField` and its like. */
    field: <Name extends keyof Draft<S> & string>(name: Name) => ({
      value: values[name],
      error: errorOf(name),
      onChange: (value: Draft<S>[Name]) => set(name, value),
      onBlur: () => leave(name),
    }),
    /**
     * Hands over what the schema made of the values, or shows what is wrong. `faults` are what is known against them
     * besides: the server's checks while somebody types.
     */
    submit: (send: (input: z.input<S>) => void, ...faults: readonly (string | null)[]) => {
      setTried(true)
      // The values were checked, so they are the schema's input; the call's own parse fills the defaults.
      if (parsed.success && faults.every((fault) => fault === null)) send(withoutBlanks(values) as z.input<S>)
      else focusFault()
    },
    /** The server took the values not: it is said at the first of these fields until one of them changes. */
    refuse: (names: readonly string[], message: string) => {
      setRefused({ names, message })
      focusFault()
    },
    /** Somebody else changed it: what was not touched here takes the new values, what was typed stays. */
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

/** Of a record that has the fields of a form under the same names, what stands in them. */
export const fieldsIn =
  <S extends z.ZodObject>({ shape }: S) =>
  (record: Required<z.input<S>>): Draft<S> =>
    Object.fromEntries(Object.keys(shape).map((name) => [name, own(record as Values, name)])) as Draft<S>

/** A cleared control holds null or '', which the wire does not know. */
function withoutBlanks(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
}

function messagesOf(issues: readonly z.core.$ZodIssue[], values: Values): Record<string, string> {
  const messages = new Map<string, string>()
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '')
    if (!messages.has(name)) messages.set(name, isBlank(own(values, name)) ? '此项为必填项' : issue.message)
  }
  return Object.fromEntries(messages)
}

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** A cleared control holds something else than one that was never filled in. */
const orNull = (value: unknown) => (value === undefined || value === '' ? null : value)

const touchedOf = <D extends Values>(values: D, start: D): D =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => differs(orNull(value), orNull(own(start, name)))),
  ) as D

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

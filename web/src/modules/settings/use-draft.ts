import { own } from '@heliodesk/contract/own.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { focusFirstError } from '../../kit/Field.tsx'
import { titleOf } from './titles.ts'

type Loaded<V> = { version: number; values: V }
type Edit<V> = { base: Loaded<V>; draft: Partial<V> }

export type Draft<V> = {
  values: V
  set: <Name extends keyof V>(name: Name, value: V[Name]) => void
  /** The error by the field's path (`sisters./solarCare`), once it was edited or a save was attempted. */
  errorOf: (path: string) => string | null
  /** The props of a kit field; see `TextField`. */
  field: <Name extends keyof V & string>(
    name: Name,
  ) => {
    /** The setting's Chinese name in the contract. */
    label: string
    value: V[Name]
    error: string | null
    onChange: (value: V[Name]) => void
    onBlur: () => void
  }
}

/**
 * Settings being edited: untouched values follow the server, touched values stay until they are saved or reverted. An
 * empty text is a value here, unlike in `useForm`.
 */
export function useDraft<V extends Record<string, unknown>>(
  schema: z.ZodObject & z.ZodType<V>,
  loaded: Loaded<V>,
) {
  const [edit, setEdit] = useState<Edit<V> | null>(null)
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const values: V = { ...loaded.values, ...edit?.draft }
  const parsed = schema.safeParse(values)
  const errors = new Map(parsed.success ? [] : parsed.error.issues.map(toError))
  const changed = edit ? Object.keys(edit.draft) : []
  const end = () => {
    setEdit(null)
    setTried(false)
  }
  const set: Draft<V>['set'] = (name, value) =>
    setEdit((now) => {
      const { base, draft } = now ?? { base: loaded, draft: {} as Partial<V> }
      const next = Object.entries({ ...draft, [name]: value }).filter(([key, one]) =>
        differs(one, own(loaded.values, key)),
      )
      return next.length > 0 ? { base, draft: Object.fromEntries(next) as Partial<V> } : null
    })
  const errorOf = (path: string) =>
    tried || changed.includes(path.split('.')[0]!) ? (errors.get(path) ?? null) : null
  const field: Draft<V>['field'] = (name) => ({
    label: titleOf(schema, name),
    value: values[name],
    error: errorOf(name),
    onChange: (value) => set(name, value),
    onBlur: () => undefined,
  })
  return {
    form,
    values,
    set,
    errorOf,
    field,
    /** The names of the touched values. */
    changed,
    /** The names of the values that another user changed since the first edit here. */
    changedByOthers:
      edit && edit.base.version !== loaded.version
        ? Object.keys(loaded.values).filter((name) =>
            differs(own(loaded.values, name), own(edit.base.values, name)),
          )
        : [],
    /** Accepts the changes of others as the new base; touched values stay. */
    rebase: (fresh: Loaded<V>) => setEdit((now) => now && { ...now, base: fresh }),
    end,
    /** Passes the loaded version and the touched values to `send`, or moves the focus to the first error. */
    submit: (send: (input: Partial<V> & { version: number }) => void) => {
      setTried(true)
      if (!parsed.success) requestAnimationFrame(() => focusFirstError(form.current))
      else if (edit) send({ ...edit.draft, version: edit.base.version })
    },
  }
}

/** Errors of list elements are shown at the list. */
function toError({ path, message }: z.core.$ZodIssue): [string, string] {
  return [path.filter((key) => typeof key === 'string').join('.'), message]
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

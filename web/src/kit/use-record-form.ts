import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import type { z } from 'zod'
import { useCall, useRefresh } from '../lib/queries.ts'
import { fieldsIn, useForm, type Draft } from './use-form.ts'
import { useSaving } from './use-saving.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { changedElsewhere, useNewer, useReadAgain, useSeen } from './use-seen.ts'

type Fields = z.ZodType<unknown, Record<string, unknown>>
type Reading = Call<'query', z.ZodType, z.ZodType<{ version: number }>>

/** The props of every record form. */
export type RecordFormProps<T, Asked = never> = {
  /** The record to edit, as loaded. Without it and `asked`, a new one is added. */
  opened?: T
  /** Instead, what its `detail` is asked for: the form opens at once, and its fields show when the record arrives. */
  asked?: Asked
  open: boolean
  onClose: () => void
  onSaved?: (saved: T) => void
}

/** The call C, if it accepts the input I and returns the record T. */
type Saving<C, I, T> = C extends Call
  ? I extends Sent<C>
    ? Received<C> extends T
      ? C
      : never
    : never
  : never

/** The calls of a record, as `recordCalls` of the contract makes them. */
type RecordCalls<S extends Fields, R extends Reading, A, E, K, B> = {
  /** Receives the typed values. */
  add?: A & Saving<A, z.input<S> & B, Received<R>>
  /** Receives the `key` of the record and the loaded version too. */
  edit: E &
    Saving<E, z.input<S> & Pick<Received<R>, K & keyof Received<R>> & { version: number }, Received<R>>
  /** Reads one record by its `key`. */
  detail: R
}

type RecordFormOptions<S extends Fields, R extends Reading, K, B> = {
  /** The name of the record type in titles and notices: 字典. */
  noun: string
  /** The verb for adding, in title, button and notice; 新建 by default. */
  verb?: string
  /** By default those of `add`. */
  fields?: S
  /** The initial values of a new record. */
  start?: Draft<S>
  /** Sent in addition with a new record, for example its parent. */
  beside?: B
  /** The identifying field; `id` by default. */
  key?: K
  nameOf: (record: Received<R>) => string
  /** The notice after saving; by default noun, verb and name. */
  said?: (saved: Received<R>, sent: z.input<S>) => readonly [title: string, text: string]
  /** The notice when the record no longer exists; 已在别处删除 by default. */
  gone?: string
  /** See `useSaving`. */
  faults?: Readonly<Record<string, readonly string[]>>
  /** Called before the fields take over another user's changes; `mine` is the current values of the fields. */
  onFresh?: (fresh: Received<R>, seen: Received<R>, mine: Draft<S>) => void
} & (Received<R> extends Required<z.input<S>>
  ? { valuesOf?: ValuesOf<S, R> }
  : {
      /** The field values of an existing record; by default its fields of the same names. */
      valuesOf: ValuesOf<S, R>
    })

type WithVersion<T> = T & { version: number }

/** What was just read again behind the form is not read once more. */
const LATELY_MS = 5000

type ValuesOf<S extends Fields, R extends Reading> = (record: Received<R>) => Draft<S>

/**
 * The form of one record, new or existing. The command carries the loaded version; after another user's change the
 * record is read again, and typed values are kept. Pass `drawer` to `FieldsDrawer`, or `dialog`
 * to `CommandDialog`; the children are the fields.
 */
export function useRecordForm<
  R extends Reading,
  A extends Call<'command', Fields>,
  E extends Call<'command'>,
  S extends Fields = A['input'],
  K extends keyof Received<R> | 'id' = 'id',
  B extends object = object,
>(
  calls: RecordCalls<S, R, A, E, K, B>,
  { opened: loaded, asked, open, onClose, onSaved }: RecordFormProps<NoInfer<Received<R>>, NoInfer<Sent<R>>>,
  { beside, verb = '新建', ...of }: RecordFormOptions<S, R, K, B>,
) {
  type T = Received<R>
  const fields = (of.fields ?? calls.add?.input) as S
  const valuesOf = of.valuesOf ?? (fieldsIn(fields as S & z.ZodObject) as ValuesOf<S, R>)
  const isNew = loaded === undefined && asked === undefined
  const [opened, setOpened] = useState(loaded)
  const awaited = useCall(calls.detail, asked as Sent<R>, { enabled: !isNew && !opened })
  const form = useForm(fields, opened ? valuesOf(opened) : isNew ? (of.start ?? {}) : {})
  const send = (isNew && calls.add) || calls.edit
  // `Saving` guarantees that the call accepts the input below.
  const saving = useSaving(send as Call<'command', z.ZodType<unknown, object>, z.ZodType<T>>, {
    said: (saved, sent) =>
      of.said?.(saved, sent as z.input<S>) ?? [`${of.noun}已${isNew ? verb : '保存'}`, of.nameOf(saved)],
    form,
    faults: of.faults,
    onClose,
    onSaved,
  })
  const key = of.key ?? 'id'
  const keyOf = (record: T) => ({ [key]: record[key as keyof T] })
  const readAgain = useReadAgain(calls.detail)
  const refresh = useRefresh(calls.detail)
  const readLately = useReadAgain(calls.detail, LATELY_MS)
  const takeOver = (fresh: T, before: T) => {
    of.onFresh?.(fresh, before, form.values)
    form.rebase(valuesOf(fresh))
  }
  const { seen, look, saw } = useSeen<T | undefined>(opened, {
    saving,
    readAgain: async (record) => record && readAgain(keyOf(record) as Sent<R>).finally(refresh),
    onFresh: (fresh, before) => {
      if (fresh && before) takeOver(fresh, before)
    },
    gone: opened ? `${of.noun}“${of.nameOf(opened)}”${of.gone ?? '已在别处删除'}` : undefined,
    onClose,
  })
  // An answer that is renewed meanwhile may be out of date: the form starts from the current version.
  if (!isNew && !opened && awaited.isSuccess && !awaited.isFetching) {
    setOpened(awaited.data)
    saw(awaited.data)
    form.rebase(valuesOf(awaited.data))
  }
  const awaits = isNew || opened ? null : { noun: of.noun, read: awaited }
  const onSend = (input: z.input<S>) =>
    saving.send({ ...input, ...(seen ? { ...keyOf(seen), version: seen.version } : beside) })
  const newer = useNewer(
    calls.detail,
    open ? (seen as WithVersion<T>) : undefined,
    (record) => readLately(keyOf(record) as Sent<R>) as Promise<WithVersion<T>>,
  )
  const isUntouched = newer !== null && !form.dirty && !saving.busy && !saving.done
  const follow = useEffectEvent(() => {
    if (!newer || !seen) return
    takeOver(newer.record, seen)
    saw(newer.record)
  })
  useEffect(() => {
    if (isUntouched) follow()
  }, [isUntouched])
  const error = saving.error ?? (newer && !isUntouched ? changedElsewhere(of.noun, newer) : null)
  const overlay = { open, onClose, saving: { ...saving, error }, onRefresh: isNew ? undefined : look, awaits }
  return {
    form,
    /** The existing record, as loaded last; undefined until it is. */
    seen,
    drawer: {
      ...overlay,
      form,
      title: `${isNew ? verb : '编辑'}${of.noun}`,
      verb: isNew ? verb : '保存',
      onSend,
    },
    dialog: { ...overlay, form: form.form, onConfirm: () => form.submit(onSend) },
  }
}

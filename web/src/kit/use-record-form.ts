import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import type { z } from 'zod'
import { useRefresh } from '../lib/queries.ts'
import { useForm, type Draft } from './use-form.ts'
import { useSaving } from './use-saving.ts'
import { useReadAgain, useSeen } from './use-seen.ts'

type Fields = z.ZodType<unknown, Record<string, unknown>>
type Reading = Call<'query', z.ZodType, z.ZodType<{ version: number }>>

/** The props of every record form. */
export type RecordFormProps<T> = {
  /** The record to edit, as loaded; without it a new one is added. */
  opened?: T
  open: boolean
  onClose: () => void
  onSaved?: (saved: T) => void
}

/** The calls in C that accept this input. */
type Taking<C, I> = C extends Call ? (I extends Sent<C> ? C : never) : never

type RecordFormOptions<
  S extends Fields,
  R extends Reading,
  C extends Call<'command'>,
  K,
  B,
> = RecordFormProps<NoInfer<Received<R>>> & {
  /** The name of the record type in titles and notices: 字典. */
  noun: string
  /** The verb for adding, in title, button and notice; 新建 by default. */
  verb?: string
  fields: S
  /** The initial values of a new record. */
  start?: Draft<S>
  /** The initial field values of an existing record. */
  valuesOf: (record: Received<R>) => Draft<S>
  /** Receives the typed values; for an existing record its `key` and the loaded version too. */
  send: C & Taking<C, z.input<S> & Pick<Received<R>, K & keyof Received<R>> & { version: number } & B>
  /** Sent in addition with a new record, for example its parent. */
  beside?: B
  /** Reads one record by its `key`. */
  read: R
  /** The identifying field; `id` by default. */
  key?: K
  nameOf: (record: Received<R>) => string
  /** The notice after saving; by default noun, verb and name. */
  said?: (saved: Received<R>) => readonly [title: string, text: string]
  /** The notice when the record no longer exists; 已被他人删除 by default. */
  gone?: string
  /** See `useSaving`. */
  faults?: Readonly<Record<string, readonly string[]>>
  /** Called before the fields take over another user's changes; `mine` is the current values of the fields. */
  onFresh?: (fresh: Received<R>, seen: Received<R>, mine: Draft<S>) => void
}

/**
 * The form of one record, new or existing. The command carries the loaded version; after another user's change the
 * record is read again, and typed values are kept. Pass `drawer` to `FieldsDrawer`, whose children are the fields.
 */
export function useRecordForm<
  S extends Fields,
  R extends Reading,
  C extends Call<'command', z.ZodType, z.ZodType<NoInfer<Received<R>>>>,
  K extends keyof Received<R> | 'id' = 'id',
  B extends object = object,
>({ opened, open, onClose, onSaved, beside, verb = '新建', ...of }: RecordFormOptions<S, R, C, K, B>) {
  type T = Received<R>
  const form = useForm(of.fields, opened ? of.valuesOf(opened) : (of.start ?? {}))
  // `Taking` guarantees that the call accepts the input below.
  const saving = useSaving(of.send as Call<'command', z.ZodType<unknown, object>, z.ZodType<T>>, {
    said: of.said ?? ((saved) => [`${of.noun}已${opened ? '保存' : verb}`, of.nameOf(saved)]),
    form,
    faults: of.faults,
    onClose,
    onSaved,
  })
  const key = of.key ?? 'id'
  const keyOf = (record: T) => ({ [key]: record[key as keyof T] })
  const readAgain = useReadAgain(of.read)
  const refresh = useRefresh(of.read)
  const { seen, look } = useSeen<T | undefined>(opened, {
    saving,
    readAgain: async (record) => record && readAgain(keyOf(record) as Sent<R>).finally(refresh),
    onFresh: (fresh, before) => {
      if (!fresh || !before) return
      of.onFresh?.(fresh, before, form.values)
      form.rebase(of.valuesOf(fresh))
    },
    gone: opened ? `${of.noun}“${of.nameOf(opened)}”${of.gone ?? '已被他人删除'}` : undefined,
    onClose,
  })
  return {
    form,
    /** The existing record, as loaded last. */
    seen,
    drawer: {
      open,
      onClose,
      form,
      saving,
      title: `${opened ? '编辑' : verb}${of.noun}`,
      verb: opened ? '保存' : verb,
      onRefresh: opened && look,
      onSend: (input: z.input<S>) =>
        saving.send({ ...input, ...(seen ? { ...keyOf(seen), version: seen.version } : beside) }),
    },
  }
}

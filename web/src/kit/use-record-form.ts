import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import type { z } from 'zod'
import { useForm, type Draft } from './use-form.ts'
import { useSaving } from './use-saving.ts'
import { useReadAgain, useSeen } from './use-seen.ts'

type Fields = z.ZodType<unknown, Record<string, unknown>>
type Reading = Call<'query', z.ZodType, z.ZodType<{ version: number }>>

/** What opens the form of a record, in every module. */
export type RecordFormProps<T> = {
  /** The record to edit, as it was read; without it a new one is added. */
  opened?: T
  open: boolean
  onClose: () => void
  onSaved?: (saved: T) => void
}

/** Those of the calls that take this input. */
type Taking<C, I> = C extends Call ? (I extends Sent<C> ? C : never) : never

type RecordFormOptions<
  S extends Fields,
  R extends Reading,
  C extends Call<'command'>,
  K,
  B,
> = RecordFormProps<NoInfer<Received<R>>> & {
  /** What it is, in titles and notices: 字典. */
  noun: string
  /** How one is added, in title, button and notice, 新建 unless said otherwise. */
  verb?: string
  fields: S
  /** What a new one starts with. */
  start?: Draft<S>
  /** What the fields show of one that is there. */
  valuesOf: (record: Received<R>) => Draft<S>
  /** Gets what was typed; of an opened one its `key` and the version seen, too. */
  send: C & Taking<C, z.input<S> & Pick<Received<R>, K & keyof Received<R>> & { version: number } & B>
  /** Sent besides with a new one: where it belongs. */
  beside?: B
  /** Reads the one record by its `key`. */
  read: R
  /** The field that identifies it, `id` unless said otherwise. */
  key?: K
  /** Queries that show what is saved. */
  refresh: readonly Call<'query'>[]
  nameOf: (record: Received<R>) => string
  /** The notice of what was saved, where it is not noun, verb and name. */
  said?: (saved: Received<R>) => readonly [title: string, text: string]
  /** What became of one that is no longer found, 已被他人删除 unless said otherwise. */
  gone?: string
  /** See `useSaving`. */
  faults?: Readonly<Record<string, readonly string[]>>
  /** Told before the fields take over what somebody else changed; `mine` is what stands in them. */
  onFresh?: (fresh: Received<R>, seen: Received<R>, mine: Draft<S>) => void
}

/**
 * The form of one record, new or opened. What is sent is bound to the version seen; after somebody else's change the
 * record is read again, and what was typed stays. `drawer` is for `FieldsDrawer`, whose children are the fields.
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
  // `Taking` saw to it that the call takes what is sent below.
  const saving = useSaving(of.send as Call<'command', z.ZodType<unknown, object>, z.ZodType<T>>, {
    refresh: of.refresh,
    said: of.said ?? ((saved) => [`${of.noun}已${opened ? '保存' : verb}`, of.nameOf(saved)]),
    form,
    faults: of.faults,
    onClose,
    onSaved,
  })
  const key = of.key ?? 'id'
  const keyOf = (record: T) => ({ [key]: record[key as keyof T] })
  const readAgain = useReadAgain(of.read, of.refresh)
  const { seen, look } = useSeen<T | undefined>(opened, {
    saving,
    readAgain: async (record) => record && readAgain(keyOf(record) as Sent<R>),
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
    /** The opened one, as it was read last. */
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

import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { notify } from '../../lib/notices.ts'
import { keyOf, useCommand } from '../../lib/queries.ts'
import type { ChangesCall } from './ChangeLog.tsx'
import { titlesOf } from './titles.ts'
import { useDraft } from './use-draft.ts'

type Values = Record<string, unknown>
type Loaded<V> = { version: number; values: V }

type SectionOptions<V extends Values, Q extends Call<'query'>, C extends Call<'command'>> = {
  read: Q
  edit: C
  changes: ChangesCall
  schema: z.ZodObject & z.ZodType<V>
  loaded: Loaded<V>
  refetch: () => Promise<{ data?: Loaded<V> }>
}

/** A settings page being edited: its draft, and the props of the frame around the fields. */
export function useSection<V extends Values, Q extends Call<'query'>, C extends Call<'command'>>({
  read,
  edit,
  changes,
  schema,
  loaded,
  refetch,
}: SectionOptions<V, Q, C>) {
  const client = useQueryClient()
  const draft = useDraft<V>(schema, loaded)
  const [uploading, setUploading] = useState(false)
  const save = useCommand(edit, {
    // The branding, menu and guides of all users change, including this user's.
    errors: 'own',
    onSuccess: (answer) => {
      client.setQueryData<Received<Q>>(keyOf(read, {}), answer as Received<Q>)
      draft.end()
      notify({ kind: 'success', title: '配置已保存', text: '已立即生效' })
    },
  })
  return {
    draft,
    setUploading,
    frame: {
      changes,
      form: draft.form,
      unsaved: titlesOf(schema, draft.changed),
      byOthers: titlesOf(schema, draft.changedByOthers),
      uploading,
      busy: save.isPending,
      error: save.error,
      onAccept: () => draft.rebase(loaded),
      onRefresh: () => {
        save.reset()
        void refetch().then(({ data }) => data && draft.rebase(data))
      },
      onReset: () => {
        save.reset()
        draft.end()
      },
      onSave: () => draft.submit((input) => save.mutate(input as Sent<C>)),
    },
  }
}

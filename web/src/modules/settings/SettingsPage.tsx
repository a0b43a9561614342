import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { notify } from '../../lib/notices.ts'
import { keyOf, useCall, useCommand } from '../../lib/queries.ts'
import type { ChangesCall } from './ChangeLog.tsx'
import { SwitchLine } from './fields.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { SettingsLoading } from './SettingsLoading.tsx'
import { titleOf } from './titles.ts'
import { useDraft, type Draft } from './use-draft.ts'

type Values = Record<string, unknown>
type Loaded<V> = { version: number; values: V }

type Switch = { label?: string; hint: string }

type Section<V> = {
  id: string
  title: string
  lead: string
  /** The switches, above the fields; their labels are the settings' names by default. */
  switches?: { [Name in keyof V]?: Switch }
  fields?: ReactNode
}

type SettingsPageProps<V extends Values, Q extends Call<'query'>, C extends Call<'command'>> = {
  title: string
  read: Q & Call<'query', z.ZodType, z.ZodType<Loaded<V>>>
  edit: C
  changes: ChangesCall
  schema: z.ZodObject & z.ZodType<V>
  sectionsOf: (page: {
    draft: Draft<V>
    loaded: Received<Q>
    /** Whether uploads are running. */
    onBusy: (busy: boolean) => void
  }) => readonly Section<V>[]
}

/** A page of settings, whose sections are described; it loads and saves them. */
export function SettingsPage<V extends Values, Q extends Call<'query'>, C extends Call<'command'>>(
  page: SettingsPageProps<V, Q, C>,
) {
  const { title, read } = page
  const { data, error, refetch } = useCall(read, {} as Sent<typeof read>)
  if (!data) return <SettingsLoading title={title} error={error} onRetry={() => void refetch()} />
  return <SettingsForm {...page} loaded={data} refetch={refetch} />
}

type SettingsFormProps<
  V extends Values,
  Q extends Call<'query'>,
  C extends Call<'command'>,
> = SettingsPageProps<V, Q, C> & {
  loaded: Received<Q> & Loaded<V>
  refetch: () => Promise<{ data?: Loaded<V> }>
}

function SettingsForm<V extends Values, Q extends Call<'query'>, C extends Call<'command'>>({
  title,
  read,
  edit,
  changes,
  schema,
  sectionsOf,
  loaded,
  refetch,
}: SettingsFormProps<V, Q, C>) {
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
  const sections = sectionsOf({ draft, loaded, onBusy: setUploading })
  return (
    <SettingsFrame
      title={title}
      changes={changes}
      sections={sections.map(({ switches = {}, fields, ...section }) => ({
        ...section,
        body: (
          <>
            {Object.entries(switches as Record<string, Switch>).map(([name, line]) => {
              const { label, value, onChange } = draft.field(name)
              const onSwitch = onChange as (on: boolean) => void
              return <SwitchLine key={name} label={label} {...line} on={value === true} onChange={onSwitch} />
            })}
            {fields && <div className="fields">{fields}</div>}
          </>
        ),
      }))}
      form={draft.form}
      unsaved={draft.changed.map((name) => titleOf(schema, name))}
      byOthers={draft.changedByOthers.map((name) => titleOf(schema, name))}
      uploading={uploading}
      busy={save.isPending}
      error={save.error}
      onAccept={() => draft.rebase(loaded)}
      onRefresh={() => {
        save.reset()
        void refetch().then(({ data }) => data && draft.rebase(data))
      }}
      onReset={() => {
        save.reset()
        draft.end()
      }}
      onSave={() => draft.submit((input) => save.mutate(input as Sent<C>))}
    />
  )
}

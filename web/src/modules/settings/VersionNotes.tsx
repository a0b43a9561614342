import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { Input } from 'antd'
import { Field } from '../../kit/Field.tsx'
import { TextList } from '../../kit/TextList.tsx'
import type { Draft } from './use-draft.ts'

const MOST = 10

/** The version and its notes, in display order. */
export function VersionNotes({ draft }: { draft: Draft<BusinessSettings> }) {
  const { versionNotes } = draft.values
  const { version, notes } = versionNotes
  const set = (change: Partial<typeof versionNotes>) =>
    draft.set('versionNotes', { ...versionNotes, ...change })
  return (
    <>
      <Field label="版本号" required error={draft.errorOf('versionNotes.version')} hint="最多 20 个字">
        {(control) => (
          <Input {...control} value={version} onChange={(event) => set({ version: event.target.value })} />
        )}
      </Field>
      <Field
        label="说明"
        error={draft.errorOf('versionNotes.notes')}
        hint={notes.length === 0 ? '没有说明时不弹出' : `${notes.length}/${MOST} 条，每条最多 200 个字`}
        className="touch wide"
      >
        {(control) => (
          <TextList
            control={control}
            noun="说明"
            texts={notes}
            most={MOST}
            add="添加说明"
            onChange={(texts) => set({ notes: texts })}
          />
        )}
      </Field>
    </>
  )
}

import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { TextField } from '../../kit/fields/TextField.tsx'
import { TextListField } from '../../kit/fields/TextListField.tsx'
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
      <TextField
        label="版本号"
        required
        error={draft.errorOf('versionNotes.version')}
        hint="最多 20 个字"
        value={version}
        onChange={(typed) => set({ version: typed })}
      />
      <TextListField
        label="说明"
        className="touch wide"
        error={draft.errorOf('versionNotes.notes')}
        hint={notes.length === 0 ? '没有说明时不弹出' : `${notes.length}/${MOST} 条，每条最多 200 个字`}
        texts={notes}
        most={MOST}
        onChange={(texts) => set({ notes: texts })}
      />
    </>
  )
}

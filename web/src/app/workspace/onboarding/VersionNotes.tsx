import { NoticeDialog } from '../../../kit/NoticeDialog.tsx'
import css from './notes.module.css'

type VersionNotesProps = { notes: readonly string[]; onClose: () => void }

/** The version notes, shown once per version (spec 1 §2.7). */
export const VersionNotes = ({ notes, onClose }: VersionNotesProps) => (
  <NoticeDialog title="版本更新" onClose={onClose}>
    <ol className={css.versionNotes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ol>
  </NoticeDialog>
)

import { Modal } from 'antd'
import { Button } from '../../../kit/Button.tsx'
import '../../../kit/dialog.css'
import css from './notes.module.css'

type VersionNotesProps = { notes: readonly string[]; onClose: () => void }

/** The version notes, shown once per version (spec 1 §2.7). */
export function VersionNotes({ notes, onClose }: VersionNotesProps) {
  return (
    <Modal
      open
      title="版本更新"
      width={440}
      centered
      closable={false}
      footer={null}
      onCancel={onClose}
      className="dialog"
    >
      <ol className={css.versionNotes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ol>
      <div className="buttons">
        <Button kind="pri" autoFocus onClick={onClose}>
          我知道了
        </Button>
      </div>
    </Modal>
  )
}

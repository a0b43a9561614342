import { paths } from '@heliodesk/contract/paths.ts'
import { CircleAlert, CloudUpload, RefreshCw } from 'lucide-react'
import { useOnline } from '../../kit/use-online.ts'
import { useField } from './field-store.ts'
import { fieldState } from './field-state.ts'
import css from './field-badge.module.css'

const looks = { ok: '', proc: css.proc, undo: css.undo, err: css.err }

/** Where what this person did stands, in the frame; nothing while all of it has arrived. */
export function FieldBadge() {
  const { book, progress } = useField()
  const { look, text, count } = fieldState(book, progress, useOnline())
  if (count === 0) return null
  const Icon = look === 'err' ? CircleAlert : look === 'proc' ? RefreshCw : CloudUpload
  return (
    <span role="status">
      <a
        className={`${css.badge} ${looks[look]}`}
        href={paths.outbox.href()}
        aria-label={`本机记录：${text}`}
      >
        <Icon className="i s" aria-hidden />
        <span className={css.text}>{text}</span>
      </a>
    </span>
  )
}

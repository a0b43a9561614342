import { useState, type ReactNode } from 'react'
import { CommandDialog } from './CommandDialog.tsx'
import { CountedTextarea } from './CountedTextarea.tsx'
import { Field } from './Field.tsx'
import type { Saving } from './use-saving.ts'

const REASON_MAX = 100

/** Why this reason is invalid (spec 2 §5), or null. */
export function reasonError(reason: string): string | null {
  const length = reason.trim().length
  if (length === 0) return '请输入'
  return length > REASON_MAX ? `最多允许输入${REASON_MAX}个字符` : null
}

type ReasonDialogProps = {
  open: boolean
  /** '1' rejects work; any other type voids (spec 2 §2). */
  type: '1' | '2'
  text?: ReactNode
  /** The command that takes the reason, and why it can never be sent again; see `CommandDialog`. */
  saving?: Saving
  closed?: string | null
  onRefresh?: () => void
  /** Fields above the reason. */
  before?: ReactNode
  onConfirm: (auditOpinion: string) => void
  onClose: () => void
}

const IDLE: Saving = { error: null, busy: false, done: false }

/** Asks for a reason: 退回意见 or 作废原因. The text is cleared when the dialog opens and when it closes (spec 2 §2). */
export function ReasonDialog({
  open,
  type,
  saving = IDLE,
  before,
  onConfirm,
  ...question
}: ReasonDialogProps) {
  const [auditOpinion, setAuditOpinion] = useState('')
  const [tried, setTried] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setAuditOpinion('')
    setTried(false)
  }
  const title = type === '1' ? '退回意见' : '作废原因'
  const error = reasonError(auditOpinion)
  const shownError = tried || auditOpinion.length > REASON_MAX ? error : null
  return (
    <CommandDialog
      {...question}
      open={open}
      title={title}
      verb={type === '1' ? '退回' : '作废'}
      danger={type !== '1'}
      saving={saving}
      onConfirm={() => (error ? setTried(true) : onConfirm(auditOpinion.trim()))}
    >
      {before}
      <Field label={title} bare required error={shownError}>
        {(control) => (
          <CountedTextarea
            {...control}
            value={auditOpinion}
            onChange={setAuditOpinion}
            max={REASON_MAX}
            rows={4}
            mostRows={6}
            placeholder="请输入"
            autoFocus
          />
        )}
      </Field>
    </CommandDialog>
  )
}

import { COMMENT_LENGTH } from '@heliodesk/contract/order-comments.ts'
import { Reply, X } from 'lucide-react'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import type { Saving } from '../../../kit/use-saving.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useUnsaved } from '../../../kit/use-unsaved.ts'
import type { CommentDraft } from './comment.ts'
import { MentionField } from './MentionField.tsx'
import css from './comments.module.css'

type CommentEditorProps = {
  orderId: string
  label: string
  verb: string
  draft: CommentDraft
  onChange: (draft: CommentDraft) => void
  saving: Saving
  onSend: () => void
  /** For what is there already, which can also stay as it is. */
  onCancel?: () => void
  onRefresh?: () => void
}

/** Writes a comment, or changes one; what is written is kept on this device until it is sent. */
export function CommentEditor(props: CommentEditorProps) {
  const { orderId, label, verb, draft, onChange, saving, onSend, onCancel, onRefresh } = props
  const { quoted } = draft
  const phone = usePhone()
  const text = draft.text.trim()
  useUnsaved(text !== '', { kept: true })
  const over = text.length > COMMENT_LENGTH
  const refusal = text === '' ? '请填写评论' : over ? `评论最多 ${COMMENT_LENGTH} 个字符` : null
  return (
    <div className={css.editor}>
      {quoted && (
        <p className={`${css.quote} ${css.answering}`}>
          <Reply className="i s" aria-hidden />
          <span className="ell grow">
            回复 {quoted.authorName}：{quoted.text}
          </span>
          <IconButton icon={X} label="不引用" small onClick={() => onChange({ ...draft, quoted: null })} />
        </p>
      )}
      <MentionField
        orderId={orderId}
        label={label}
        draft={draft}
        onChange={onChange}
        onSend={() => refusal === null && !saving.busy && onSend()}
        over={over}
        autoFocus={onCancel !== undefined}
      />
      <CommandAlert error={saving.error} onRefresh={onRefresh} />
      <div className={css.foot}>
        <span className="t3 s12 grow">
          {text !== '' && (phone ? '草稿已存本机' : '草稿已存本机，Ctrl+Enter 发送')}
        </span>
        <span className={over ? 'err s12' : 't3 s12'}>
          {text.length}/{COMMENT_LENGTH}
        </span>
        {onCancel && (
          <Button size="sm" onClick={onCancel}>
            取消
          </Button>
        )}
        <Button size="sm" busy={saving.busy} refusal={refusal} onClick={onSend}>
          {verb}
        </Button>
      </div>
    </div>
  )
}

import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { History, Pencil, Reply, Trash2 } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { formatTime } from '../../../kit/format.ts'
import { useSaving } from '../../../kit/use-saving.ts'
import { useRefresh } from '../../../lib/queries.ts'
import { mentionedIn, partsOf, type Comment } from './comment.ts'
import { CommentEditor } from './CommentEditor.tsx'
import { useCommentDraft } from './use-comment-draft.ts'
import css from './comments.module.css'

type CommentRowProps = {
  comment: Comment
  /** It mentions the user and was unseen when the order was opened. */
  isNew: boolean
  /** The address asks for it. */
  isWanted: boolean
  /** The company's time now. */
  now: string
  onReply: () => void
  onRemove: () => void
  /** Null for whoever may not read it. */
  onHistory: (() => void) | null
}

/** A comment with its marks, what it answers, and what its reader may do with it. */
export function CommentRow({ comment, isNew, isWanted, now, onReply, onRemove, onHistory }: CommentRowProps) {
  const { authorName, addTime, editedTime, isDeleted, quoted } = comment
  const [draft, setDraft] = useCommentDraft(comment.orderId, comment.id)
  const mayChange = comment.changeUntil !== null && comment.changeUntil > now
  const classes = [css.comment, isNew && css.fresh, isWanted && css.wanted].filter(Boolean).join(' ')
  return (
    <li id={`comment-${comment.id}`} className={classes}>
      <p className={css.head}>
        <b>{authorName}</b>
        <time className="t3 s12">{formatTime(addTime)}</time>
        {editedTime && !isDeleted && (
          <span className="t3 s12" title={`修改于 ${editedTime.slice(0, 16)}`}>
            已编辑
          </span>
        )}
        {isNew && <span className="tag pri">提到我</span>}
      </p>
      {quoted && (
        <p className={css.quote}>
          {quoted.authorName}：{quoted.isDeleted ? '评论已删除' : quoted.text}
        </p>
      )}
      {draft && mayChange ? (
        <EditedComment comment={comment} draft={draft} onChange={setDraft} />
      ) : isDeleted ? (
        <p className="t3">评论已删除</p>
      ) : (
        <p className={css.text}>
          {partsOf(comment.text, comment.mentions).map(({ text, isMention }, at) =>
            isMention ? (
              <span key={at} className={css.mention}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </p>
      )}
      {!(draft && mayChange) && (
        <div className={css.acts}>
          {!isDeleted && (
            <Button size="sm" kind="txt" icon={Reply} onClick={onReply}>
              回复
            </Button>
          )}
          {mayChange && (
            <>
              <Button
                size="sm"
                kind="txt"
                icon={Pencil}
                onClick={() => setDraft({ text: comment.text, mentions: comment.mentions, quoted: null })}
              >
                编辑
              </Button>
              <Button size="sm" kind="txt" icon={Trash2} onClick={onRemove}>
                删除
              </Button>
            </>
          )}
          {onHistory && (editedTime || isDeleted) && (
            <Button size="sm" kind="txt" icon={History} onClick={onHistory}>
              修改记录
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

type EditedCommentProps = {
  comment: Comment
  draft: NonNullable<ReturnType<typeof useCommentDraft>[0]>
  onChange: ReturnType<typeof useCommentDraft>[1]
}

function EditedComment({ comment: { id, orderId, version }, draft, onChange }: EditedCommentProps) {
  const refresh = useRefresh(orderCommentCalls.list)
  const saving = useSaving(orderCommentCalls.edit, {
    said: () => ['评论已修改'],
    onSaved: () => onChange(null),
  })
  return (
    <CommentEditor
      orderId={orderId}
      label="修改评论"
      verb="保存"
      draft={draft}
      onChange={onChange}
      saving={saving}
      onSend={() => saving.send({ id, version, text: draft.text, mentions: mentionedIn(draft) })}
      onCancel={() => onChange(null)}
      onRefresh={refresh}
    />
  )
}

import { COMMENTS_AN_ORDER, orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { RemoveDialog } from '../../../kit/RemoveDialog.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { useCall } from '../../../lib/queries.ts'
import { useMinute } from '../task-view/use-minute.ts'
import { FIRST_COMMENTS, mentionedIn, noDraft, type Comment, type CommentList } from './comment.ts'
import { CommentEditor } from './CommentEditor.tsx'
import { CommentHistory } from './CommentHistory.tsx'
import { CommentRow } from './CommentRow.tsx'
import { useCommentDraft } from './use-comment-draft.ts'
import { useSeenMentions } from './use-seen-mentions.ts'
import css from './comments.module.css'

type CommentsProps = { id: string; title: string; orderId: string }

/** What people say about the order, the oldest first, and the field to say something. */
export function Comments({ id, title, orderId }: CommentsProps) {
  const [size, setSize] = useState(FIRST_COMMENTS)
  const read = useCall(orderCommentCalls.list, { orderId, size })
  const [draft, setDraft] = useCommentDraft(orderId, null)
  const now = draft ?? noDraft
  const saving = useSaving(orderCommentCalls.add, { onSaved: () => setDraft(null) })
  const box = useRef<HTMLElement>(null)
  const reply = ({ id: quotedId, authorName, text }: Comment) => {
    setDraft({ ...now, quoted: { id: quotedId, authorName, text: text.slice(0, 80) } })
    box.current?.querySelector<HTMLElement>(`.${css.write} textarea`)?.focus()
  }
  return (
    <section className="sec" id={id} ref={box}>
      <h2>
        {title}
        {read.data && read.data.total > 0 && <span className="t3 s12">{read.data.total} 条</span>}
      </h2>
      <Reading read={read} name="评论" height={80} keepsOld>
        {(found) => (
          <CommentRows
            found={found}
            orderId={orderId}
            onAll={() => setSize(COMMENTS_AN_ORDER)}
            onReply={reply}
          />
        )}
      </Reading>
      <div className={css.write}>
        <CommentEditor
          orderId={orderId}
          label="评论"
          verb="发表"
          draft={now}
          onChange={setDraft}
          saving={saving}
          onSend={() =>
            saving.send({
              orderId,
              text: now.text,
              mentions: mentionedIn(now),
              quotedId: now.quoted?.id,
            })
          }
        />
      </div>
    </section>
  )
}

type CommentRowsProps = {
  found: CommentList
  orderId: string
  onAll: () => void
  onReply: (comment: Comment) => void
}

function CommentRows({ found, orderId, onAll, onReply }: CommentRowsProps) {
  const { rows, total, mayReadHistory, changeMinutes } = found
  const { isNew, list } = useSeenMentions(orderId, rows)
  const wanted = useWantedComment(rows, total, onAll)
  // Renders again when a comment can no longer be changed.
  useMinute()
  const now = companyNow().format('YYYY-MM-DD HH:mm:ss')
  const { show, shown } = useOverlays({
    remove: (overlay, { id, version }: Comment) => (
      <RemoveDialog
        {...overlay}
        call={orderCommentCalls.remove}
        input={{ id, version }}
        title="删除这条评论？"
        text="原处留下“评论已删除”，提到的人不再看到它。"
        done={['评论已删除']}
      />
    ),
    history: (overlay, comment: Comment) => <CommentHistory {...overlay} comment={comment} />,
  })
  if (rows.length === 0)
    return <p className="t3 s13">还没有评论。发表后 {changeMinutes} 分钟内可以修改或删除。</p>
  return (
    <>
      {rows.length < total && (
        <Button size="sm" kind="txt" onClick={onAll}>
          显示更早的 {total - rows.length} 条
        </Button>
      )}
      <ol className={css.comments} ref={list}>
        {rows.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            isNew={isNew(comment)}
            isWanted={comment.id === wanted}
            now={now}
            onReply={() => onReply(comment)}
            onRemove={() => show('remove', comment)}
            onHistory={mayReadHistory ? () => show('history', comment) : null}
          />
        ))}
      </ol>
      {shown}
    </>
  )
}

/** The comment in the address, brought into view once it is there; an earlier one is asked for. */
function useWantedComment(rows: readonly Comment[], total: number, onAll: () => void): string | null {
  const wanted = useUrlQuery().query.get('comment')
  const isThere = rows.some(({ id }) => id === wanted)
  const isEarlier = wanted !== null && !isThere && rows.length < total
  const ask = useEffectEvent(onAll)
  useEffect(() => {
    if (isEarlier) ask()
  }, [isEarlier])
  useEffect(() => {
    if (wanted !== null && isThere)
      document.getElementById(`comment-${wanted}`)?.scrollIntoView({ block: 'center' })
  }, [wanted, isThere])
  return wanted
}

import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { formatTime } from '../../../kit/format.ts'
import { NoticeDialog } from '../../../kit/NoticeDialog.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { Timeline } from '../../../kit/Timeline.tsx'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { Comment } from './comment.ts'
import css from './comments.module.css'

/** What a comment said before each change. */
export function CommentHistory({ comment, ...overlay }: OverlayProps & { comment: Comment }) {
  const read = useCall(orderCommentCalls.history, { id: comment.id })
  return (
    <NoticeDialog {...overlay} title={`${comment.authorName}的评论`}>
      <div className={css.history}>
        <Reading read={read} name="修改记录" height={80}>
          {(changes) => (
            <Timeline
              entries={changes.map(({ id, action, actorName, time, text }) => ({
                key: id,
                title: action === 'edit' ? '修改前' : '删除前',
                person: actorName,
                time: formatTime(time),
                note: text,
                color: action === 'edit' ? 'limegreen' : 'red',
              }))}
            />
          )}
        </Reading>
      </div>
    </NoticeDialog>
  )
}

import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { formatTime } from '../../../kit/format.ts'
import { openHere } from '../../../kit/page-table/RowCard.tsx'
import { ReadingCard, SkeletonRows } from '../../../kit/ReadingCard.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useCall } from '../../../lib/queries.ts'
import css from './comments.module.css'

type MentionsCardProps = { onOpen: (orderId: string, commentId: string) => void }

const FIRST = 5
const MORE = 100

/** 提到我的: comments that mention the user, unseen ones first, each leading to its order. */
export function MentionsCard({ onOpen }: MentionsCardProps) {
  const [size, setSize] = useState(FIRST)
  const read = useCall(orderCommentCalls.mentions, { size })
  const seeing = useSaving(orderCommentCalls.seen, { said: () => ['已全部标为已读'] })
  return (
    <ReadingCard
      title="提到我的"
      reading={read}
      fact={({ unseen, total }) => (unseen > 0 ? `${unseen} 条未读` : total > 0 ? `${total} 条` : null)}
      tools={({ unseen }) =>
        unseen > 0 && (
          <Button kind="txt" size="sm" className="mla" busy={seeing.busy} onClick={() => seeing.send({})}>
            全部已读
          </Button>
        )
      }
      skeleton={<SkeletonRows rows={3} />}
    >
      {({ rows, total }) =>
        rows.length === 0 ? (
          <div className="empty">
            <b>没有人提到您</b>
            <span>有人在工单评论中 @ 您后会出现在这里</span>
          </div>
        ) : (
          <>
            <ul className={css.mentions} aria-label="提到我的评论">
              {rows.map((row) => (
                <li key={row.id}>
                  <span className="row">
                    {row.isUnseen && <i className={css.unseen} role="img" aria-label="未读" />}
                    <a
                      className="ell grow"
                      href={paths.workPortal.href({ order: row.orderId, comment: row.id })}
                      onClick={openHere(() => onOpen(row.orderId, row.id))}
                    >
                      {row.authorName}：{row.text}
                    </a>
                  </span>
                  <small className="t3 s12 ell">
                    {formatTime(row.addTime)} · {row.psName} · {row.taskDescription}
                  </small>
                </li>
              ))}
            </ul>
            {total > rows.length && size < MORE && (
              <Button kind="txt" size="sm" onClick={() => setSize(MORE)}>
                显示更多
              </Button>
            )}
          </>
        )
      }
    </ReadingCard>
  )
}

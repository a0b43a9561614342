import { inquiryKinds } from '@heliodesk/contract/inquiries.ts'
import { MessagesSquare, Paperclip, UserRound } from 'lucide-react'
import { formatTime } from '../../kit/format.ts'
import { openHere } from '../../kit/page-table/RowCard.tsx'
import { StateTag, UnreadDot } from './inquiry-list.tsx'
import type { ListedInquiry, Side } from './inquiry.ts'
import css from './inquiries.module.css'

type InquiryCardProps = { inquiry: ListedInquiry; side: Side; href: string; onOpen: () => void }

/** The card of a feedback or a letter, in the phone layout. */
export function InquiryCard({ inquiry, side, href, onOpen }: InquiryCardProps) {
  const { title, content, kind, state, senderName, updateTime, replyCount, fileCount, unread } = inquiry
  return (
    <a className={css.inquiryCard} href={href} onClick={openHere(onOpen)}>
      <span className="line">
        <StateTag state={state} />
        {kind && <span className="t2">{inquiryKinds[kind]}</span>}
        <span className="t3 mla">{formatTime(updateTime)}</span>
      </span>
      <span className={css.inquiryHead}>
        {unread && <UnreadDot />}
        <b className={css.clamp}>{title ?? content}</b>
      </span>
      {title && <span className={`t2 ${css.clamp}`}>{content}</span>}
      <ul className="facts">
        {side === 'office' && (
          <li>
            <UserRound className="i s" aria-hidden />
            {senderName}
          </li>
        )}
        {replyCount > 0 && (
          <li>
            <MessagesSquare className="i s" aria-label="往来" />
            {replyCount}
          </li>
        )}
        {fileCount > 0 && (
          <li>
            <Paperclip className="i s" aria-label="附件" />
            {fileCount}
          </li>
        )}
      </ul>
    </a>
  )
}

import { FileTiles, type ShownFile } from '../../kit/FileTiles.tsx'
import type { KnownInquiry } from './inquiry.ts'
import css from './inquiries.module.css'

type Word = {
  id: string
  authorName: string
  fromOffice: boolean
  own: boolean
  content: string
  time: string
  files: readonly ShownFile[]
}

/** The messages of both sides, oldest first. */
export function Thread({ inquiry }: { inquiry: KnownInquiry }) {
  const { senderName, own, content, createTime, files = [], messages = [], replyCount } = inquiry
  const first: Word = {
    id: 'first',
    authorName: senderName,
    fromOffice: false,
    own,
    content,
    time: createTime,
    files,
  }
  return (
    <ol className={css.thread} aria-label="往来内容">
      {[first, ...messages].map((word) => (
        <li key={word.id} className={word.own ? css.own : undefined}>
          <header className="row s13">
            <b>{word.own ? '我' : word.authorName}</b>
            {word.fromOffice && <span className="tag ok">回复</span>}
            <time className="t3">{word.time}</time>
          </header>
          <p>{word.content}</p>
          <FileTiles files={word.files} label="附件" />
        </li>
      ))}
      {!inquiry.messages &&
        Array.from({ length: replyCount }, (_each, at) => (
          <li key={at}>
            <i
              className="sk"
              style={{ width: 240, height: 40 }}
              role={at === 0 ? 'status' : undefined}
              aria-label={at === 0 ? '正在加载' : undefined}
            />
          </li>
        ))}
    </ol>
  )
}

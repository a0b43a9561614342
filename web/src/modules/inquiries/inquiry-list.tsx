import type { Sent } from '@heliodesk/contract/call.ts'
import {
  inquiryKinds,
  inquiryStates,
  type InquiryBox,
  type inquiryCalls,
} from '@heliodesk/contract/inquiries.ts'
import { CircleCheck, CircleDashed, CircleDot, Reply } from 'lucide-react'
import type { DetailHead } from '../../kit/glimpse.tsx'
import { lookTag } from '../../kit/LookTag.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { numberColumn, textColumn, timeColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { boxTexts, type ListedInquiry, type Side } from './inquiry.ts'
import css from './inquiries.module.css'

type Query = Sent<typeof inquiryCalls.list>

const kind: Filter<Query> = {
  name: 'kind',
  label: '类型',
  kind: 'select',
  choices: inquiryKinds,
  single: true,
}

export const filtersFor = (box: InquiryBox, side: Side): readonly Filter<Query>[] => [
  {
    name: 'keyword',
    label: '关键词',
    kind: 'input',
    live: true,
    placeholder: side === 'office' ? `内容、${boxTexts[box].sender}` : '内容',
  },
  { name: 'state', label: '状态', kind: 'select', choices: inquiryStates, single: true },
  ...(box === 'feedback' ? [kind] : []),
]

export const StateTag = lookTag(inquiryStates, {
  waiting: ['undo', CircleDashed],
  processing: ['proc', CircleDot],
  answered: ['ok', Reply],
  closed: ['', CircleCheck],
})

/** The head of an inquiry's drawer. */
export const inquiryHead = (box: InquiryBox, inquiry: ListedInquiry): DetailHead => ({
  top: (
    <>
      <span>{boxTexts[box].box}</span>
      {inquiry.kind && <span className="tag ln">{inquiryKinds[inquiry.kind]}</span>}
    </>
  ),
  title: (
    <>
      {inquiry.title ?? inquiry.content.slice(0, 40)}
      <StateTag state={inquiry.state} />
    </>
  ),
})

export const UnreadDot = () => (
  <span className={css.unreadDot} role="img" aria-label="有未读内容" title="有未读内容" />
)

/** The title of a letter, the start of a feedback. */
const headOf = ({ title, content }: ListedInquiry) => title ?? content

export function columnsFor(
  box: InquiryBox,
  side: Side,
  linkTo: (id: string) => string,
): readonly Column<ListedInquiry>[] {
  const all: (Column<ListedInquiry> | null)[] = [
    {
      key: 'content',
      title: box === 'mail' ? '标题' : '内容',
      width: 280,
      grow: true,
      lock: true,
      cell: (row) => (
        <span className={css.inquiryHead}>
          {row.unread && <UnreadDot />}
          <a
            href={linkTo(row.id)}
            tabIndex={-1}
            title={headOf(row)}
            className={row.unread ? `${css.new} ell` : 'ell'}
          >
            {headOf(row)}
          </a>
        </span>
      ),
    },
    box === 'feedback' ? textColumn('kind', '类型', 100, { titles: inquiryKinds }) : null,
    { key: 'state', title: '状态', width: 104, cell: (row) => <StateTag state={row.state} /> },
    side === 'office' ? textColumn('senderName', boxTexts[box].sender, 100) : null,
    numberColumn('replyCount', '往来', 72, { some: true, fold: 2 }),
    numberColumn('fileCount', '附件', 72, { some: true, fold: 1 }),
    timeColumn('createTime', '提交时间', 120, { fold: 3 }),
    timeColumn('updateTime', '最近动态', 120),
  ]
  return all.filter((column) => column !== null)
}

import type { Sent } from '@heliodesk/contract/call.ts'
import {
  inquiryKinds,
  inquiryStates,
  type InquiryBox,
  type inquiryCalls,
  type InquiryState,
} from '@heliodesk/contract/inquiries.ts'
import { CircleCheck, CircleDashed, CircleDot, Reply, type LucideIcon } from 'lucide-react'
import { formatTime } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { boxTexts, type ListedInquiry, type Side } from './inquiry.ts'

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
    placeholder: side === 'office' ? `内容、${boxTexts[box].sender}` : '内容',
  },
  { name: 'state', label: '状态', kind: 'select', choices: inquiryStates, single: true },
  ...(box === 'feedback' ? [kind] : []),
]

const looks: Record<InquiryState, { group: string; icon: LucideIcon }> = {
  waiting: { group: 'undo', icon: CircleDashed },
  processing: { group: 'proc', icon: CircleDot },
  answered: { group: 'ok', icon: Reply },
  closed: { group: '', icon: CircleCheck },
}

export function StateTag({ state: shown }: { state: InquiryState }) {
  const { group, icon: Icon } = looks[shown]
  return (
    <span className={`tag ${group}`}>
      <Icon className="i s" aria-hidden />
      {inquiryStates[shown]}
    </span>
  )
}

export const UnreadDot = () => (
  <span className="unread-dot" role="img" aria-label="有未读内容" title="有未读内容" />
)

/** A letter by its title, feedback by its first words. */
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
        <span className="inquiry-head">
          {row.unread && <UnreadDot />}
          <a
            href={linkTo(row.id)}
            tabIndex={-1}
            title={headOf(row)}
            className={row.unread ? 'new ell' : 'ell'}
          >
            {headOf(row)}
          </a>
        </span>
      ),
    },
    box === 'feedback'
      ? { key: 'kind', title: '类型', width: 100, cell: (row) => row.kind && inquiryKinds[row.kind] }
      : null,
    { key: 'state', title: '状态', width: 104, cell: (row) => <StateTag state={row.state} /> },
    side === 'office'
      ? { key: 'senderName', title: boxTexts[box].sender, width: 100, cell: (row) => row.senderName }
      : null,
    {
      key: 'replyCount',
      title: '往来',
      width: 72,
      align: 'right',
      cell: (row) => row.replyCount > 0 && String(row.replyCount),
    },
    {
      key: 'fileCount',
      title: '附件',
      width: 72,
      align: 'right',
      cell: (row) => row.fileCount > 0 && String(row.fileCount),
    },
    { key: 'createTime', title: '提交时间', width: 120, cell: (row) => formatTime(row.createTime) },
    { key: 'updateTime', title: '最近动态', width: 120, cell: (row) => formatTime(row.updateTime) },
  ]
  return all.filter((column) => column !== null)
}

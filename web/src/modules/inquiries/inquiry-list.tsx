import {
  inquiryKinds,
  inquiryStates,
  type InquiryBox,
  type InquiryKind,
  type InquiryState,
} from '@heliodesk/contract/inquiries.ts'
import { CircleCheck, CircleDashed, CircleDot, Reply, type LucideIcon } from 'lucide-react'
import { formatTime } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import type { Choice, Filter, FilterValues } from '../../kit/search-bar/filters.ts'
import { boxTexts, type ListedInquiry, type Side } from './inquiry.ts'

const choicesOf = (titles: Record<string, string>): Choice[] =>
  Object.entries(titles).map(([value, label]) => ({ value, label }))

const keyword = (placeholder: string): Filter => ({
  name: 'keyword',
  label: '关键词',
  kind: 'input',
  placeholder,
})
const state: Filter = {
  name: 'state',
  label: '状态',
  kind: 'select',
  choices: choicesOf(inquiryStates),
  single: true,
}
const kind: Filter = {
  name: 'kind',
  label: '类型',
  kind: 'select',
  choices: choicesOf(inquiryKinds),
  single: true,
}

export const filtersFor = (box: InquiryBox, side: Side): readonly Filter[] => [
  keyword(side === 'office' ? `内容、${boxTexts[box].sender}` : '内容'),
  state,
  ...(box === 'feedback' ? [kind] : []),
]

/** The filters in force as the call takes them; their choices are the call's own. */
export const narrowBy = (values: FilterValues) => ({
  ...(values.keyword?.[0] ? { keyword: values.keyword[0] } : {}),
  ...(values.state?.[0] ? { state: values.state[0] as InquiryState } : {}),
  ...(values.kind?.[0] ? { kind: values.kind[0] as InquiryKind } : {}),
})

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

import type { Received } from '@heliodesk/contract/call.ts'
import { titleOfReason, verdicts } from '@heliodesk/contract/review-reasons.ts'
import {
  countedRoles,
  type ReviewFigures,
  type ticketReviewCalls,
} from '@heliodesk/contract/ticket-reviews.ts'
import type { DetailField } from '../../kit/DetailLayout.tsx'
import { EMPTY, formatMinute, formatNumber } from '../../kit/format.ts'
import { Paper } from '../../kit/Paper.tsx'
import { PaperFacts } from '../../kit/PaperFacts.tsx'
import { PaperTable } from '../../kit/PaperTable.tsx'
import { companyNow } from '../../lib/company-time.ts'
import { useSession } from '../../lib/session.ts'
import { rateOfMonth, REVIEW_NOTE, together, type ReviewSummary } from './review.ts'
import css from './reviews.module.css'

type ReviewPaperProps = {
  month: string
  scope: readonly DetailField[]
  summary: ReviewSummary
  tickets: Received<typeof ticketReviewCalls.page>
}

const number = <Row extends ReviewFigures>(title: string, field: keyof ReviewFigures) => ({
  title,
  isNumber: true,
  of: (row: Row) => formatNumber(row[field] ?? 0),
})

const figureColumns = <Row extends ReviewFigures>() => [
  { title: '合格率', isNumber: true, of: rateOfMonth },
  number<Row>('已执行', 'executed'),
  number<Row>('合格', 'qualified'),
  number<Row>('不合格', 'unqualified'),
  number<Row>('未评价', 'unreviewed'),
  number<Row>('未执行', 'unused'),
  number<Row>('作废', 'void'),
]

/** Everything that the page shows of a month, and every ticket with its judgement. */
export function ReviewPaper({ month, scope, summary, tickets }: ReviewPaperProps) {
  const user = useSession((session) => session.user)
  const { work, operation, stations, people, reasons, more } = summary
  const { unreviewed } = together(summary)
  const beyond = (tickets.rowCount ?? 0) - tickets.pageList.length
  return (
    <Paper
      company={user?.tenantName ?? ''}
      title="两票合格率"
      lead={`月份 ${month}`}
      state={unreviewed > 0 ? `未评价 ${formatNumber(unreviewed)} 张，合格率为暂定` : '已全部评价'}
      mark={null}
    >
      <PaperFacts title="范围" facts={scope.filter(({ label }) => label !== '类型')} />
      <PaperTable
        title="合格率"
        rows={[
          { ...work, name: '工作票' },
          { ...operation, name: '操作票' },
        ]}
        columns={[{ title: '类别', isName: true, of: ({ name }) => name }, ...figureColumns()]}
      />
      <PaperTable
        title="不合格原因"
        rows={reasons}
        columns={[
          { title: '原因', isName: true, of: ({ reason }) => titleOfReason(reason) },
          { title: '次数', isNumber: true, of: ({ count }) => formatNumber(count) },
        ]}
      />
      <PaperTable
        title="按电站"
        rows={stations}
        columns={[{ title: '电站', isName: true, of: ({ psName }) => psName }, ...figureColumns()]}
      />
      <PaperTable
        title="按人员"
        {...(more > 0 && { fact: `另有 ${formatNumber(more)} 人，见导出` })}
        rows={people}
        columns={[
          { title: '人员', isName: true, of: ({ name }) => name },
          { title: '角色', of: ({ role }) => countedRoles[role] },
          ...figureColumns(),
        ]}
      />
      <PaperTable
        title="各票评价"
        {...(beyond > 0 && { fact: `另有 ${formatNumber(beyond)} 张，见导出` })}
        rows={tickets.pageList}
        columns={[
          { title: '票号', isName: true, of: ({ ticketNo }) => ticketNo },
          { title: '电站', of: ({ psName }) => psName },
          { title: '负责人', of: ({ leaderName }) => leaderName ?? EMPTY },
          { title: '终结时间', isShort: true, of: ({ stampedTime }) => formatMinute(stampedTime) },
          { title: '抽查', isShort: true, of: ({ isSampled }) => (isSampled ? '√' : '') },
          {
            title: '评价',
            isShort: true,
            of: ({ review }) => (review ? verdicts[review.verdict] : '未评价'),
          },
          {
            title: '原因与说明',
            of: ({ review }) =>
              review
                ? [review.reasons.map(titleOfReason).join('、'), review.note].filter(Boolean).join('；')
                : '',
          },
        ]}
      />
      <p className={css.paperNote}>{REVIEW_NOTE}</p>
      <p className={css.printed}>
        {user?.realname} 打印于 {companyNow().format('YYYY-MM-DD HH:mm')}
      </p>
    </Paper>
  )
}

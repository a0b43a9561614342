import type { Received } from '@heliodesk/contract/call.ts'
import { fieldReportCalls as calls } from '@heliodesk/contract/field-reports.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ChevronRight } from 'lucide-react'
import { useField } from '../../../domain/field/field-store.ts'
import { waitingReports, type WaitingReport } from '../../../domain/field/reports.ts'
import { formatTime } from '../../../kit/format.ts'
import { wireTimeOf } from '../../../lib/company-time.ts'
import { useCall } from '../../../lib/queries.ts'
import css from './reports.module.css'

type Taken = Received<typeof calls.mine>[number]

/** 我上报的: what waits on this device first, then what has become an order. */
export function ReportList({ most }: { most?: number }) {
  const book = useField((state) => state.book)
  const mine = useCall(calls.mine, {})
  const waiting = waitingReports(book)
  const lanes = new Set(waiting.map(({ lane }) => lane))
  const taken = (mine.data ?? []).filter(({ report }) => !lanes.has(report))
  if (waiting.length === 0 && taken.length === 0) return <p className="t3">还没有上报过缺陷</p>
  const room = most === undefined ? undefined : Math.max(0, most - waiting.length)
  return (
    <ul className={css.list} aria-label="我上报的">
      {waiting.slice(0, most).map((report) => (
        <WaitingItem key={report.lane} report={report} />
      ))}
      {taken.slice(0, room).map((report) => (
        <TakenItem key={report.report} report={report} />
      ))}
    </ul>
  )
}

/** What was tried and not answered is still here. */
function stateOf({ refusal, tried }: WaitingReport['row'], isSending: boolean): [look: string, text: string] {
  if (refusal) return ['err', '被拒绝']
  return tried && isSending ? ['proc', '正在发送'] : ['undo', '在本机']
}

function WaitingItem({ report: { lane, row, given, photos } }: { report: WaitingReport }) {
  const isSending = useField((state) => state.progress.isSending)
  const [look, text] = stateOf(row, isSending)
  return (
    <li>
      <div className={css.what}>
        <b>{given.text}</b>
        <span className={`tag ${look}`}>{text}</span>
      </div>
      <p className="t3">
        {[
          given.deviceName ?? given.deviceCode,
          photos > 0 && `${photos} 张照片`,
          formatTime(wireTimeOf(row.at)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {row.refusal && (
        <>
          <p role="alert" className={css.why}>
            {row.refusal.message}
          </p>
          <div className={`touch-row ${css.take}`}>
            <a className="btn" href={paths.myReports.href({ act: 'report', report: lane })}>
              修改后再报
            </a>
          </div>
        </>
      )}
    </li>
  )
}

function TakenItem({ report }: { report: Taken }) {
  const { orderId, workCode, isVisible, marks, psName, flowStsName, reportTime, text } = report
  const onWay = useField(
    ({ book }) => [...book.photos.values()].filter(({ lane }) => lane === report.report).length,
  )
  const facts = [psName, onWay > 0 && `${onWay} 张照片待上传`, formatTime(reportTime)]
    .filter(Boolean)
    .join(' · ')
  return (
    <li>
      <div className={css.what}>
        <b>{text}</b>
        <span className="tag ok">已受理</span>
      </div>
      <p className="t3">{facts}</p>
      {marks.length > 0 && <p className="t3">注明：{marks.join('；')}</p>}
      {isVisible ? (
        <a className={css.link} href={paths.orders.href({ order: orderId })}>
          工单 {workCode}
          <span className="t3">{flowStsName}</span>
          <ChevronRight className="i" aria-hidden />
        </a>
      ) : (
        <p className="t3">工单 {workCode}，不在您的数据范围内</p>
      )}
    </li>
  )
}

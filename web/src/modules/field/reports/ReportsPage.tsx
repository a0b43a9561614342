import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useField } from '../../../domain/field/field-store.ts'
import { draftLanes, dropReport, photosOf, waitingReports } from '../../../domain/field/reports.ts'
import { Button } from '../../../kit/Button.tsx'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { PageHead } from '../../../kit/PageHead.tsx'
import { Empty } from '../../../kit/States.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { useCan } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { continued, dropDraft, newDraft, readDraft, type Draft } from './draft.ts'
import { ReportForm } from './ReportForm.tsx'
import { ReportList } from './ReportList.tsx'
import css from './reports.module.css'

/** 我上报的缺陷, and the form for another one. */
export function ReportsPage() {
  const mayReport = useCan('order:create')
  const { isReady, outbox } = useField()
  const { query } = useUrlQuery()
  if (!mayReport) return <Nothing text="您没有“新建工单”权限，可联系管理员" />
  if (isReady && !outbox)
    return <Nothing text="离线上报需要 HTTPS 网址和较新的浏览器；可在工单列表中新建工单" />
  return (
    <>
      <PageHead
        title="我上报的"
        main={
          <a className="btn pri" href={paths.myReports.href({ act: 'report' })}>
            <TriangleAlert className="i" aria-hidden />
            上报缺陷
          </a>
        }
      />
      <div className={css.page}>
        <Unfinished />
        <ReportList />
      </div>
      {query.get('act') === 'report' && outbox && <Writing key={query.toString()} />}
    </>
  )
}

const Nothing = ({ text }: { text: string }) => (
  <>
    <PageHead title="我上报的" />
    <Empty title="不能在这里上报" text={text} />
  </>
)

/** A report that was begun and not sent. */
function Unfinished() {
  const book = useField((state) => state.book)
  const [asked, setAsked] = useState(false)
  const { query } = useUrlQuery()
  const kept = query.get('act') === 'report' ? null : readDraft()
  const [lane] = draftLanes(book)
  const draft = kept && (kept.text || photosOf(book, kept.lane).length > 0) ? kept : lane ? { lane } : null
  if (!draft || query.get('act') === 'report') return null
  const photos = photosOf(book, draft.lane).length
  const drop = async () => {
    setAsked(false)
    dropDraft()
    await dropReport(draft.lane)
  }
  return (
    <section className={css.draft} aria-label="未提交的上报">
      <b>未提交的上报</b>
      <p>{draft.text || '（还没有写情况）'}</p>
      {photos > 0 && <p className="t3">{photos} 张照片</p>}
      <div className={`touch-row ${css.take}`}>
        <a className="btn pri" href={paths.myReports.href({ act: 'report', report: draft.lane })}>
          继续填写
        </a>
        <Button onClick={() => setAsked(true)}>放弃草稿</Button>
      </div>
      <ConfirmDialog
        open={asked}
        title="放弃这份草稿？"
        text={`写下的内容${photos > 0 ? `和 ${photos} 张照片` : ''}只在本机，放弃后不能恢复。`}
        verb="放弃草稿"
        danger
        onConfirm={() => void drop()}
        onCancel={() => setAsked(false)}
      />
    </section>
  )
}

/** The form for what the address names: a device, an order's place, a report that was refused, or a draft. */
function Writing() {
  const { query, leave } = useUrlQuery()
  const [code, order] = [query.get('device'), query.get('order')]
  const device = useCall(deviceCalls.detail, { code: code ?? '' }, { enabled: code !== null })
  const at = useCall(workOrderCalls.detail, { id: order ?? '' }, { enabled: order !== null })
  const isRead = (code === null || device.data || device.error) && (order === null || at.data || at.error)
  if (!isRead) return null
  const asked: Omit<Draft, 'lane'> = code
    ? { deviceCode: code, deviceName: device.data?.name, psId: device.data?.psId }
    : at.data
      ? {
          psId: at.data.psId,
          ...(at.data.deviceCode && {
            deviceCode: at.data.deviceCode,
            deviceName: at.data.deviceName ?? undefined,
          }),
        }
      : {}
  return (
    <Form
      lane={query.get('report')}
      asked={asked}
      onEnd={() => leave(['act', 'device', 'order', 'report'])}
    />
  )
}

type FormProps = { lane: string | null; asked: Omit<Draft, 'lane'>; onEnd: () => void }

function Form({ lane, asked, onEnd }: FormProps) {
  const [start, setStart] = useState(() => startOf(lane, asked))
  const [isAsking, setIsAsking] = useState(false)
  const { draft, isAgain, isOther } = start
  const anew = async () => {
    setIsAsking(false)
    dropDraft()
    await dropReport(draft.lane)
    setStart({ draft: newDraft(asked), isAgain: false, isOther: false })
  }
  return (
    <>
      <ReportForm
        key={draft.lane}
        open
        draft={draft}
        isAgain={isAgain}
        onClose={onEnd}
        onKept={onEnd}
        notice={
          isOther && (
            <div className={css.other}>
              <span className="grow">这是先前没有提交的上报，不是刚才扫的设备</span>
              <Button size="sm" onClick={() => setIsAsking(true)}>
                放弃，另写一份
              </Button>
            </div>
          )
        }
      />
      <ConfirmDialog
        open={isAsking}
        title="放弃先前的上报？"
        text="先前写下的内容和照片只在本机，放弃后不能恢复。"
        verb="放弃"
        danger
        onConfirm={() => void anew()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

function startOf(lane: string | null, asked: Omit<Draft, 'lane'>) {
  const { book } = useField.getState()
  const kept = readDraft()
  const refused = waitingReports(book).find((report) => report.lane === lane && report.row.refusal !== null)
  if (lane !== null && refused) {
    const { psId, deviceCode, deviceName, text, defectLevel } = refused.given
    return { draft: { lane, psId, deviceCode, deviceName, text, defectLevel }, isAgain: true, isOther: false }
  }
  // Photos whose words are gone.
  if (lane !== null && kept?.lane !== lane && draftLanes(book).includes(lane))
    return { draft: { lane }, isAgain: false, isOther: false }
  return { ...continued(kept, kept ? photosOf(book, kept.lane).length : 0, asked), isAgain: false }
}

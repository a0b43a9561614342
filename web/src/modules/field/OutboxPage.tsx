import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { CloudCheck, Download, Forward, Pencil, RefreshCw, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { actOf, intentOf, wordsOf } from '../../domain/field/acts.ts'
import { doInField, doOnTicket, dropFromField } from '../../domain/field/do-in-field.ts'
import { useField } from '../../domain/field/field-store.ts'
import { handedOver, fieldState, rowState } from '../../domain/field/field-state.ts'
import { handOverOf } from '../../domain/field/hand-over.ts'
import { linesOf } from '../../domain/field/lines.ts'
import { dropReport, isReport } from '../../domain/field/reports.ts'
import { ticketActOf, ticketOfLane } from '../../domain/field/ticket-acts.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Empty } from '../../kit/States.tsx'
import { formatTime } from '../../kit/format.ts'
import { useOnline } from '../../kit/use-online.ts'
import { inOrder, isDraft, mayDrop, type Photo, type Row } from '../../lib/outbox/book.ts'
import { useCall } from '../../lib/queries.ts'
import { wireTimeOf } from '../../lib/company-time.ts'
import { saveBlob } from '../../lib/download.ts'
import { notify } from '../../lib/notices.ts'
import { exportField } from './export-field.ts'
import css from './outbox.module.css'

const looks = { ok: '', proc: css.proc, undo: css.undo, err: css.err }

/** What this person did on this device and the server has not taken yet, by order. */
export function OutboxPage() {
  const { outbox, book, progress } = useField()
  const isOnline = useOnline()
  const rows = inOrder(book)
  const lost = [...book.photos.values()].filter((photo) => photo.lost)
  const lanes = [...new Set([...rows, ...lost].map(({ lane }) => lane))]
  const { text } = fieldState(book, progress, isOnline)
  const isEmpty = rows.length === 0 && book.photos.size === 0
  return (
    <div className={css.page}>
      <PageHead
        title="本机待发送"
        facts={text}
        actions={
          <>
            <Button
              icon={RefreshCw}
              refusal={isEmpty ? '没有待发送的记录' : null}
              onClick={() => outbox?.wake()}
            >
              立即发送
            </Button>
            <Button
              icon={Download}
              refusal={isEmpty ? '没有可导出的记录' : null}
              onClick={() => outbox && void exportField(outbox, book)}
            >
              导出为文件
            </Button>
          </>
        }
      />
      {isEmpty && (
        <Empty
          icon={CloudCheck}
          title={outbox ? '全部已同步' : '此浏览器不能离线保存'}
          text={
            outbox
              ? '在现场做的每一步都已送达服务器'
              : '离线记录需要 HTTPS 网址和较新的浏览器；填写内容会直接提交到服务器'
          }
        />
      )}
      {lanes.map((lane) => (
        <section key={lane} className={css.lane}>
          <LaneName lane={lane} />
          <ul>
            {rows
              .filter((row) => row.lane === lane)
              .map((row) => (
                <Line key={row.key} row={row} />
              ))}
            {lost
              .filter((photo) => photo.lane === lane)
              .map((photo) => (
                <LostPhoto key={photo.id} photo={photo} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function LaneName({ lane }: { lane: string }) {
  const ticket = ticketOfLane(lane)
  if (isReport(lane)) return <ReportName />
  return ticket === null ? <OrderName id={lane} /> : <TicketName id={ticket} />
}

function TicketName({ id }: { id: string }) {
  const { data } = useCall(ticketCalls.detail, { id })
  return (
    <h2>
      <a href={paths.tickets.href({ ticket: id })}>
        {data ? data.workContent : '票'}
        {data && (
          <small>
            {data.psName} · {data.ticketNo}
          </small>
        )}
      </a>
    </h2>
  )
}

/** The order's name as far as it is known here; its link in any case. */
function OrderName({ id }: { id: string }) {
  const { data } = useCall(workOrderCalls.detail, { id })
  return (
    <h2>
      <a href={paths.orders.href({ order: id })}>
        {data ? data.taskDescription : '工单'}
        {data && (
          <small>
            {data.psName} · {data.workCode}
          </small>
        )}
      </a>
    </h2>
  )
}

const ReportName = () => (
  <h2>
    <a href={paths.myReports.href()}>缺陷上报</a>
  </h2>
)

/** Where an act stands; a photo of a report that is still written is a part of its draft. */
function useRowState(row: Row) {
  const { book, progress } = useField()
  if (handedOver(book).has(row.key)) return { look: 'undo' as const, text: '正在交给站长', isHanded: true }
  if (isDraft(book, row)) return { look: 'undo' as const, text: '草稿', isHanded: false }
  return { ...rowState(row, progress), isHanded: false }
}

function Line({ row }: { row: Row }) {
  const [asked, setAsked] = useState(false)
  const { look, text, isHanded } = useRowState(row)
  const lines = linesOf(row)
  const done = actOf(row)
  const drop = async () => {
    setAsked(false)
    const isDropped = row.opens ? await dropReport(row.lane) : await dropFromField(row.key)
    if (isDropped) notify({ kind: 'success', title: '已放弃', text: wordsOf(row) })
    else notify({ kind: 'warning', title: '已在发送，不能放弃', text: wordsOf(row) })
  }
  const again = async () => {
    const ofTicket = ticketActOf(row)
    const ticket = ticketOfLane(row.lane)
    if (ofTicket && ticket !== null) await doOnTicket(ticket, ofTicket)
    else if (done) await useField.getState().outbox?.add(intentOf(row.lane, done))
    else return
    await dropFromField(row.key)
  }
  const handOver = handOverOf(row)
  return (
    <li className={row.refusal && !isHanded ? css.refused : undefined}>
      <div className={css.what}>
        <b>{wordsOf(row)}</b>
        <span className={`${css.state} ${looks[look]}`}>{text}</span>
        <time className="t3">{formatTime(wireTimeOf(row.at))}</time>
      </div>
      {lines.length > 0 && (
        <dl>
          {lines.map(({ label, text: value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {row.refusal && (
        <p role="alert" className={css.why}>
          {row.refusal.message}
        </p>
      )}
      {mayDrop(row) && !isHanded && (
        <div className={`touch-row ${css.acts}`}>
          {row.refusal && row.opens && (
            <a className="btn sm" href={paths.myReports.href({ act: 'report', report: row.lane })}>
              <Pencil className="i s" aria-hidden />
              修改
            </a>
          )}
          {handOver && (
            <Button size="sm" icon={Forward} onClick={() => void doInField(row.lane, handOver)}>
              交给站长
            </Button>
          )}
          {row.refusal && (done ?? ticketActOf(row)) && row.photo === null && (
            <Button size="sm" icon={RotateCcw} onClick={() => void again()}>
              再次提交
            </Button>
          )}
          <Button size="sm" icon={row.refusal ? Trash2 : Undo2} onClick={() => setAsked(true)}>
            {row.refusal ? '放弃' : '撤回'}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asked}
        title={row.refusal ? '放弃这条记录？' : '撤回这条记录？'}
        text={`${wordsOf(row)} 只保存在本机，${row.refusal ? '放弃' : '撤回'}后不能恢复${row.opens ? '，照片也是' : ''}。`}
        verb={row.refusal ? '放弃' : '撤回'}
        danger
        onConfirm={() => void drop()}
        onCancel={() => setAsked(false)}
      />
    </li>
  )
}

/** By its first bytes, since its row is settled. */
async function nameFor(id: string, blob: Blob): Promise<string> {
  const first = new Uint8Array(await blob.slice(0, 8).arrayBuffer())
  const [isWebm, isMp4] = [first[0] === 0x1a, String.fromCharCode(...first.slice(4)) === 'ftyp']
  const [what, extension] = isWebm ? ['视频', 'webm'] : isMp4 ? ['视频', 'mp4'] : ['照片', 'jpg']
  return `${what} ${id.slice(0, 8)}.${extension}`
}

function LostPhoto({ photo }: { photo: Photo }) {
  const outbox = useField((state) => state.outbox)
  const save = async () => {
    const blob = await outbox?.photo(photo.id)
    if (blob) saveBlob(blob, await nameFor(photo.id, blob))
    else notify({ kind: 'error', title: '内容已损坏，无法保存' })
  }
  return (
    <li className={css.refused}>
      <div className={css.what}>
        <b>照片或视频</b>
        <span className={`${css.state} ${css.err}`}>没有送达</span>
      </div>
      <p role="alert" className={css.why}>
        服务器没有收下它（原因见工单），或它在本机的内容已损坏。可以先保存到手机，在工单中重新拍摄，再不等待它。
      </p>
      <div className={`touch-row ${css.acts}`}>
        <Button size="sm" icon={Download} onClick={() => void save()}>
          保存到手机
        </Button>
        <Button size="sm" icon={Trash2} onClick={() => void outbox?.doWithout(photo.id)}>
          不再等待
        </Button>
      </div>
    </li>
  )
}

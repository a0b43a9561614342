import { fieldMarks } from '@heliodesk/contract/field-conflicts.ts'
import { fieldWorkCalls, type FieldRecord } from '@heliodesk/contract/field-work.ts'
import { formatTime } from '../../../kit/format.ts'
import { Reading } from '../../../kit/Reading.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { OrderDetail } from '../order.ts'
import { Disputes } from './Disputes.tsx'
import { StepPhotoTiles } from './StepPhotoTiles.tsx'
import css from './field-records.module.css'

type FieldRecordsProps = { id: string; title: string; order: OrderDetail }

/** What technicians did on phones that has no effect, waits for a choice, or is marked for the acceptor. */
export function FieldRecords({ id, title, order }: FieldRecordsProps) {
  const read = useCall(fieldWorkCalls.records, { id: order.id })
  return (
    <section className="sec" id={id}>
      <h2>
        {title}
        <span className="t3 s12">{order.fieldRecords}</span>
      </h2>
      <Reading read={read} name="补充记录" height={80}>
        {({ rows, choiceRefusal }) => (
          <>
            <Disputes rows={rows.filter(isOpen)} order={order} refusal={choiceRefusal} />
            <ul className={css.records}>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          </>
        )}
      </Reading>
    </section>
  )
}

const isOpen = ({ outcome, choice }: FieldRecord) => outcome === 'both' && choice === null

function Row({ row }: { row: FieldRecord }) {
  const [look, said] = endingOf(row)
  return (
    <li className="s13">
      <p className={css.head}>
        <b>{row.actName}</b>
        {row.marks.map((mark) => (
          <span key={mark} className="tag undo">
            {fieldMarks[mark]}
          </span>
        ))}
        <span className={`tag ${look}`}>{said}</span>
      </p>
      {row.lines.map(({ label, text }) => (
        <p key={label}>
          <span className="t2">{label}：</span>
          {text}
        </p>
      ))}
      {row.photo && (
        <StepPhotoTiles photos={[row.photo]} awaited={[]} label={row.lines[0]?.label ?? '照片'} />
      )}
      <p className="t2 s12">
        {row.authorName} · {timesOf(row)}
      </p>
      <p className="t3 s12">{row.why}</p>
      {row.choice && (
        <p className="t3 s12">
          {row.choice.chooserName} 于 {formatTime(row.choice.chooseTime)} 选定
        </p>
      )}
    </li>
  )
}

function endingOf({ outcome, choice }: FieldRecord): [look: string, said: string] {
  if (outcome === 'record') return ['', '不计入工单']
  if (outcome === 'done') return ['ok', '已计入工单']
  if (choice === null) return ['err', '待选定']
  return choice.isChosen ? ['ok', '已采用'] : ['', '未采用']
}

/** 设备时间 09:12（约为 08:12），14:31 送达; the estimate only where the clock of the device was wrong by minutes. */
export function timesOf({ deviceTime, doneTime, arrivalTime }: FieldRecord): string {
  const [device, done] = [formatTime(deviceTime), formatTime(doneTime)]
  return `设备时间 ${device}${device === done ? '' : `（约为 ${done}）`}，${formatTime(arrivalTime)} 送达`
}

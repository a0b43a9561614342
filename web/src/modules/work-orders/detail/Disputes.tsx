import { textOfStep } from '@heliodesk/contract/field-conflicts.ts'
import { fieldWorkCalls, type FieldRecord } from '@heliodesk/contract/field-work.ts'
import { Button } from '../../../kit/Button.tsx'
import { EMPTY, formatTime } from '../../../kit/format.ts'
import { SendDialog } from '../../../kit/SendDialog.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import type { OrderDetail } from '../order.ts'
import css from './field-records.module.css'

type DisputesProps = {
  /** The records that nobody has chosen from. */
  rows: readonly FieldRecord[]
  order: OrderDetail
  /** Why the reader may not choose; null if they may. */
  refusal: string | null
}

type Choice = { stepNo: number; recordId: string | null; of: string; text: string }

/** What several people filled in differently: a card for each part of the work, with the value of the order first. */
export function Disputes({ rows, order, refusal }: DisputesProps) {
  const { show, shown } = useOverlays({
    choose: (overlay, { stepNo, recordId, of, text }: Choice) => (
      <SendDialog
        {...overlay}
        call={fieldWorkCalls.choose}
        input={{ id: order.id, version: order.version, stepNo, recordId }}
        title={`${of}：${recordId === null ? '保留' : '采用'}“${text}”？`}
        text="其余内容仍在补充记录中可查，选定后不能更改。"
        verb="选定"
        said={() => ['内容已选定', of]}
      />
    ),
  })
  const parts = [...new Set(rows.flatMap(({ stepNo }) => (stepNo === null ? [] : [stepNo])))].toSorted(
    (one, other) => one - other,
  )
  return (
    <>
      {parts.map((stepNo) => (
        <Dispute
          key={stepNo}
          {...currentOf(order, stepNo)}
          rows={rows.filter((row) => row.stepNo === stepNo)}
          refusal={refusal}
          onChoose={(choice) => show('choose', { stepNo, ...choice })}
        />
      ))}
      {shown}
    </>
  )
}

/** The part of the work with the value that the order has now. */
function currentOf({ stepList, executionNote }: OrderDetail, stepNo: number) {
  const step = stepList[stepNo - 1]
  return step
    ? { of: `第 ${stepNo} 步 ${step.name}`, value: textOfStep(step) }
    : { of: '执行情况', value: executionNote ?? '' }
}

type DisputeProps = {
  of: string
  value: string
  rows: readonly FieldRecord[]
  refusal: string | null
  onChoose: (choice: Omit<Choice, 'stepNo'>) => void
}

function Dispute({ of, value, rows, refusal, onChoose }: DisputeProps) {
  const writer = rows.find(({ beside }) => beside?.text === value)?.beside ?? null
  const values = [
    {
      recordId: null,
      text: value || EMPTY,
      who: writer ? `${writer.authorName} ${formatTime(writer.doneTime)} 填写，工单现有内容` : '工单现有内容',
    },
    ...rows.map((row) => ({
      recordId: row.id,
      text: row.lines.map((line) => line.text).join('；'),
      who: `${row.authorName} ${formatTime(row.doneTime)} 填写，${formatTime(row.arrivalTime)} 送达`,
    })),
  ]
  return (
    <div className={css.dispute} role="group" aria-label={`${of}的不一致内容`}>
      <p className="s13">
        <b>{of}</b> 有不一致的内容{refusal === null ? '，请选定一份' : ''}
      </p>
      <ul>
        {values.map(({ recordId, text, who }) => (
          <li key={recordId ?? 'current'}>
            <div className="grow">
              <p>{text}</p>
              <p className="t2 s12">{who}</p>
            </div>
            {refusal === null && (
              <Button size="sm" onClick={() => onChoose({ recordId, of, text })}>
                {recordId === null ? '保留现有' : '采用'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {refusal !== null && <p className="t3 s12">{refusal}</p>}
    </div>
  )
}

import type { Received } from '@heliodesk/contract/call.ts'
import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { useState } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { Empty } from '../../kit/States.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './completion.module.css'

type Statistics = Received<typeof inspectionSheetCalls.statistics>
type Row = Statistics['rows'][number]

const groups = { station: '按电站', person: '按人员' } as const

/** Of what should be done by now. */
const percent = (done: number, due: number) => (due === 0 ? '--' : `${formatNumber((done / due) * 100, 1)} %`)

const columns: readonly [title: string, of: (row: Omit<Row, 'id' | 'name'>) => string][] = [
  ['应检', ({ due }) => formatNumber(due)],
  ['按期', ({ onTime }) => formatNumber(onTime)],
  ['迟检', ({ late }) => formatNumber(late)],
  ['漏检', ({ missed }) => formatNumber(missed)],
  ['进行中', ({ running }) => formatNumber(running)],
  ['完成率', ({ done, running, due }) => percent(done, due - running)],
  ['异常', ({ abnormal }) => formatNumber(abnormal)],
  ['转缺陷', ({ defects }) => formatNumber(defects)],
  ['免转', ({ exempt }) => formatNumber(exempt)],
]

/** How inspections that were due in a period were done, by station or by person. */
export function Completion({ begin, end }: { begin: string; end: string }) {
  const [by, setBy] = useState<keyof typeof groups>('station')
  const read = useCall(inspectionSheetCalls.statistics, { begin, end, by })
  return (
    <section className={css.completion} aria-label="巡检完成情况">
      <header className="row">
        <b>
          巡检完成情况 <small className="t3">{`${begin} 至 ${end}`}</small>
        </b>
        <Segments label="分组" choices={groups} value={by} onChange={setBy} />
      </header>
      <Reading read={read} name="巡检完成情况" height={160}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty title="这段时间没有到期的巡检" />
          ) : (
            <div className={css.scroll}>
              <table aria-label={groups[by]}>
                <thead>
                  <tr>
                    <th scope="col">{by === 'station' ? '电站' : '人员'}</th>
                    {columns.map(([title]) => (
                      <th key={title} scope="col">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {[...rows, { id: 'total', name: '合计', ...total }].map((row) => (
                    <tr key={row.id}>
                      <th scope="row">{row.name}</th>
                      {columns.map(([title, of]) => (
                        <td key={title}>{of(row)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Reading>
    </section>
  )
}

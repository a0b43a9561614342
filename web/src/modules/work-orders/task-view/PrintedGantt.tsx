import { useEffect, useMemo, useState, type ComponentProps } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { Gantt } from './Gantt.tsx'
import { layOut, LEFT, scaleOf } from './geometry.ts'
import { GanttHead } from './GanttHead.tsx'
import { GanttRow } from './GanttRow.tsx'
import { groupBars } from './groups.ts'
import { loadsOf } from './load.ts'
import { daysOf } from '@heliodesk/contract/days.ts'
import { titleOf } from './period.ts'
import { now } from './plan-time.ts'
import css from './printed.module.css'

type PrintedGanttProps = Omit<ComponentProps<typeof Gantt>, 'onOpen' | 'onDrop'>

/** The width of the days on a sheet of A4 across, in px before the sheet scales it. */
const ROOM = 1056

/** The chart with all its rows in place of the page, while the browser prints. */
export function PrintedGantt(props: PrintedGanttProps) {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing && createPortal(<Sheet {...props} />, document.body)
}

const never = () => '打印'

function Sheet({
  zoom,
  period,
  grouping,
  person,
  bars,
  people,
  restDays,
  conflicting,
  limits,
}: PrintedGanttProps) {
  const scale = useMemo(() => scaleOf(zoom, period, ROOM), [zoom, period])
  const days = daysOf(period)
  const loads = loadsOf(bars, days, limits)
  const { rows } = layOut(scale, groupBars(bars, people, grouping, person), now())
  return (
    <div className={css.ganttPrint}>
      <h1>
        任务视图 {titleOf(zoom, period)}，{bars.length} 单
      </h1>
      <div className={css.sheet} style={{ width: LEFT + scale.width }}>
        <GanttHead {...{ zoom, scale, days, restDays, grouping, limits }} now={now()} />
        {rows.map((row) => (
          <div key={row.key} className={css.line} style={{ height: row.height }}>
            <GanttRow
              row={{ ...row, top: 0 }}
              first={0}
              last={row.lanes.length}
              load={grouping === 'person' ? loads.get(row.key) : undefined}
              limits={limits}
              days={days}
              restDays={restDays}
              active={null}
              conflicting={conflicting}
              refusalOf={never}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

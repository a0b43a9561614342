import { calendarCalls } from '@heliodesk/contract/calendar.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './calendar.module.css'

const actions = { save: '保存草稿', drop: '放弃草稿', enable: '启用' } as const
const MOST = 100

/** Who changed a year, latest first. */
export function HistoryDialog({ open, onClose, year }: OverlayProps & { year: number }) {
  const history = useCall(calendarCalls.history, { year, size: MOST })
  return (
    <Dialog
      open={open}
      title={`${year} 年的变更记录`}
      width={520}
      onClose={onClose}
      buttons={<Button onClick={onClose}>关闭</Button>}
    >
      <Reading read={history} name="变更记录" height={160}>
        {({ pageList }) =>
          pageList.length === 0 ? (
            <Empty title="还没有变更记录" text="每次保存和启用都会记下，不能删除" />
          ) : (
            <ol className={css.history}>
              {pageList.map(({ id, action, off, work, company, moved, actorName, time }) => (
                <li key={id}>
                  <b>{actions[action]}</b>
                  <span className="t2">
                    放假 {off}，上班 {work}，公司自定 {company}
                    {action === 'enable' && `；移动时限 ${formatNumber(moved)} 个`}
                  </span>
                  <span className="t3 s12">
                    {actorName} · {time}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Reading>
    </Dialog>
  )
}

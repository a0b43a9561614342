import dayjs from 'dayjs'
import { Clock, OctagonX } from 'lucide-react'
import { formatTime } from '../../../kit/format.ts'
import type { untilOf } from './until.ts'
import css from './sheet.module.css'

/** Until when the work is permitted: it needs no line, so that a phone says it in time wherever it is. */
export function Until({ until, now }: { until: ReturnType<typeof untilOf>; now: string }) {
  if (!until) return null
  if (until.is === 'over')
    return (
      <div className={`alert err ${css.banner}`} role="alert">
        <OctagonX className="i" aria-hidden />
        <span className={css.says}>
          <b>许可时间已到，停止作业</b>
          <br />
          许可至 {formatTime(until.at)}，人员撤到安全地点，办理延期或终结后才能再做。
        </span>
      </div>
    )
  return (
    <div className={`alert undo ${css.banner}`} role={until.is === 'soon' ? 'alert' : 'status'}>
      <Clock className="i" aria-hidden />
      <span className={css.says}>
        <b>
          {until.is === 'soon'
            ? `许可还有 ${dayjs(until.at).diff(now, 'minute')} 分钟到期`
            : `许可至 ${formatTime(until.at)}`}
        </b>
        {until.is === 'soon' && (
          <>
            <br />
            {formatTime(until.at)} 到期后必须停止作业。
          </>
        )}
      </span>
    </div>
  )
}

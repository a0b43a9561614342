import { calendarCalls } from '@heliodesk/contract/calendar.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './calendar.module.css'

export type Year = Received<typeof calendarCalls.year>

/** Asks before the draft counts, with what it moves. */
export function EnableDialog({
  known: { year, version, draft },
  ...overlay
}: OverlayProps & { known: Year }) {
  const preview = useCall(
    calendarCalls.preview,
    { year, days: draft ?? [] },
    { refetchOnMount: 'always', enabled: draft !== null },
  )
  return (
    <SendDialog
      {...overlay}
      call={calendarCalls.enable}
      input={{ year, version }}
      said={({ later, earlier }) => [
        '日历已启用',
        `${year} 年；移动了 ${formatNumber(later + earlier)} 个时限`,
      ]}
      title={`启用 ${year} 年的节假日历？`}
      text="请确认已按国务院办公厅的通知核对。启用后，新的时限按它计算，未办结的时限和定时随之移动。"
      verb="启用"
      refusal={preview.data ? null : '正在计算影响'}
    >
      <Reading read={preview} name="影响" height={32}>
        {({ later, earlier, same, overdue }) => (
          <p className={css.effect}>
            顺延 {formatNumber(later)} 个，提前 {formatNumber(earlier)} 个，照常 {formatNumber(same)} 个
            {overdue > 0 && <b className="err">，其中 {formatNumber(overdue)} 个会立即超期</b>}
          </p>
        )}
      </Reading>
    </SendDialog>
  )
}

/** Asks before the draft is given up. */
export const DropDialog = ({
  known: { year, version, days },
  ...overlay
}: OverlayProps & { known: Year }) => (
  <SendDialog
    {...overlay}
    call={calendarCalls.dropDraft}
    input={{ year, version }}
    said={() => ['草稿已放弃', `${year} 年`]}
    title={`放弃 ${year} 年的草稿？`}
    text={days ? '回到正在使用的日历，草稿中的改动不能恢复。' : '这一年没有启用的日历，草稿不能恢复。'}
    verb="放弃草稿"
    danger
  />
)

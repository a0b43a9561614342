import type { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { FileTiles } from '../../kit/FileTiles.tsx'
import { formatTime } from '../../kit/format.ts'
import { Timeline, type TimelineEntry } from '../../kit/Timeline.tsx'

type Activity = Received<typeof approvalCalls.activities>[number]

/** The history of a process, the latest first (spec 2 §2 "Flow-chart drawer and detail"). */
export const ActivityTimeline = ({ activities }: { activities: readonly Activity[] }) => (
  <Timeline entries={activities.map(entryOf)} />
)

/** The server joins the step, who acted, and what they did, by this. */
const BETWEEN = ' · '

function entryOf({ color, content, timestamp, message, files }: Activity, at: number): TimelineEntry {
  const [title = '', ...rest] = content.split(BETWEEN)
  return {
    key: `${at} ${timestamp}`,
    title,
    person: rest.join(BETWEEN),
    time: formatTime(timestamp),
    note: message,
    color: color || null,
    after: files.length > 0 && <FileTiles files={files} label={`${title}的附件`} look="list" />,
  }
}

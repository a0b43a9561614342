import type { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { FileTiles } from '../../kit/FileTiles.tsx'
import { formatTime } from '../../kit/format.ts'
import { Timeline, type TimelineEntry } from '../../kit/Timeline.tsx'

export type Activity = Received<typeof approvalCalls.activities>[number]

type ActivityTimelineProps = {
  activities: readonly Activity[]
  /** Chooses the moment of an activity, by the number of its event. */
  onChoose?: (seq: number) => void
  /** The moment that is looked at; null at present. */
  chosen?: number | null
}

/** The history of a process, the latest first (spec 2 §2 "Flow-chart drawer and detail"). */
export const ActivityTimeline = ({ activities, onChoose, chosen = null }: ActivityTimelineProps) => (
  <Timeline
    entries={activities.map((activity, at) => {
      const { seq } = activity.specialParameters
      return {
        ...entryOf(activity, at),
        ...(onChoose && seq !== null && { onChoose: () => onChoose(seq) }),
        ...(chosen !== null && { at: placeOf(seq, chosen) }),
      }
    })}
  />
)

const placeOf = (seq: number | null, chosen: number): TimelineEntry['at'] => {
  if (seq === chosen) return 'chosen'
  // A step that is open now was none of the past.
  return seq === null || seq > chosen ? 'later' : undefined
}

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

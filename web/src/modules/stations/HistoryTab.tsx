import type { Received } from '@heliodesk/contract/call.ts'
import { stationActions, stationFieldTitles, type StationField } from '@heliodesk/contract/station-fields.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useCall } from '../../lib/queries.ts'
import type { KnownStation } from './station.ts'
import css from './stations.module.css'

type Event = Received<typeof stationCalls.history>['records'][number]

const PORTION = 20

const colours: Partial<Record<Event['action'], string>> = { retire: 'red', restore: 'green', create: 'green' }

/** The changes of a station with author and time, newest first. */
export function HistoryTab({ station: { psId } }: { station: KnownStation }) {
  const [size, setSize] = useState(PORTION)
  const read = useCall(stationCalls.history, { psId, pageNo: 1, pageSize: size })
  return (
    <section className={`sec ${css.stationHistory}`} aria-label="变更记录">
      <Reading read={read} keepsOld name="变更记录" height={160}>
        {({ records, total }) => (
          <>
            {records.length === 0 ? (
              <Empty title="还没有变更记录" text="以后的修改会出现在这里" />
            ) : (
              <Timeline entries={records.map(toEntry)} />
            )}
            {total > records.length && (
              <Button busy={read.isFetching} onClick={() => setSize(Math.min(500, size + PORTION))}>
                再看 {formatNumber(Math.min(PORTION, total - records.length))} 条，共 {formatNumber(total)} 条
              </Button>
            )}
          </>
        )}
      </Reading>
    </section>
  )
}

const toEntry = (event: Event) => ({
  key: event.id,
  title: stationActions[event.action],
  person: (
    <>
      {event.actorName}
      {event.changes.length > 0 && <Changes changes={event.changes} />}
    </>
  ),
  time: event.time,
  ...(event.note === null ? {} : { note: event.note }),
  color: colours[event.action] ?? null,
})

const titleOf = (field: string) => stationFieldTitles[field as StationField] ?? field

const Changes = ({ changes }: Pick<Event, 'changes'>) => (
  <ul className={css.changes}>
    {changes.map(({ field, from, to }) => (
      <li key={field}>
        <span className="t3">{titleOf(field)}</span> <s>{from ?? EMPTY}</s> → {to ?? EMPTY}
      </li>
    ))}
  </ul>
)

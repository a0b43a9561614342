import { earthCalls, earthRefusal, earthTitles, isTested, type Earth } from '@heliodesk/contract/earths.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { Pencil } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatMinute } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { RecordDrawer } from '../../kit/RecordDrawer.tsx'
import { Empty } from '../../kit/States.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { earthHead, TestDue } from './earth-list.tsx'

type EarthDrawerProps = OverlayProps & {
  id: string
  /** The earth in the list behind, if it is there. */
  row: Earth | null
  onEdit: (earth: Earth) => void
}

/** The detail of an earth, and everything that was done with it. */
export function EarthDrawer({ id, row, onEdit, ...overlay }: EarthDrawerProps) {
  const read = useCall(earthCalls.detail, { id })
  const earth = read.data?.id === id ? read.data : null
  return (
    <RecordDrawer
      {...overlay}
      call={earthCalls.detail}
      id={id}
      noun="接地线"
      read={read}
      record={earth}
      row={row}
    >
      {(known) => ({
        ...earthHead(known),
        actions: (
          <Button
            code="earth:edit"
            icon={Pencil}
            refusal={earthRefusal('edit', known)}
            onClick={() => onEdit(known)}
          >
            编辑
          </Button>
        ),
        sections: (
          <>
            <DetailLayout
              items={[
                { label: earthTitles.psName, value: known.psName },
                { label: earthTitles.depName, value: known.depName },
                { label: earthTitles.voltage, value: `${known.voltage} kV` },
                { label: isTested(known.kind) ? earthTitles.place : '所在设备', value: known.place },
                { label: earthTitles.testDue, value: <TestDue {...known} /> },
                { label: earthTitles.updatedBy, value: known.updatedBy },
                { label: earthTitles.updateTime, value: formatMinute(known.updateTime) },
                { label: earthTitles.remark, value: known.remark, span: 3 },
              ]}
            />
            <EarthHistory id={id} />
          </>
        ),
      })}
    </RecordDrawer>
  )
}

const colors: Record<Received<typeof earthCalls.history>[number]['action'], string | null> = {
  add: 'limegreen',
  edit: null,
  test: null,
  receive: 'limegreen',
  scrap: 'red',
  hang: 'red',
  unhang: 'limegreen',
  hand: null,
}

function EarthHistory({ id }: { id: string }) {
  const read = useCall(earthCalls.history, { id })
  return (
    <Reading
      read={read}
      name="变更记录"
      height={160}
      empty={<Empty title="还没有变更记录" text="登记、修改、送检、收回和报废都会记在这里" />}
    >
      {(events) => (
        <section className="sec" aria-label="变更记录">
          <Timeline
            entries={events.map(({ id: key, actionName, actorName, at, note, action }) => ({
              key,
              title: actionName,
              time: `${at} · ${actorName}`,
              note,
              color: colors[action],
            }))}
          />
        </section>
      )}
    </Reading>
  )
}

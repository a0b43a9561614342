import type { Received } from '@heliodesk/contract/call.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { useHref, useLocation } from 'react-router'
import { EMPTY } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './devices.module.css'

type Event = Received<typeof deviceCalls.history>[number]

const colors: Record<Event['action'], string | null> = {
  create: 'limegreen',
  edit: null,
  move: null,
  retire: 'red',
  restore: 'limegreen',
  replace: null,
}

/** The events of a device, newest first. */
export function DeviceHistory({ id }: { id: string }) {
  const read = useCall(deviceCalls.history, { id })
  const { pathname } = useLocation()
  const href = useHref(pathname)
  return (
    <Reading
      read={read}
      name="变更记录"
      height={160}
      empty={<Empty title="还没有变更记录" text="登记、修改、移动和退役都会记在这里" />}
    >
      {(events) => (
        <section className={`sec ${css.deviceHistory}`} aria-label="变更记录">
          <Timeline
            entries={events.map((event) => ({
              key: event.id,
              title: event.actionName,
              person: <Changes event={event} href={href} />,
              time: `${event.at} · ${event.actorName}`,
              note: event.note,
              color: colors[event.action],
            }))}
          />
        </section>
      )}
    </Reading>
  )
}

function Changes({ event: { changes, otherDevice }, href }: { event: Event; href: string }) {
  return (
    <>
      {changes.map(({ field, from, to }) => (
        <div key={field} className={css.change}>
          {field}：<del>{from ?? EMPTY}</del> → <ins>{to ?? EMPTY}</ins>
        </div>
      ))}
      {otherDevice && (
        <div className={css.change}>
          另一台：
          <a href={`${href}?device=${encodeURIComponent(otherDevice.code)}&tab=history`}>
            {otherDevice.name}（{otherDevice.code}）
          </a>
        </div>
      )}
    </>
  )
}

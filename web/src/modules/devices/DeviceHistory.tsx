import type { Received } from '@heliodesk/contract/call.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { useHref, useLocation } from 'react-router'
import { EMPTY } from '../../kit/format.ts'
import { Empty, ErrorCard } from '../../kit/States.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useLate } from '../../kit/use-late.ts'
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
  const late = useLate(read.isPending)
  const { pathname } = useLocation()
  const href = useHref(pathname)
  if (!read.data) {
    if (read.error)
      return <ErrorCard title="变更记录没有取到" error={read.error} onRetry={() => void read.refetch()} />
    return late ? <i className="sk" style={{ height: 160 }} role="status" aria-label="正在加载" /> : null
  }
  if (read.data.length === 0)
    return <Empty title="还没有变更记录" text="登记、修改、移动和退役都会记在这里" />
  return (
    <section className={`sec ${css.deviceHistory}`} aria-label="变更记录">
      <Timeline
        entries={read.data.map((event) => ({
          key: event.id,
          title: event.actionName,
          person: <Changes event={event} href={href} />,
          time: `${event.at} · ${event.actorName}`,
          note: event.note,
          color: colors[event.action],
        }))}
      />
    </section>
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

import { announcementCalls as calls } from '@heliodesk/contract/message-channels.ts'
import { useState } from 'react'
import { PanelDrawer } from '../../kit/PanelDrawer.tsx'
import { formatTime } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './tidings.module.css'

/** 我发的公告, and who has read them. */
export function SentDrawer(overlay: OverlayProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const sent = useCall(calls.sent, {}, { enabled: overlay.open })
  if (!overlay.open) return null
  return (
    <PanelDrawer title="我发的公告" size={560} maxWidth="100vw" onClose={overlay.onClose}>
      <div className={css.sent}>
        <Reading read={sent} name="公告" height={200}>
          {(all) =>
            all.length === 0 ? (
              <Empty title="还没有发过公告" />
            ) : (
              <ul>
                {all.map(({ id, title, scope, time, read, total }) => (
                  <li key={id}>
                    <button
                      type="button"
                      className={`touch ${css.announced}`}
                      aria-expanded={id === chosen}
                      onClick={() => setChosen(id === chosen ? null : id)}
                    >
                      <b className="ell">{title}</b>
                      <span className="t3 s12">
                        {scope} · {formatTime(time)}
                      </span>
                      <span className="tag">
                        已读 {read}/{total}
                      </span>
                    </button>
                    {id === chosen && <Unread id={id} />}
                  </li>
                ))}
              </ul>
            )
          }
        </Reading>
      </div>
    </PanelDrawer>
  )
}

function Unread({ id }: { id: string }) {
  const receipts = useCall(calls.receipts, { id, unreadOnly: '1' })
  return (
    <Reading read={receipts} name="回执" height={60}>
      {({ people }) => (
        <p className="t2 s13">
          {people.length === 0
            ? '都已读'
            : `未读：${people.map(({ name, departName }) => `${name}（${departName}）`).join('、')}`}
        </p>
      )}
    </Reading>
  )
}

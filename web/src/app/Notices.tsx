import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { RequestDetails } from '../kit/RequestNumber.tsx'
import { closeNotice, useNotices, type Notice } from '../lib/notices.ts'
import css from './notices.module.css'

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleX }

/** The notices at the right, newest below; in the workspace they move (`NoticePlace`). */
export function Notices() {
  const notices = useNotices((state) => state.notices)
  return (
    <div className="notices" role="region" aria-label="提示消息">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  const { id, kind, title, text, requestId, action, seconds } = notice
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  useCountdown(seconds, pointed || focused, () => closeNotice(id))
  const Icon = ICONS[kind]
  const urgent = kind === 'error' || kind === 'warning'
  return (
    <div
      className={`touch ${css.noticeCard} ${kind}`}
      role={urgent ? 'alert' : 'status'}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon className="i" aria-hidden />
      <div className="grow">
        <b>{title}</b>
        {text && <p>{text}</p>}
        {requestId && <RequestDetails id={requestId} />}
        {action && (
          <button
            type="button"
            className="btn sm"
            onClick={() => {
              // With the focus on its button, a notice with an end would stay.
              if (seconds !== Infinity) closeNotice(id)
              action.run()
            }}
          >
            {action.text}
          </button>
        )}
      </div>
      <button type="button" className="ib sm" aria-label="关闭提示" onClick={() => closeNotice(id)}>
        <X className="i s" aria-hidden />
      </button>
    </div>
  )
}

/** Calls `onEnd` after this many seconds, not counting the time while `held`. */
function useCountdown(seconds: number, held: boolean, onEnd: () => void): void {
  const left = useRef(seconds * 1000)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (held || left.current === Infinity) return undefined
    const since = performance.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1000, left.current - (performance.now() - since))
    }
  }, [held])
}

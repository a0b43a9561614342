import { RotateCw, SearchX, Unplug, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallError } from '../lib/call.ts'
import { Button } from './Button.tsx'
import { RequestDetails, RequestNumber } from './RequestNumber.tsx'
import { WhoGrants } from './WhoGrants.tsx'
import './states.css'

type EmptyProps = {
  title: string
  text?: ReactNode
  icon?: LucideIcon
  /** The one action offered. */
  action?: ReactNode
}

/** An empty state: what is missing, why, and one action. The sun path stands for "nothing yet". */
export function Empty({ title, text, icon: Icon, action }: EmptyProps) {
  return (
    <div className="empty state">
      {Icon ? <Icon className="i l t3" aria-hidden /> : <SunPath />}
      <b>{title}</b>
      {text && <span>{text}</span>}
      {action}
    </div>
  )
}

/** Rows exist, but none matches the filters. */
export function NoMatch({ title, text, onClear }: { title: string; text?: ReactNode; onClear: () => void }) {
  return (
    <Empty title={title} text={text} icon={SearchX} action={<Button onClick={onClear}>清除筛选</Button>} />
  )
}

type ErrorCardProps = { title: string; error: CallError; onRetry: () => void }

/** An error in the card whose data is missing, with the request number for support. */
export function ErrorCard({ title, error, onRetry }: ErrorCardProps) {
  return (
    <div className="empty state" role="alert">
      <span className="disc err">
        <Unplug className="i l" aria-hidden />
      </span>
      <b>{title}</b>
      <span>{error.message}</span>
      {error.requestId && <RequestNumber id={error.requestId} />}
      <WhoGrants error={error} />
      <Button icon={RotateCw} onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/** The same error as a strip, while older data is still shown. */
export function ErrorStrip({ title, error, onRetry }: ErrorCardProps) {
  return (
    <div className="alert err strip-error" role="alert">
      <Unplug className="i" aria-hidden />
      <span className="grow">
        {title}：{error.message}
        {error.requestId && <RequestDetails id={error.requestId} />}
      </span>
      <WhoGrants error={error} />
      <Button size="sm" icon={RotateCw} onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

function SunPath() {
  return (
    <svg className="sun-path" width="88" height="52" viewBox="0 0 88 52" aria-hidden>
      <path d="M10 46a34 34 0 0 1 68 0" fill="none" strokeDasharray="2.5 3.5" />
      <path d="M2 46.5h84" />
      <circle cx="20" cy="22" r="5" />
    </svg>
  )
}

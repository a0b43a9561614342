import type { Received } from '@heliodesk/contract/call.ts'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import { signInMethods } from '@heliodesk/contract/sign-in-methods.ts'
import { Monitor, Smartphone } from 'lucide-react'
import type { CallError } from '../lib/call.ts'
import { Button } from '../kit/Button.tsx'
import { CommandAlert } from '../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { formatAgo, formatMinute } from '../kit/format.ts'
import { Empty, ErrorCard } from '../kit/States.tsx'
import { useLate } from '../kit/use-late.ts'
import { useOverlay } from '../kit/use-overlay.ts'
import './session-list.css'

export type Session = Received<typeof sessionCalls.sessions>[number]

/** What is about to end: one session, or all listed sessions except the current one. */
export type Ending = Session | 'all'

export type SessionsProps = {
  sessions: { data: Session[] | undefined; error: CallError | null; refetch: () => unknown }
  /** The owner of the sessions, for the question: 您 or a name. */
  whose: string
  /** Why no session can be ended here, or null. */
  refusal?: string | null
  asked: Ending | null
  onAsk: (ending: Ending | null) => void
  busy: boolean
  error: CallError | null
  onEnd: (ending: Ending) => void
}

/** How many sessions `'all'` would end. */
export const countOthers = (sessions: Session[] | undefined): number =>
  sessions?.filter(({ current }) => !current).length ?? 0

/** A person's sessions. Each except the current one can be ended, after a confirmation. */
export function SessionList(props: SessionsProps) {
  return (
    <>
      <Sessions {...props} />
      <Question {...props} others={countOthers(props.sessions.data)} />
    </>
  )
}

function Sessions({ sessions: { data, error, refetch }, refusal, onAsk }: SessionsProps) {
  if (data === undefined)
    return error ? (
      <ErrorCard title="登录设备没有取到" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton />
    )
  if (data.length === 0) return <Empty title="没有登录中的设备" text="登录后的浏览器会出现在这里" />
  return (
    <ul className="sessions" aria-label="登录设备">
      {data.map((session) => (
        <SessionRow
          key={session.sessionId}
          session={session}
          refusal={refusal}
          onEnd={() => onAsk(session)}
        />
      ))}
    </ul>
  )
}

const MOBILE = /Android|iOS|HarmonyOS/

type SessionRowProps = { session: Session; refusal?: string | null; onEnd: () => void }

function SessionRow({ session, refusal, onEnd }: SessionRowProps) {
  const { device, clientAddress, method, signInTime, lastUsedTime, idleSeconds, current } = session
  const Icon = MOBILE.test(device) ? Smartphone : Monitor
  return (
    <li>
      <Icon className="i l t3" aria-hidden />
      <div className="grow">
        <b>
          {device}
          {current && <span className="tag ok">本机</span>}
        </b>
        <p className="t2">
          {current ? '正在使用' : <span title={lastUsedTime}>{formatAgo(idleSeconds)}使用</span>}
          {clientAddress && <span> · {clientAddress}</span>}
        </p>
        <p className="t3">
          <span title={signInTime}>{formatMinute(signInTime)} 登录</span> · {signInMethods[method]}
        </p>
      </div>
      {!current && (
        <Button size="sm" refusal={refusal} onClick={onEnd}>
          退出
        </Button>
      )}
    </li>
  )
}

function Question({ asked, whose, others, busy, error, onAsk, onEnd }: SessionsProps & { others: number }) {
  const { value, open } = useOverlay(asked)
  if (!value) return null
  const all = value === 'all'
  return (
    <ConfirmDialog
      open={open}
      danger
      title={all ? `退出 ${others} 个设备？` : `退出“${value.device}”？`}
      text={`${whose}在${all ? '这些' : '该'}设备上立即退出登录，未保存的内容会丢失。`}
      verb="退出登录"
      busy={busy}
      onConfirm={() => onEnd(value)}
      onCancel={() => onAsk(null)}
    >
      <CommandAlert error={error} />
    </ConfirmDialog>
  )
}

function Skeleton() {
  const late = useLate(true)
  return (
    <div className="sessions-skeleton" role="status" aria-busy aria-label="正在加载">
      {late && [62, 48].map((width) => <i key={width} className="sk" style={{ width: `${width}%` }} />)}
    </div>
  )
}

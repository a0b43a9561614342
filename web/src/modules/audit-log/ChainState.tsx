import { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { LoaderCircle, RefreshCw, ShieldAlert, ShieldCheck, type LucideIcon } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber, formatTime } from '../../kit/format.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import { useCall, useCommand } from '../../lib/queries.ts'
import css from './audit-log.module.css'

type State = Received<typeof auditLogCalls.state>
type Look = { look: string; icon: LucideIcon; badge: string; note: string }

const POLL_MS = 1500
const number = (text: string) => `#${formatNumber(Number(text))}`

/** The badge and the sentence beside it. */
export function lookOf({ head, check }: State): Look {
  if (check === null || check.state === 'failed')
    return {
      look: 'undo',
      icon: ShieldAlert,
      badge: check ? '校验未完成' : '尚未校验',
      note: `共 ${formatNumber(Number(head))} 条`,
    }
  if (check.state !== 'done') {
    const share = check.total ? `${Math.floor((check.done / check.total) * 100)}%` : ''
    return {
      look: 'undo',
      icon: LoaderCircle,
      badge: `正在校验 ${share}`,
      note: `${formatNumber(check.done)} 条已比对`,
    }
  }
  if (check.brokenNumber !== null)
    return {
      look: 'err',
      icon: ShieldAlert,
      badge: `链在 ${number(check.brokenNumber)} 断裂`,
      note: `${formatTime(check.finishTime)} ${check.brokenReason ?? ''}`,
    }
  return {
    look: 'ok',
    icon: ShieldCheck,
    badge: `链已校验到 ${number(check.lastNumber ?? '0')}`,
    note: `${formatTime(check.finishTime)} 全量 ${formatNumber(check.total ?? 0)} 条，用时 ${Math.ceil(check.seconds ?? 0)} s，未发现改动`,
  }
}

const isRunning = (state: State | undefined) =>
  state?.check?.state === 'waiting' || state?.check?.state === 'running'

/** Up to which entry the chain is verified. */
export function ChainState() {
  const state = useCall(auditLogCalls.state, {})
  useCall(auditLogCalls.state, {}, { enabled: isRunning(state.data), refetchInterval: POLL_MS })
  if (state.error)
    return <ErrorStrip title="校验状态没有取到" error={state.error} onRetry={() => void state.refetch()} />
  if (!state.data) return null
  const { look, icon: Icon, badge, note } = lookOf(state.data)
  return (
    <span className={css.state} role="status">
      <span className={`tag look ${look}`}>
        <Icon className="i s" aria-hidden />
        {badge}
      </span>
      <span className={css.note}>{note}</span>
    </span>
  )
}

/** Verifies the chain now. */
export function VerifyButton() {
  const state = useCall(auditLogCalls.state, {})
  const verify = useCommand(auditLogCalls.verify, {})
  return (
    <Button
      icon={RefreshCw}
      busy={isRunning(state.data) || verify.isPending}
      onClick={() => verify.mutate({})}
    >
      立即校验
    </Button>
  )
}

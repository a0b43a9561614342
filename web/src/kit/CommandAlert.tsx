import { CircleAlert, RefreshCw } from 'lucide-react'
import type { CallError } from '../lib/call.ts'
import { Button } from './Button.tsx'
import './command-alert.css'

/** Somebody else changed it since it was read here; every module's code for it ends alike. */
const isStale = (error: CallError): boolean => error.code.endsWith('.stale')

type CommandAlertProps = {
  error: CallError | null
  /** What stands against the command since the thing was read again. */
  refusal?: string | null
  /** Reads it again after somebody else changed it; what was typed stays. */
  onRefresh?: () => void
}

/** Why a form's command was not taken, inside the form and in the server's words. */
export function CommandAlert({ error, refusal = null, onRefresh }: CommandAlertProps) {
  const text = error?.message ?? refusal
  if (!text) return null
  return (
    <div className="alert err command-alert" role="alert">
      <CircleAlert className="i" aria-hidden />
      <span className="grow">
        {text}
        {error?.requestId && <span className="t2 s12"> · 请求号 {error.requestId}</span>}
      </span>
      {onRefresh && error && isStale(error) && (
        <Button size="sm" icon={RefreshCw} onClick={onRefresh}>
          刷新
        </Button>
      )}
    </div>
  )
}

import { CircleAlert, RefreshCw } from 'lucide-react'
import type { CallError } from '../lib/call.ts'
import { Button } from './Button.tsx'
import { RequestDetails } from './RequestNumber.tsx'
import { WhoGrants } from './WhoGrants.tsx'
import './command-alert.css'

/**
 * Whether the record was changed by another user since it was read; every module's error code for this ends in
 * `.stale`.
 */
const isStale = (error: CallError): boolean => error.code.endsWith('.stale')

type CommandAlertProps = {
  error: CallError | null
  /** Why the command can no longer be sent, found when the record was read again. */
  refusal?: string | null
  /** Reads the record again after another user changed it; typed values are kept. */
  onRefresh?: () => void
}

/** The reason why a form's command was rejected, in the server's words, inside the form. */
export function CommandAlert({ error, refusal = null, onRefresh }: CommandAlertProps) {
  const text = error?.message ?? refusal
  if (!text) return null
  return (
    <div className="alert err command-alert" role="alert">
      <CircleAlert className="i" aria-hidden />
      <span className="grow">
        {text}
        {error?.requestId && <RequestDetails id={error.requestId} />}
      </span>
      {error && <WhoGrants error={error} />}
      {onRefresh && error && isStale(error) && (
        <Button size="sm" icon={RefreshCw} onClick={onRefresh}>
          刷新
        </Button>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import type { CallError } from '../lib/call.ts'
import { ErrorCard } from './States.tsx'
import { DRAWER_WAIT_MS, useLate } from './use-late.ts'

type Read = { error: CallError | null; refetch: () => unknown }

const bar = <i className="sk" style={{ height: 220 }} role="status" aria-label="正在加载" />

/**
 * Title and content of a detail drawer until its record is `known`: a skeleton after a moment, or why the record was
 * not read. A hook, so that the drawer stays mounted when the record arrives.
 */
export function useUnread(noun: string, read: Read, known: boolean, skeleton: ReactNode = bar) {
  const { error } = read
  const late = useLate(!known && error === null, DRAWER_WAIT_MS)
  return {
    title: error ? `${noun}没有打开` : '…',
    children: error ? (
      <ErrorCard title={`${noun}没有取到`} error={error} onRetry={() => void read.refetch()} />
    ) : (
      late && skeleton
    ),
  }
}

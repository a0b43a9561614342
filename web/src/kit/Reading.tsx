import type { ReactNode } from 'react'
import type { CallError } from '../lib/call.ts'
import { ErrorCard, ErrorStrip } from './States.tsx'
import { useLate } from './use-late.ts'

/** The part of a query that shows how the reading goes. */
export type Read = { error: CallError | null; refetch: () => unknown }

/** A record that is still read for a form that is open already. */
export type Awaited = { noun: string; read: Read }

/** Why it cannot be sent yet, as a sentence. */
export const untilRead = (awaits: Awaited | null): string | null =>
  awaits && (awaits.read.error ? `${awaits.noun}没有取到` : `正在读取${awaits.noun}`)

type ReadingProps<T> = {
  read: Read & { data: T | undefined; isPlaceholderData: boolean }
  /** What is read: 变更记录. */
  name: string
  /** The height of the skeleton in pixels. */
  height?: number
  /** Instead of a bar of that height. */
  skeleton?: ReactNode
  /** How long to wait before the skeleton shows, in milliseconds. */
  waitMs?: number
  /** Shows the previous answer until the next one arrives. */
  keepsOld?: boolean
  /** Stands in place of a list without items. */
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/** An answer; before it arrives a skeleton or its error. When it could not be renewed, the error shows above it. */
export function Reading<T>({ read, name, keepsOld = false, empty, children, ...waiting }: ReadingProps<T>) {
  const data = read.isPlaceholderData && !keepsOld ? undefined : read.data
  const late = useLate(data === undefined && read.error === null, waiting.waitMs)
  const failure = { error: read.error, onRetry: () => void read.refetch() }
  if (data === undefined) {
    if (failure.error) return <ErrorCard title={`${name}没有取到`} {...failure} error={failure.error} />
    const bar = <i className="sk" style={{ height: waiting.height }} role="status" aria-label="正在加载" />
    return late && (waiting.skeleton ?? bar)
  }
  return (
    <>
      {failure.error && <ErrorStrip title={`${name}没有更新`} {...failure} error={failure.error} />}
      {empty && Array.isArray(data) && data.length === 0 ? empty : children(data)}
    </>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { FactsAwaited } from './facts-awaited.ts'
import { DetailDrawer } from './Drawers.tsx'
import type { Call } from '@heliodesk/contract/call.ts'
import type { Read } from './Reading.tsx'
import { ErrorCard, ErrorStrip } from './States.tsx'
import { useOthersHand } from './use-others-hand.ts'
import { DRAWER_WAIT_MS, useLate } from './use-late.ts'

type Detail = ComponentProps<typeof DetailDrawer>

/** A record of which at least the fields of its row in the list are known. */
export type Known<Row, T extends Row> = Row & Partial<T>

type RecordDrawerProps<Row, T extends Row & { version: number }> = Pick<
  Detail,
  'open' | 'onClose' | 'dirty' | 'uploading'
> & {
  /** The name of the record type: 电站. */
  noun: string
  /** The call that reads it, and the id that it is asked for. */
  call: Call<'query'>
  id: string
  read: Read & { dataUpdatedAt: number }
  /** The record that was asked for; null until it is loaded. */
  record: T | null
  /** Its row in the list behind, if it has one there: what it knows shows until the record is loaded. */
  row?: Row | null
  /** The first line of the header until then; the noun by default. */
  top?: string
  skeleton?: ReactNode
  /**
   * The drawer of what is known. `loaded` is the record itself, with its current version: forms start only from it.
   * Facts of a `DetailLayout` that are still undefined show a placeholder.
   */
  children: (
    known: Known<Row, T>,
    loaded: T | null,
  ) => Pick<Detail, 'top' | 'nav' | 'title' | 'actions' | 'under' | 'aside' | 'onScroll'> & {
    sections: ReactNode
  }
}

/** The detail drawer of a record whose id is in the address, also while it is loaded and when that fails. */
export function RecordDrawer<Row, T extends Row & { version: number }>({
  noun,
  call,
  id,
  read,
  record,
  row = null,
  top,
  skeleton,
  children,
  ...drawer
}: RecordDrawerProps<Row, T>) {
  const { error } = read
  const hand = useOthersHand(call, id, record?.version ?? null, read.dataUpdatedAt)
  const shown = record ?? (error ? null : row)
  const late = useLate(shown === null && error === null, DRAWER_WAIT_MS)
  const retry = () => void read.refetch()
  const { sections, ...head } =
    shown === null
      ? {
          top: <span>{top ?? noun}</span>,
          title: error ? `${noun}没有打开` : '…',
          sections: error ? (
            <ErrorCard title={`${noun}没有取到`} error={error} onRetry={retry} />
          ) : (
            late && (skeleton ?? <DetailSkeleton />)
          ),
        }
      : children(shown as Known<Row, T>, record)
  return (
    <FactsAwaited value={shown !== null && record === null}>
      <DetailDrawer {...drawer} inAddress news={hand && NEWS[hand]} {...head}>
        {record && error && <ErrorStrip title={`${noun}没有更新`} error={error} onRetry={retry} />}
        {sections}
      </DetailDrawer>
    </FactsAwaited>
  )
}

const newsOf = (whose: string) => (
  <>
    刚刚<span className="drawer-news-whose">{whose}</span>更新
  </>
)
const NEWS = { others: newsOf('由他人'), elsewhere: newsOf('在别处') }

const BASICS = [9, 3]

/** The skeleton of a detail with sections of this many facts. */
export const DetailSkeleton = ({ sections = BASICS }: { sections?: readonly number[] }) => (
  <div role="status" aria-label="正在加载">
    {sections.map((facts, at) => (
      <div key={at} className="sec detail-layout">
        <i className="sk" style={{ width: 96, height: 14 }} />
        <div className="kv">
          {Array.from({ length: facts }, (_each, index) => (
            <i key={index} className="sk" style={{ width: `${60 + (index % 3) * 12}%`, margin: '6px 0' }} />
          ))}
        </div>
      </div>
    ))}
  </div>
)

import type { ComponentProps, ReactNode } from 'react'
import { DetailDrawer } from './Drawers.tsx'
import type { Read } from './Reading.tsx'
import { ErrorCard, ErrorStrip } from './States.tsx'
import { DRAWER_WAIT_MS, useLate } from './use-late.ts'

type Detail = ComponentProps<typeof DetailDrawer>

type RecordDrawerProps<T> = Pick<Detail, 'open' | 'onClose' | 'dirty' | 'uploading'> & {
  /** The name of the record type: 电站. */
  noun: string
  read: Read
  /** The record that was asked for; null until it is loaded. */
  record: T | null
  /** The first line of the header until then; the noun by default. */
  top?: string
  skeleton?: ReactNode
  /** The drawer of the loaded record. */
  children: (record: T) => Pick<
    Detail,
    'top' | 'nav' | 'title' | 'actions' | 'under' | 'aside' | 'onScroll'
  > & {
    sections: ReactNode
  }
}

/** The detail drawer of a record whose id is in the address, also while it is loaded and when that fails. */
export function RecordDrawer<T>({
  noun,
  read,
  record,
  top,
  skeleton,
  children,
  ...drawer
}: RecordDrawerProps<T>) {
  const { error } = read
  const late = useLate(record === null && error === null, DRAWER_WAIT_MS)
  const retry = () => void read.refetch()
  if (record === null)
    return (
      <DetailDrawer
        {...drawer}
        inAddress
        top={<span>{top ?? noun}</span>}
        title={error ? `${noun}没有打开` : '…'}
      >
        {error ? (
          <ErrorCard title={`${noun}没有取到`} error={error} onRetry={retry} />
        ) : (
          late && (skeleton ?? <DetailSkeleton />)
        )}
      </DetailDrawer>
    )
  const { sections, ...head } = children(record)
  return (
    <DetailDrawer {...drawer} inAddress {...head}>
      {error && <ErrorStrip title={`${noun}没有更新`} error={error} onRetry={retry} />}
      {sections}
    </DetailDrawer>
  )
}

/** The skeleton of a detail with two sections of facts. */
export const DetailSkeleton = () => (
  <div role="status" aria-label="正在加载">
    {[9, 3].map((facts) => (
      <div key={facts} className="sec detail-layout">
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

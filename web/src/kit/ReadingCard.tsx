import { Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallError } from '../lib/call.ts'
import { Button } from './Button.tsx'
import { Lead } from './Lead.tsx'
import { ErrorCard } from './States.tsx'
import { useLate } from './use-late.ts'
import css from './reading-card.module.css'

/** The part of a query that a card needs. */
export type Reading<T> = {
  data: T | undefined
  error: CallError | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

type ReadingCardProps<T> = {
  className?: string | undefined
  title: string
  reading: Reading<T>
  /** Shown beside the title. */
  fact?: (data: T) => ReactNode
  /** A link at the right of the header. */
  more?: { title: string; to: string | null } | undefined
  tools?: (data: T) => ReactNode
  /** A skeleton with the size of the content. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** A card for one query: it loads and fails on its own, and keeps its data while it refetches. */
export function ReadingCard<T>({
  className,
  title,
  reading,
  fact,
  more,
  tools,
  skeleton,
  children,
}: ReadingCardProps<T>) {
  const { data, error, isPlaceholderData, refetch } = reading
  const late = useLate(data === undefined && error === null)
  return (
    <section className={className ? `card ${className}` : 'card'} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {data !== undefined && fact && <span className={css.fact}>{fact(data)}</span>}
        {data !== undefined && tools?.(data)}
        {data !== undefined && error && (
          <Button kind="txt" size="sm" className={css.stale} icon={Unplug} onClick={() => void refetch()}>
            没有更新
          </Button>
        )}
        {more?.to && (
          <Lead to={more.to} className="more">
            {more.title}
          </Lead>
        )}
      </header>
      <div className={isPlaceholderData ? `${css.body} ${css.old}` : css.body}>
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <ErrorCard title={`${title}没有取到`} error={error} onRetry={() => void refetch()} />
        ) : (
          late && skeleton
        )}
      </div>
    </section>
  )
}

/** Skeleton rows of a list, fading downwards. */
export function SkeletonRows({ rows, className = 'li' }: { rows: number; className?: string }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_row, at) => (
        <div key={at} className={className} style={{ opacity: 1 - at / (rows + 1) }}>
          <span className="sk" style={{ width: 14 }} />
          <span className="sk grow" style={{ maxWidth: `${72 - ((at * 13) % 30)}%` }} />
          <span className="sk mla" style={{ width: 48 }} />
        </div>
      ))}
    </div>
  )
}

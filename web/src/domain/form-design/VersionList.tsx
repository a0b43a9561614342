import type { ReactNode } from 'react'
import { Empty } from '../../kit/States.tsx'
import css from './design-pane.module.css'

type Version = {
  version: number
  note: string
  changes: string[]
  publishedBy: string
  publishTime: string
}

type VersionListProps = {
  versions: readonly Version[]
  current: number | null
  /** What is said where nothing is published yet. */
  empty: string
  /** More about a version, beside its number. */
  factOf?: (version: number) => ReactNode
}

/** The published versions, the newest first, with what changed. */
export function VersionList({ versions, current, empty, factOf }: VersionListProps) {
  if (versions.length === 0) return <Empty title="还没有发布过" text={empty} />
  return (
    <ol className={css.versions} aria-label="版本">
      {versions.map(({ version, note, changes, publishedBy, publishTime }) => (
        <li key={version}>
          <span className="row">
            <b>第 {version} 版</b>
            {version === current && <span className="tag ok">使用中</span>}
            {factOf?.(version)}
            <span className="t3 s12 mla">
              {publishedBy} {publishTime.slice(0, 16)}
            </span>
          </span>
          {note && <p>{note}</p>}
          {changes.length > 0 && <p className="t2 s13">{changes.join('；')}</p>}
        </li>
      ))}
    </ol>
  )
}

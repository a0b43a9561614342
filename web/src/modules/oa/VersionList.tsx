import { Empty } from '../../kit/States.tsx'
import type { DesignedForm } from './design.ts'
import css from './forms.module.css'

/** The published versions, the newest first, with what changed. */
export function VersionList({ form: { versions, current } }: { form: DesignedForm }) {
  if (versions.length === 0) return <Empty title="还没有发布过" text="发布后，在发起范围内的人员可以发起" />
  return (
    <ol className={css.versions} aria-label="版本">
      {versions.map(({ version, note, changes, publishedBy, publishTime }) => (
        <li key={version}>
          <span className="row">
            <b>第 {version} 版</b>
            {version === current && <span className="tag ok">使用中</span>}
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

import type { ExportJob } from '@heliodesk/contract/exports.ts'
import { Button } from '../../kit/Button.tsx'
import { formatNumber, formatSize, formatTime } from '../../kit/format.ts'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { Progress, StateTag } from './downloads.tsx'
import css from './exports.module.css'

type ExportCardProps = { job: ExportJob; actions: readonly RowAction[] }

/** The card of an export, in the phone layout. */
export function ExportCard({ job, actions }: ExportCardProps) {
  const { fileName, state, conditions, rowCount, size, createTime } = job
  const facts = [
    state !== 'running' && rowCount !== null && `${formatNumber(rowCount)} 行`,
    size !== null && formatSize(size),
  ].filter(Boolean)
  return (
    <article className={css.exportCard}>
      <header>
        <StateTag state={state} />
        <span className="t3 mla">{formatTime(createTime)}</span>
      </header>
      <b>{fileName}</b>
      <span className="t2">{conditions || '全部'}</span>
      <Progress job={job} />
      {facts.length > 0 && <span className="t3">{facts.join(' · ')}</span>}
      <div className={`touch-row ${css.acts}`}>
        {actions.map(({ key, title, icon, danger, run }) => (
          <Button key={key} icon={icon} kind={danger ? 'dng' : undefined} onClick={run}>
            {title}
          </Button>
        ))}
      </div>
    </article>
  )
}

import { exportStates, type ExportJob } from '@heliodesk/contract/exports.ts'
import { CircleCheck, CircleDashed, CircleMinus, CircleX, LoaderCircle, TimerOff } from 'lucide-react'
import { formatNumber, formatSize, formatTime } from '../../kit/format.ts'
import { lookTag } from '../../kit/LookTag.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { numberColumn, timeColumn } from '../../kit/page-table/presets.tsx'
import css from './exports.module.css'

export const StateTag = lookTag(exportStates, {
  waiting: ['undo', CircleDashed],
  running: ['proc', LoaderCircle],
  done: ['ok', CircleCheck],
  failed: ['err', CircleX],
  cancelled: ['', CircleMinus],
  expired: ['', TimerOff],
})

export const isUnfinished = ({ state }: Pick<ExportJob, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** Whole percents; 100 only when the file is complete. */
const percentOf = ({ doneCount, rowCount }: Pick<ExportJob, 'doneCount' | 'rowCount'>): number =>
  rowCount ? Math.min(99, Math.floor((doneCount / rowCount) * 100)) : 0

/** The progress, the result, and the expiry of an export. */
export function Progress({ job }: { job: ExportJob }) {
  if (job.state === 'done') return `${formatTime(job.expireTime)} 前可下载`
  if (job.state === 'expired') return <span className="t3">文件已删除，可重新导出</span>
  if (job.state === 'failed') {
    return (
      <span className="err" title={job.error ?? undefined}>
        {job.error}
      </span>
    )
  }
  if (job.state === 'waiting') return <span className="t3">前面的导出完成后开始</span>
  if (job.state !== 'running') return null
  const percent = percentOf(job)
  return (
    <span className={css.exportProgress}>
      <span
        className={`bar ${css.bar}`}
        role="progressbar"
        aria-label={`${job.fileName}的进度`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      {job.rowCount === null
        ? '正在统计'
        : `${formatNumber(job.doneCount)} / ${formatNumber(job.rowCount)} 行`}
    </span>
  )
}

export const downloadColumns = (download: (job: ExportJob) => void): readonly Column<ExportJob>[] => [
  {
    key: 'fileName',
    title: '文件',
    width: 220,
    lock: true,
    cell: (job) =>
      job.state === 'done' ? (
        <button
          type="button"
          className={css.exportName}
          title={job.fileName}
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation()
            download(job)
          }}
        >
          {job.fileName}
        </button>
      ) : (
        <span title={job.fileName}>{job.fileName}</span>
      ),
  },
  { key: 'state', title: '状态', width: 100, cell: ({ state }) => <StateTag state={state} /> },
  {
    key: 'progress',
    title: '进度与有效期',
    width: 250,
    cell: (job) => (job.state === 'cancelled' ? null : <Progress job={job} />),
  },
  {
    key: 'conditions',
    title: '筛选条件',
    width: 140,
    fold: 3,
    grow: true,
    cell: ({ conditions }) => <span title={conditions}>{conditions || '全部'}</span>,
  },
  numberColumn('rowCount', '行数', 90, { fold: 2 }),
  numberColumn('size', '大小', 96, { fold: 1, format: formatSize }),
  timeColumn('createTime', '导出时间', 112),
]

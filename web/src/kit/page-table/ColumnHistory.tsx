import { tableSettingCalls } from '@heliodesk/contract/table-settings.ts'
import { useCall } from '../../lib/queries.ts'
import { arrangeTable } from '../../lib/table-settings.ts'
import { ErrorCard } from '../States.tsx'
import { describeChange } from './column-changes.ts'
import type { AnyColumn } from './columns.ts'
import css from './column-settings.module.css'

type ColumnHistoryProps = { code: string; columns: readonly AnyColumn[] }

/** The last 16 changes of the columns (spec 2 §9), newest first; each can be restored. */
export function ColumnHistory({ code, columns }: ColumnHistoryProps) {
  const { data, error, refetch } = useCall(tableSettingCalls.history, { code }, { refetchOnMount: 'always' })
  if (error) return <ErrorCard title="历史记录没有取到" error={error} onRetry={() => void refetch()} />
  if (!data) return <p className={`sk ${css.waiting}`} role="status" aria-label="正在加载" />
  if (data.length === 0) return <p className="t3">还没有修改过列设置</p>
  return (
    <ul className={css.history} aria-label="历史记录">
      {data.map(({ version, time, arrangement }, at) => {
        const what = describeChange(columns, data[at + 1]?.arrangement ?? null, arrangement)
        return (
          <li key={version}>
            <button
              type="button"
              disabled={at === 0}
              title={at === 0 ? undefined : `恢复到 ${time}`}
              onClick={() => arrangeTable(code, arrangement)}
            >
              <span className="s12 t2">{time.slice(5, 16)}</span>
              <span className={`ell ${css.ell}`} title={what}>
                {what}
              </span>
              <span className="s12 t3">{at === 0 ? '当前' : '恢复'}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

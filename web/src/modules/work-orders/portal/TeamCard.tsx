import { paths } from '@heliodesk/contract/paths.ts'
import { EMPTY, formatNumber } from '../../../kit/format.ts'
import { ErrorCard } from '../../../kit/States.tsx'
import type { CallError } from '../../../lib/call.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import type { RankedPeople } from './portal.ts'
import css from './portal.module.css'

type TeamCardProps = {
  reading: { data: RankedPeople | undefined; error: CallError | null; refetch: () => unknown }
}

/** The people in scope by the share of this month's work that they finished in time. */
export function TeamCard({ reading: { data, error, refetch } }: TeamCardProps) {
  const mayList = useGrants(({ pages }) => pages.includes(paths.orders.path))
  const userId = useSession(({ user }) => user?.id)
  return (
    <section className={`card ${css.team}`} aria-label="班组排行">
      <header>
        <h2>班组排行</h2>
        <span className="t3 s12">本月按期率</span>
      </header>
      {!data && error && <ErrorCard title="排行没有取到" error={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && (
        <div className="empty">
          <b>本月还没有完成的工单</b>
          <span>有人完成或到期后会排在这里</span>
        </div>
      )}
      {data && data.rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">人员</th>
              <th scope="col">完成</th>
              <th scope="col">按期</th>
              <th scope="col">工时 h</th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map(({ id, realname, finished, due, onTime, hours }, at) => (
              <tr key={id} className={id === userId ? css.own : undefined}>
                <td className="t3">{at + 1}</td>
                <td>
                  {mayList ? <a href={paths.orders.href({ liableUserId: id })}>{realname}</a> : realname}
                </td>
                <td>{formatNumber(finished)}</td>
                <td title={due === 0 ? '本月没有到期的工单' : `到期 ${due} 单，按期 ${onTime} 单`}>
                  {due === 0 ? (
                    <span className="t3">{EMPTY}</span>
                  ) : (
                    <b>{formatNumber((onTime / due) * 100)} %</b>
                  )}
                </td>
                <td>{formatNumber(hours, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

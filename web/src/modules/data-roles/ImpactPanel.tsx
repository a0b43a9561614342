import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { TriangleAlert } from 'lucide-react'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import { directionsOf, impactInput, type Impact, type Rule } from './data-role.ts'
import css from './data-roles.module.css'

type ImpactPanelProps = { id: string | undefined; rule: Rule; isSaved: boolean }

/** Who is concerned, and what each sees now and after saving. */
export function ImpactPanel({ id, rule, isSaved }: ImpactPanelProps) {
  const input = useSettled(JSON.stringify(impactInput(id, rule)), ASKING_DEBOUNCE_MS)
  const impact = useCall(dataRoleCalls.impact, JSON.parse(input) as ReturnType<typeof impactInput>)
  return (
    <aside className={css.impact} aria-label="谁受影响">
      <h3>谁受影响</h3>
      <Reading read={impact} name="受影响的人" height={160} keepsOld>
        {(found) => <People {...found} isSaved={isSaved} />}
      </Reading>
    </aside>
  )
}

function People({ userCount, people, sql, isSaved }: Impact & { isSaved: boolean }) {
  if (userCount === 0) return <p className="t3">还没有授予任何人，或授予的人都不在您的部门。</p>
  const { fewer, same, more } = directionsOf(people)
  const losing = people.filter(({ lost }) => lost > 0)
  return (
    <>
      <p className="t2">
        {formatNumber(userCount)} 人{people.length < userCount && `，以下为前 ${people.length} 人`}
        {!isSaved && (
          <>
            ：<b>{fewer}</b> 人少看，<b>{same}</b> 人不变，<b>{more}</b> 人多看
          </>
        )}
      </p>
      <table className={css.people}>
        <thead>
          <tr>
            <th>人</th>
            <th className="num">电站</th>
            <th className="num">未关闭工单</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, realname, depName, now, after, others }) => (
            <tr key={id}>
              <td>
                {realname}
                <span className="t3 s12">
                  {depName}
                  {others.length > 0 && `；另有 ${others.join('、')}`}
                </span>
              </td>
              <td className="num">
                <Change now={now.stations} after={after.stations} />
              </td>
              <td className="num">
                <Change now={now.orders} after={after.orders} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {people.some(({ others }) => others.length > 0) && (
        <p className="t3 s12">一个人有几个数据角色时，看到的电站和工单取并集；列和导出行数取更严的。</p>
      )}
      {losing.length > 0 && (
        <p className="alert undo">
          <TriangleAlert className="i" aria-hidden />
          <span>
            {losing.map(({ realname, lost }) => `${realname} ${lost} 张`).join('、')}
            正在办理的工单，保存后打不开。
            <a href={`#${paths.orders.href({})}`}>先改派给别人</a>
          </span>
        </p>
      )}
      {sql && (
        <details className={css.sql}>
          <summary>服务器会这样执行（{people[0]?.realname}）</summary>
          <pre>{`电站 ${sql.stations}\n\n工单 ${sql.orders}`}</pre>
        </details>
      )}
    </>
  )
}

function Change({ now, after }: { now: number; after: number }) {
  if (now === after) return formatNumber(after)
  return (
    <>
      <span className="t3">{formatNumber(now)} → </span>
      <b>{formatNumber(after)}</b>
    </>
  )
}

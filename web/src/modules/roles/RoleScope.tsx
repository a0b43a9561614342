import { accessCalls } from '@heliodesk/contract/access.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { Button } from '../../kit/Button.tsx'
import { Figures } from '../../kit/Figures.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { useCall } from '../../lib/queries.ts'
import type { Role } from './role.ts'
import '../../kit/strip.css'
import boxCss from '../../kit/boxed-table.module.css'
import css from './role-people.module.css'

type DataScope = Received<typeof accessCalls.dataScope>
type Source = DataScope['sources'][number]

const nameOf = ({ kind, depName }: Source): string =>
  kind === 'department' ? (depName ?? '') : kind === 'all' ? '全部数据' : '关联项目'

const whyOf = { all: '账号拥有全部数据权限', department: '部门及下级', projects: '在部门之外另可查看' }

/** 数据范围: what the members see together, and where it comes from. */
export function RoleScope({ role, onMembers }: { role: Role; onMembers: () => void }) {
  const scope = useCall(accessCalls.dataScope, { roleId: role.id })
  return (
    <div className={css.scope}>
      <Reading read={scope} name="数据范围" height={240}>
        {(data) =>
          data.userCount === 0 ? (
            <Empty
              title="没有在用的成员"
              text="角色决定能做什么；能看到哪些电站，由每名成员的部门和关联项目决定"
              action={<Button onClick={onMembers}>查看成员</Button>}
            />
          ) : (
            <Sources data={data} onMembers={onMembers} />
          )
        }
      </Reading>
    </div>
  )
}

function Sources({ data, onMembers }: { data: DataScope; onMembers: () => void }) {
  const { userCount, stationCount, allStations, sources } = data
  const everything = sources.find(({ kind }) => kind === 'all')?.userCount ?? 0
  return (
    <>
      <Figures
        figures={[
          {
            title: '成员合计可见',
            value: formatNumber(stationCount),
            unit: '座电站',
            note: `您能看到的 ${formatNumber(allStations)} 座中，含退场`,
          },
          { title: '在用的成员', value: formatNumber(userCount), unit: '人', note: '停用的账号不计' },
          { title: '全部数据', value: formatNumber(everything), unit: '人', note: '不受部门限制' },
        ]}
      />
      <p className="t3 s13">
        角色决定能做什么；能看到哪些电站，由每名成员的部门、关联项目和全部数据权限决定。
      </p>
      <div className={boxCss.box}>
        <table>
          <thead>
            <tr>
              <th>来自</th>
              <th>成员</th>
              <th className={css.number}>人数</th>
              <th className={css.number}>电站</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr key={`${source.kind} ${source.depId}`}>
                <td>
                  <b>{nameOf(source)}</b> <span className="t3 s12">{whyOf[source.kind]}</span>
                </td>
                <td className={css.names}>
                  {source.users.join('、')}
                  {source.userCount > source.users.length && <span className="t3"> 等</span>}
                </td>
                <td className={css.number}>{formatNumber(source.userCount)} 人</td>
                <td className={css.number}>{formatNumber(source.stationCount)} 座</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button size="sm" onClick={onMembers}>
        逐人查看电站数
      </Button>
    </>
  )
}

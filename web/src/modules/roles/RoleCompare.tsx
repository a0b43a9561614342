import { accessCalls } from '@heliodesk/contract/access.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { Select } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useCall } from '../../lib/queries.ts'
import { indexTree, leavesOf } from './grants.ts'
import { allRoles, type Role } from './role.ts'
import boxCss from '../../kit/boxed-table.module.css'
import css from './role-people.module.css'

/** 比较角色: what each of two roles has that the other lacks; both are in the address. */
export function RoleCompare() {
  const { query, change } = useUrlQuery()
  const list = useCall(roleCalls.list, allRoles)
  return (
    <div className={css.people}>
      <PageHead
        title="比较角色"
        actions={
          <Button icon={ArrowLeft} onClick={() => change({ view: null, with: null })}>
            返回角色
          </Button>
        }
      />
      <Reading read={list} name="角色" height={320}>
        {({ records }) => {
          const named = (name: string) => records.find(({ roleCode }) => roleCode === query.get(name))
          const [one, two] = [named('role'), named('with')]
          return (
            <div className={css.scope}>
              <div className="row">
                {(['role', 'with'] as const).map((name) => (
                  <Select
                    key={name}
                    className={css.choose}
                    aria-label={name === 'role' ? '角色' : '与角色'}
                    prefix={name === 'role' ? '角色' : '与'}
                    showSearch={{ optionFilterProp: 'label' }}
                    placeholder="请选择角色"
                    options={records.map(({ roleCode, roleName }) => ({
                      value: roleCode,
                      label: `${roleName} ${roleCode}`,
                    }))}
                    value={query.get(name)}
                    onChange={(code) => change({ [name]: code })}
                  />
                ))}
              </div>
              {one && two ? (
                <Differences one={one} two={two} />
              ) : (
                <Empty title="请选择两个角色" text="选择后列出权限、成员和数据范围的差别" />
              )}
            </div>
          )
        }}
      </Reading>
    </div>
  )
}

function Differences({ one, two }: { one: Role; two: Role }) {
  const tree = useCall(roleCalls.permissionTree, {})
  const [mine, theirs] = [useHolding(one), useHolding(two)]
  const nodes = tree.data?.treeList ?? []
  const index = indexTree(nodes)
  const leaves = nodes.flatMap(leavesOf)
  const rows = leaves.flatMap(({ key, title }) => {
    const [has, hasToo] = [mine.grants?.has(key) === true, theirs.grants?.has(key) === true]
    const above = index.get(key)?.above.map((node) => node.title) ?? []
    return has === hasToo ? [] : [{ key, title, page: above.join(' / '), has }]
  })
  const same = leaves.filter(({ key }) => mine.grants?.has(key) && theirs.grants?.has(key)).length
  const failed = [tree, ...mine.reads, ...theirs.reads].find(({ error }) => error)
  const isRead = tree.data && mine.grants && theirs.grants
  const reading = failed ?? tree
  return (
    <Reading
      read={{ ...reading, data: isRead ? true : undefined, isPlaceholderData: false }}
      name="角色的差别"
      height={240}
    >
      {() => (
        <div className={boxCss.box} role="region" aria-label="两个角色" tabIndex={0}>
          <table aria-label="角色的差别">
            <thead>
              <tr>
                <th scope="col">菜单</th>
                <th scope="col">权限</th>
                <th scope="col">{one.roleName}</th>
                <th scope="col">{two.roleName}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td />
                <th scope="row">相同的权限</th>
                <td colSpan={2}>{formatNumber(same)} 项</td>
              </tr>
              {rows.map(({ key, title, page, has }) => (
                <tr key={key}>
                  <td className={`t2 ${css.page}`}>{page}</td>
                  <th scope="row">{title}</th>
                  <td>{has ? '有' : '没有'}</td>
                  <td>{has ? '没有' : '有'}</td>
                </tr>
              ))}
              <tr>
                <td />
                <th scope="row">成员</th>
                <td>{membersOf(mine, theirs)}</td>
                <td>{membersOf(theirs, mine)}</td>
              </tr>
              <tr>
                <td />
                <th scope="row">成员合计可见的电站</th>
                <td>{stationsOf(mine)}</td>
                <td>{stationsOf(theirs)}</td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </Reading>
  )
}

/** More members than this are only counted. */
const MOST_MEMBERS = 500

function useHolding({ id: roleId }: Role) {
  const grants = useCall(roleCalls.permissions, { roleId })
  const members = useCall(accessCalls.members, { roleId, pageSize: MOST_MEMBERS })
  const scope = useCall(accessCalls.dataScope, { roleId })
  return {
    grants: grants.data && !grants.isPlaceholderData ? new Set(grants.data) : null,
    members: members.isPlaceholderData ? undefined : members.data,
    scope: scope.isPlaceholderData ? undefined : scope.data,
    reads: [grants, members, scope],
  }
}

type Holding = ReturnType<typeof useHolding>

/** How many people, and the first of those who have only this one of both roles. */
function membersOf(own: Holding, other: Holding): string {
  if (!own.members) return '…'
  const others = new Set(other.members?.records.map(({ id }) => id))
  const only = own.members.records.flatMap(({ id, realname }) => (others.has(id) ? [] : [realname]))
  const named = only.slice(0, 10).join('、')
  const counted = `${formatNumber(own.members.total)} 人`
  return only.length === 0 ? counted : `${counted}，只有此角色：${named}${only.length > 10 ? ' 等' : ''}`
}

const stationsOf = ({ scope }: Holding): string =>
  scope ? `${formatNumber(scope.stationCount)} / ${formatNumber(scope.allStations)} 座` : '…'

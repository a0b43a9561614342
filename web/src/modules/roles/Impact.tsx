import { paths } from '@heliodesk/contract/paths.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { TriangleAlert } from 'lucide-react'
import { DutyConflicts } from '../../domain/DutyConflicts.tsx'
import { formatMinute, formatNumber } from '../../kit/format.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { warningsOf } from './duty-warnings.ts'
import type { Change, GrantTree } from './grants.ts'
import type { Role } from './role.ts'
import { RoleHistory } from './RoleHistory.tsx'
import css from './impact.module.css'

export const useImpact = ({ id }: Role) => useCall(roleCalls.impact, { roleId: id })

type ImpactProps = {
  role: Role
  tree: GrantTree
  /** The permissions after saving. */
  held: ReadonlySet<string>
  changes: readonly Change[]
  impact: ReturnType<typeof useImpact>
}

/** The effect of a change of the role, and the people it affects. */
export function Impact({ role, tree, held, changes, impact }: ImpactProps) {
  const mine = useSession(({ user }) => user?.roles.some(({ roleCode }) => roleCode === role.roleCode))
  const losing = changes.filter(({ kind }) => kind === 'removed')
  return (
    <>
      <section>
        <h3>本次变更影响</h3>
        {changes.length === 0 ? (
          <p className="t3">还没有改动。勾选或取消后，这里逐项列出，保存前可以核对。</p>
        ) : (
          <ul className={css.diff}>
            {changes.map(({ id, kind, title }) => (
              <li key={id} className={kind}>
                <b>{kind === 'added' ? '新增' : '收回'}</b>
                {title}
                <Reached change={{ id, kind, title }} impact={impact} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {mine && losing.length > 0 && (
        <p className="alert undo">
          <TriangleAlert className="i" aria-hidden />
          <span>
            <b>您自己也拥有此角色</b>
            <br />
            若其他角色未授予，保存后您也将失去：{losing.map(({ title }) => title).join('、')}。
          </span>
        </p>
      )}
      <DutyConflicts conflicts={warningsOf(tree, held, impact.data)} />
      <section>
        <h3>
          {formatNumber(impact.data?.userCount ?? role.userCount)} 人
          {changes.length > 0 ? '受影响' : '拥有此角色'}
        </h3>
        <Affected role={role} impact={impact} />
      </section>
      <section>
        <h3>最近修改</h3>
        <RoleHistory role={role} />
      </section>
      <section>
        <h3>角色信息</h3>
        <dl className={css.facts}>
          <dt>编码</dt>
          <dd>{role.roleCode}</dd>
          <dt>类别</dt>
          <dd>{role.builtIn ? '内置角色' : '自定义角色'}</dd>
          <dt>创建时间</dt>
          <dd>{formatMinute(role.createTime)}</dd>
          {role.description && (
            <>
              <dt>描述</dt>
              <dd>{role.description}</dd>
            </>
          )}
        </dl>
      </section>
    </>
  )
}

/** How many people gain or lose it, because the others have it through other roles. */
function Reached({ change: { id, kind }, impact }: { change: Change } & Pick<ImpactProps, 'impact'>) {
  const { data, isPlaceholderData } = impact
  if (!data || isPlaceholderData || data.userCount === 0) return null
  const other = data.elsewhere.find(({ permissionId }) => permissionId === id)
  const kept = other?.userCount ?? 0
  const reached = `${formatNumber(data.userCount - kept)} 人${kind === 'added' ? '新获得' : '失去'}`
  const rest =
    other &&
    `，${formatNumber(kept)} 人${kind === 'added' ? '已由' : '仍由'}${other.roleNames.join('、')}${kind === 'added' ? '授予' : '保留'}`
  return (
    <div className="t3 s12">
      {reached}
      {rest}
    </div>
  )
}

function Affected({ role, impact }: Pick<ImpactProps, 'role' | 'impact'>) {
  const opensUsers = useCan('user:manage')
  if (impact.error) {
    return <ErrorStrip title="名单没有取到" error={impact.error} onRetry={() => void impact.refetch()} />
  }
  if (!impact.data || impact.isPlaceholderData) return null
  const { userCount, users } = impact.data
  if (userCount === 0) return <p className="t3">您的数据范围内还没有用户拥有此角色。</p>
  const more = userCount - users.length
  return (
    <>
      <p className={css.names}>
        {users.join('、')}
        {more > 0 && <span className="t3"> 等，另有 {formatNumber(more)} 人</span>}
      </p>
      {opensUsers && (
        <a className="t2 s12 used" href={paths.users.href({ roleCode: role.roleCode })}>
          在用户列表中查看
        </a>
      )}
    </>
  )
}

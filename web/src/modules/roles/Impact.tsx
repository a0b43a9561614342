import { paths } from '@heliodesk/contract/paths.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { TriangleAlert } from 'lucide-react'
import { formatMinute, formatNumber } from '../../kit/format.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import type { Change } from './grants.ts'
import type { Role } from './role.ts'
import css from './impact.module.css'

export const useImpact = ({ id }: Role) => useCall(roleCalls.impact, { roleId: id })

type ImpactProps = {
  role: Role
  changes: readonly Change[]
  impact: ReturnType<typeof useImpact>
}

/** The effect of a change of the role, and the people it affects. */
export function Impact({ role, changes, impact }: ImpactProps) {
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
      <section>
        <h3>
          {formatNumber(impact.data?.userCount ?? role.userCount)} 人
          {changes.length > 0 ? '受影响' : '拥有此角色'}
        </h3>
        <Affected role={role} impact={impact} />
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

function Affected({ role, impact }: Omit<ImpactProps, 'changes'>) {
  const opensUsers = useCan('user:manage')
  if (impact.error) {
    return <ErrorStrip title="名单没有取到" error={impact.error} onRetry={() => void impact.refetch()} />
  }
  if (!impact.data || impact.isPlaceholderData) return null
  const { userCount, users } = impact.data
  if (userCount === 0) return <p className="t3">还没有用户拥有此角色。</p>
  const more = userCount - users.length
  return (
    <>
      <p className={css.names}>
        {users.join('、')}
        {more > 0 && (
          <span className="t3">
            {users.length > 0 ? ` 等，另有 ${formatNumber(more)} 人` : '均不在您的数据范围内'}
          </span>
        )}
      </p>
      {opensUsers && (
        <a className="t2 s12 used" href={paths.users.href({ roleCode: role.roleCode })}>
          在用户列表中查看
        </a>
      )}
    </>
  )
}

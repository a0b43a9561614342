import { paths } from '@heliodesk/contract/paths.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { TriangleAlert } from 'lucide-react'
import { formatNumber } from '../../kit/format.ts'
import { useCall } from '../../lib/queries.ts'
import './demo-warning.css'

/** The warning itself; nothing without demo accounts. */
export function DemoAccounts() {
  const { data } = useCall(userCalls.demoAccounts, {})
  if (!data || data.length === 0) return null
  return (
    <aside className="demo-warning" aria-label="安全警告" title={data.join('、')}>
      <TriangleAlert className="i" aria-hidden />
      <span>
        其他设备可以访问本服务，而 {formatNumber(data.length)} 个演示账号仍可用公开密码登录。
        <a href={paths.users.href()}>重置密码或停用</a>
      </span>
    </aside>
  )
}

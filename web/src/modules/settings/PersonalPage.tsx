import { KeyRound, MonitorSmartphone } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { countOthers, SessionList } from '../../domain/SessionList.tsx'
import { lazily } from '../../kit/lazily.tsx'
import { useOwnSessions } from '../../domain/use-own-sessions.ts'
import { changeOwnPassword } from '../../lib/own-password.ts'
import { useSession, type User } from '../../lib/session.ts'
import { Appearance, Notifications } from './Preferences.tsx'
import { DefaultPlaces } from './DefaultPlaces.tsx'
import { Avatar } from './Avatar.tsx'
import { SecondFactor } from './second-factor/SecondFactor.tsx'
import css from './personal.module.css'

const OwnTokens = lazily(async () => (await import('../../domain/tokens/OwnTokens.tsx')).OwnTokens)

/** 个人主页: the user's profile, preferences and sessions. */
export function PersonalPage() {
  const user = useSession((state) => state.user)
  if (!user) return null
  return (
    <div className={css.personalPage}>
      <PageHead title="个人主页" facts="偏好随账号保存，换一台设备登录也一样" />
      <div className={css.panes}>
        <Profile user={user} />
        <div className={css.choices}>
          <Appearance />
          <DefaultPlaces user={user} />
          <Notifications />
        </div>
        <div className={css.access}>
          <OwnDevices />
          <OwnTokens className="card" />
        </div>
      </div>
    </div>
  )
}

function Profile({ user }: { user: User }) {
  const { roles, departName, hasAllData, stationCount } = user
  const facts = [
    ['账号', user.username],
    ['公司', user.tenantName],
    ['部门', departName],
    ['角色', roles.map(({ roleName }) => roleName).join('、')],
    ['工号', user.workNo],
    ['手机', masked(user.phone)],
    [
      '数据范围',
      `${hasAllData === '1' ? '全部电站' : '本部门及关联项目'} · ${formatNumber(stationCount)} 座`,
    ],
  ] as const
  return (
    <section className={`card ${css.profile}`} aria-label="个人资料">
      <Avatar user={user} />
      <h2>{user.realname}</h2>
      <dl className="s13">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="t3 s12">{label}</dt>
            <dd>{value || <span className="t3">—</span>}</dd>
          </div>
        ))}
      </dl>
      <p className="t3 s12">资料有误请联系管理员修改</p>
      <Button icon={KeyRound} onClick={changeOwnPassword}>
        修改密码
      </Button>
      <SecondFactor />
    </section>
  )
}

/** The first three digits, four stars, the last four digits (spec 1 §2.8). */
const masked = (phone: string | null) => phone?.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')

function OwnDevices() {
  const list = useOwnSessions()
  const others = countOthers(list.sessions.data)
  return (
    <section className={`card ${css.devices}`} aria-labelledby="own-devices">
      <header>
        <MonitorSmartphone className="i t3" aria-hidden />
        <h2 id="own-devices">登录设备</h2>
        {others > 0 && (
          <span className="mla">
            <Button kind="dng" size="sm" onClick={() => list.onAsk('all')}>
              退出其他设备（{others}）
            </Button>
          </span>
        )}
      </header>
      <SessionList {...list} />
    </section>
  )
}

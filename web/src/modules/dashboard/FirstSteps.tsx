import { paths } from '@heliodesk/contract/paths.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { Building2, ClipboardPlus, Sun, Upload, Users, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useGrants, has } from '../../lib/permission.tsx'
import cardsCss from './cards.module.css'
import dashboardCss from './dashboard.module.css'

type Step = { title: string; why: string; icon: LucideIcon; to: string; codes: PermissionCode[] }

const steps: readonly Step[] = [
  {
    title: '建部门',
    why: '按区域和运维中心分层，数据范围跟着部门走',
    icon: Building2,
    to: paths.departments.path,
    codes: ['department:manage'],
  },
  {
    title: '建电站',
    why: '逐座登记电站、容量和坐标',
    icon: Sun,
    to: paths.stations.path,
    codes: ['station:edit'],
  },
  {
    title: '导入数据',
    why: '从 CSV 或 XLSX 一次导入电站和历史事件',
    icon: Upload,
    to: paths.dataImport.path,
    codes: ['import:run', 'station:edit'],
  },
  {
    title: '添加用户',
    why: '给同事账号和角色，派单才有对象',
    icon: Users,
    to: paths.users.path,
    codes: ['user:manage'],
  },
  {
    title: '新建工单',
    why: '电站建好后，从第一张工单开始',
    icon: ClipboardPlus,
    to: paths.orders.path,
    codes: ['order:create'],
  },
]

/** Shown for a company or data scope without data: the first steps that this user may take. */
export function FirstSteps() {
  const grants = useGrants()
  const mine = steps.filter(
    ({ codes, to }) => codes.every((code) => has(grants, code)) && grants.pages.includes(to),
  )
  return (
    <section className={dashboardCss.firstSteps} aria-label="开始使用">
      <svg className={dashboardCss.sunrise} viewBox="0 0 640 190" aria-hidden>
        <path className={dashboardCss.orbit} d="M40 178a280 160 0 0 1 560 0" />
        <path d="M0 178.5h640" />
        <circle className={dashboardCss.sun} cx="140" cy="55" r="15" />
      </svg>
      <h2>{mine.length > 0 ? '从这里开始' : '这里还没有电站'}</h2>
      <p>
        {mine.length > 0
          ? '你的数据范围内还没有电站和工单。完成下面几步，首页就会有数字。'
          : '你的数据范围内还没有电站和工单。请联系管理员，把电站划入你的部门或项目。'}
      </p>
      {mine.length > 0 && (
        <ol>
          {mine.map(({ title, why, icon: Icon, to }, at) => (
            <li key={title}>
              <Link to={to} className="card">
                <span className={`${cardsCss.line} ${dashboardCss.line}`}>
                  <Icon className="i l" aria-hidden />
                  <span className="t3 s12">{at + 1}</span>
                </span>
                <b>{title}</b>
                <span className="t3 s13">{why}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

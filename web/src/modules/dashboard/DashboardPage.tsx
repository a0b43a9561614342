import { dashboardCalls, dashboardPeriods, type DashboardPeriod } from '@heliodesk/contract/dashboard.ts'
import { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useGreeting } from '../../kit/greeting.ts'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { formatDate, formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { useCall } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { Flow } from './Flow.tsx'
import { useLinks } from './links.ts'
import { People } from './People.tsx'
import { Ranking } from './Ranking.tsx'
import { StationMap } from './StationMap.tsx'
import { Strip, type Overview } from './Strip.tsx'
import { Todos, type TodoList } from './Todos.tsx'
import { Trend } from './Trend.tsx'
import { Types } from './Types.tsx'
import cardsCss from './cards.module.css'
import chartsCss from './charts.module.css'
import dashboardCss from './dashboard.module.css'

/** The polling interval while the window is visible. */
const AGAIN = { refetchInterval: 60_000 }

/** The value in the address when a user with a default department chooses all departments. */
const EVERYWHERE = 'all'

const DEPARTMENT = /^([A-Z]\d\d){1,10}$/

/** 首页: the numbers of the user's data scope, and the user's to-dos. */
export function DashboardPage() {
  const { query, change } = useUrlQuery()
  const phone = usePhone()
  const usual = useSession(({ user }) => user?.defaults?.depart?.orgCode)
  const depCode = query.get('depCode') === EVERYWHERE ? undefined : (departmentOf(query) ?? usual)
  const period = periodOf(query)
  const place = depCode ? { depCode } : {}
  const overview = useCall(dashboardCalls.overview, { ...place, period }, AGAIN)
  const todos = useCall(dashboardCalls.todos, place, AGAIN)
  const ranking = useCall(dashboardCalls.ranking, place, AGAIN)
  const people = useCall(dashboardCalls.people, place, AGAIN)
  const places = useCall(stationMapCalls.home, place, { ...AGAIN, enabled: !phone })
  const links = useLinks(depCode)
  // On a phone, what waits for the person comes first.
  const strip = <Strip reading={overview} links={links} />
  const refresh = () => {
    for (const each of [overview, todos, ranking, people, ...(phone ? [] : [places])]) void each.refetch()
  }

  if (overview.data && !overview.isPlaceholderData && !depCode && isEmpty(overview.data)) {
    return (
      <div className={`${cardsCss.dashboard} ${chartsCss.dashboard} ${dashboardCss.dashboard}`}>
        <Head overview={overview.data} todos={null} />
        <FirstSteps />
      </div>
    )
  }
  return (
    <div className={`${cardsCss.dashboard} ${chartsCss.dashboard} ${dashboardCss.dashboard}`}>
      <Head overview={overview.data ?? null} todos={todos.data ?? null}>
        {overview.data && (
          <button
            type="button"
            className={`updated ${dashboardCss.updated}`}
            onClick={refresh}
            title="立即更新"
          >
            {overview.data.at.slice(11, 16)} 更新
            <RotateCw className={overview.isFetching ? `i s ${dashboardCss.busy}` : 'i s'} aria-hidden />
          </button>
        )}
        <DepartmentSelect
          by="orgCode"
          label="部门"
          value={depCode}
          onChange={(chosen) => change({ depCode: chosen ?? (usual ? EVERYWHERE : null) })}
        />
        <Segments
          label="统计周期"
          choices={dashboardPeriods}
          value={period}
          onChange={(chosen) => change({ period: chosen === 'month' ? null : chosen })}
        />
      </Head>
      {!phone && strip}
      <div className={dashboardCss.cards}>
        <Todos reading={todos} links={links} />
        {phone && strip}
        <Ranking reading={ranking} links={links} phone={phone} />
        <div className={dashboardCss.sideCards}>
          <Flow reading={overview} links={links} />
          <Types reading={overview} links={links} />
          <People reading={people} links={links} />
        </div>
        {!phone && <StationMap reading={places} links={links} />}
        <Trend reading={overview} links={links} />
      </div>
    </div>
  )
}

const departmentOf = (query: URLSearchParams) => {
  const code = query.get('depCode')
  return code && DEPARTMENT.test(code) ? code : undefined
}

function periodOf(query: URLSearchParams): DashboardPeriod {
  const period = query.get('period')
  return period === 'day' || period === 'year' ? period : 'month'
}

const isEmpty = ({ stations, byStatus }: Overview) =>
  stations.inService + stations.retired === 0 && Object.values(byStatus).every((many) => many === 0)

type HeadProps = {
  overview: Overview | null
  todos: TodoList | null
  children?: ReactNode
}

function Head({ overview, todos, children }: HeadProps) {
  const name = useSession(({ user }) => user?.realname ?? '')
  const greeting = useGreeting()
  return (
    <PageHead
      className={dashboardCss.head}
      title={overview ? `${greeting}，${name}` : '首页'}
      facts={overview && `${formatDate(overview.at)}${todos ? ` · ${wordsOf(todos)}` : ''}`}
      actions={children}
    />
  )
}

function wordsOf({ total, dueSoon, overdue }: TodoList): string {
  if (total === 0) return '没有待办'
  const pressing = [
    ...(overdue > 0 ? [`${formatNumber(overdue)} 项已超时`] : []),
    ...(dueSoon > 0 ? [`${formatNumber(dueSoon)} 项 2 小时内到期`] : []),
  ]
  return `待办 ${formatNumber(total)} 项${pressing.length > 0 ? `，其中 ${pressing.join('、')}` : ''}`
}

import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import type { ReactNode } from 'react'
import { formatCapacity, formatNumber } from '../../kit/format.ts'
import type { Read } from '../../kit/Reading.tsx'
import { ErrorStrip } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { useCall } from '../../lib/queries.ts'
import css from './departments.module.css'

/** At most this many people and stations are listed here; their own pages have the rest. */
const NAMED = 8
const WIDTHS = [62, 48, 57, 44, 53, 40, 59, 46]

type ListProps = { of: DepartmentNode }

/** The first people of a department and its descendants. */
export function People({ of: { orgCode, memberCount, isLeaf } }: ListProps) {
  const people = useCall(userCalls.list, { depCode: orgCode, pageSize: NAMED })
  return (
    <Listed
      title="成员"
      total={memberCount}
      alone={isLeaf}
      unit="人"
      href={paths.users.href({ depCode: orgCode })}
      read={people}
    >
      {people.data?.records.map(({ id, realname, username, depName, roles, status }) => (
        <li key={id} className="li">
          <span className={status === '2' ? 't3' : undefined}>{realname}</span>
          <span className="t3 ell">{username}</span>
          {status === '2' && <span className="tag">已停用</span>}
          <span className="mla t3 ell" title={depName}>
            {roles.map(({ roleName }) => roleName).join('、') || depName}
          </span>
        </li>
      ))}
    </Listed>
  )
}

export function Stations({ of: { orgCode, stationCount, isLeaf } }: ListProps) {
  const stations = useCall(stationCalls.page, { depCode: orgCode, size: NAMED })
  return (
    <Listed
      title="电站"
      total={stationCount}
      alone={isLeaf}
      unit="座"
      href={paths.stations.href({ psId: orgCode })}
      read={stations}
    >
      {stations.data?.list.map(({ psId, psName, siteTypeLabel, capacityKwp }) => (
        <li key={psId} className="li">
          <span className="grow ell" title={psName}>
            {psName}
          </span>
          <span className="t3 nw">{siteTypeLabel}</span>
          {capacityKwp !== null && <span className={`t2 ${css.count}`}>{formatCapacity(capacityKwp)}</span>}
        </li>
      ))}
    </Listed>
  )
}

type ListedProps = {
  title: string
  total: number
  /** The department has no children. */
  alone: boolean
  unit: string
  href: string
  read: Read & { isPending: boolean }
  children: ReactNode
}

function Listed({ title, total, alone, unit, href, read, children }: ListedProps) {
  const late = useLate(read.isPending)
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        {!alone && <span className="t3 s12">含下级</span>}
        <a className="more" href={href}>
          全部 {formatNumber(total)} {unit}
        </a>
      </header>
      {read.error && (
        <ErrorStrip title={`${title}没有取到`} error={read.error} onRetry={() => void read.refetch()} />
      )}
      {late && (
        <div role="status" aria-label="正在加载">
          {WIDTHS.slice(0, total).map((width) => (
            <div key={width} className="li">
              <i className="sk" style={{ width: `${width}%` }} />
            </div>
          ))}
        </div>
      )}
      <ul>{children}</ul>
    </section>
  )
}

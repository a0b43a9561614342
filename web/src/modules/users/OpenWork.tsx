import type { OpenGroups, WorkGroup } from '@heliodesk/contract/handovers.ts'
import { workGroups } from '@heliodesk/contract/handovers.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { formatNumber } from '../../kit/format.ts'
import { useCan } from '../../lib/permission.tsx'
import css from './handover.module.css'

/** Where one of these things is shown; null where it has no page of its own. */
function hrefOf(group: WorkGroup, record: string): string | null {
  switch (group) {
    case 'order':
    case 'insurance':
      return paths.orders.href({ order: record })
    case 'ticket':
      return paths.tickets.href({ ticket: record })
    case 'task':
      return paths.processes.href({ view: 'instances', instance: record.split('-')[0] ?? '' })
    case 'plan':
      return paths.inspectionPlans.href({ plan: record })
    case 'webhook':
      return paths.openApi.href({ tab: 'hooks', hook: record })
    default:
      return null
  }
}

/** What one must be allowed to see to follow the link. */
const seenBy = {
  order: 'order:list',
  insurance: 'order:list',
  ticket: 'ticket:list',
  task: 'workflow:manage',
  plan: 'plan:list',
  webhook: 'api:manage',
  delegation: null,
  view: null,
  token: null,
} as const

/** One thing, with a link to where it is shown. */
export function Thing({ group, record, name }: { group: WorkGroup; record: string; name: string }) {
  const code = seenBy[group]
  const mayFollow = useCan(code ?? 'user:manage')
  const href = hrefOf(group, record)
  return href && code && mayFollow ? (
    <a className="link" href={href}>
      {name}
    </a>
  ) : (
    <span>{name}</span>
  )
}

/** What somebody still has open, by groups. */
export const OpenWork = ({ groups }: { groups: OpenGroups }) => (
  <ul className={css.groups}>
    {groups.map(({ group, count, beyond, rowList }) => (
      <li key={group}>
        <span className="row">
          <b>{workGroups[group].title}</b>
          <span className="tag">{formatNumber(count + beyond)}</span>
          {workGroups[group].isEnded && <span className="t3 s12">交接时停用，不转给他人</span>}
        </span>
        <ul>
          {rowList.map(({ record, name, note }) => (
            <li key={record}>
              <Thing group={group} record={record} name={name} />
              <span className="t3 s12">{note}</span>
            </li>
          ))}
        </ul>
        {count > rowList.length && (
          <span className="t3 s12">还有 {formatNumber(count - rowList.length)} 项没有列出</span>
        )}
        {beyond > 0 && <span className="t3 s12">{formatNumber(beyond)} 项不在您的数据范围内，只计数</span>}
      </li>
    ))}
  </ul>
)

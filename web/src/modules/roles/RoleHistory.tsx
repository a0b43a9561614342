import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { roleActions, roleCalls } from '@heliodesk/contract/roles.ts'
import { useState } from 'react'
import { formatNumber, formatTime } from '../../kit/format.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import { Has } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import type { Role } from './role.ts'
import css from './impact.module.css'

type RoleEvent = Received<typeof roleCalls.history>['records'][number]

const verbs = { grant: ['新增', '收回'], member: ['添加', '移出'] } as const

/** What a change did, in one line. */
export function wordsOf({ action, added, removed, edited }: RoleEvent): string {
  if (action === 'edit')
    return edited.map(({ title, from, to }) => `${title}：${from || '（空）'} → ${to || '（空）'}`).join('；')
  if (action !== 'grant' && action !== 'member') return roleActions[action]
  const [gave, took] = verbs[action]
  const parts = [
    added.length > 0 && `${gave} ${added.join('、')}`,
    removed.length > 0 && `${took} ${removed.join('、')}`,
  ]
  return parts.filter(Boolean).join('；')
}

const FEW = 1
const MANY = 50

/** The last change of the role: who, when and what; the earlier ones on demand. */
export function RoleHistory({ role }: { role: Role }) {
  const [all, setAll] = useState(false)
  const history = useCall(roleCalls.history, { roleId: role.id, pageSize: all ? MANY : FEW })
  if (history.error)
    return (
      <ErrorStrip title="修改记录没有取到" error={history.error} onRetry={() => void history.refetch()} />
    )
  if (!history.data) return null
  const { records, total } = history.data
  if (total === 0) return <p className="t3">启用记录以来没有修改。</p>
  return (
    <>
      <ol className={css.history}>
        {records.map((event) => (
          <li key={event.id}>
            <span className="t2">
              {event.actorName ?? '数据范围外的人员'} · {formatTime(event.time)}
            </span>
            <span>{wordsOf(event)}</span>
          </li>
        ))}
      </ol>
      {!all && total > FEW && (
        <button type="button" className="t2 s12 used" onClick={() => setAll(true)}>
          查看全部 {formatNumber(total)} 次修改
        </button>
      )}
      <Has action="audit:view">
        <a className="link" href={paths.auditLog.href({ object: 'role', record: role.id })}>
          变更记录
        </a>
      </Has>
    </>
  )
}

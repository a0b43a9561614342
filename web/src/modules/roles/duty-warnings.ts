import type { Received } from '@heliodesk/contract/call.ts'
import { conflictKey, dutyConflicts } from '@heliodesk/contract/duty-conflicts.ts'
import type { roleCalls } from '@heliodesk/contract/roles.ts'
import type { DutyConflict } from '../../domain/DutyConflicts.tsx'
import { formatNumber } from '../../kit/format.ts'
import type { GrantTree } from './grants.ts'

type Impact = Pick<Received<typeof roleCalls.impact>, 'elsewhere' | 'userCount'>

const concerns = (people: number) => (people > 0 ? `涉及 ${formatNumber(people)} 人` : undefined)

/**
 * The conflicts of duties that a role with these permissions has or brings about: both are its own, or its members have
 * the other one through other roles.
 */
export function warningsOf(tree: GrantTree, held: ReadonlySet<string>, impact?: Impact): DutyConflict[] {
  const ids = new Map([...tree].flatMap(([id, { node }]) => (node.code ? [[node.code, id] as const] : [])))
  return conflictKey.options.flatMap((key): DutyConflict[] => {
    const others = dutyConflicts[key].codes.map((code) => ids.get(code) ?? '').filter((id) => !held.has(id))
    if (others.length === 0) return [{ key, fact: concerns(impact?.userCount ?? 0) }]
    const other = impact?.elsewhere.find(({ permissionId }) => permissionId === others[0])
    if (others.length === 2 || !other) return []
    return [{ key, fact: concerns(other.userCount), note: `其中一项来自${other.roleNames.join('、')}。` }]
  })
}

import type { Received } from '@heliodesk/contract/call.ts'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import type { useGrants } from '../../lib/permission.ts'

type Permissions = Received<typeof sessionCalls.permissions>
type Grants = ReturnType<typeof useGrants.getState>

const HINT_ONLY = '2'
const NOT_IN_FORCE = '0'

const codes = (action: string) => action.split(',').map((code) => code.trim())

/** Button codes that are held, and those that are open to everybody; an action may list several (spec 1 §3, §6). */
export function grantsOf({ auth, allAuth }: Pick<Permissions, 'auth' | 'allAuth'>): Grants {
  return {
    codes: new Set(auth.filter(({ type }) => type !== HINT_ONLY).flatMap(({ action }) => codes(action))),
    notInForce: new Set(
      allAuth.filter(({ status }) => status === NOT_IN_FORCE).flatMap(({ action }) => codes(action)),
    ),
  }
}

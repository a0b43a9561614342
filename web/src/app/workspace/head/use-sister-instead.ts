import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useEffect } from 'react'
import { useCall } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import type { Flags } from '../flags.ts'
import { listedSisters, sisterAddress } from './systems.ts'
import { useWayIn } from './way-in.ts'

/**
 * Whose menu is empty goes on to the first sister platform that they are entitled to (spec 1 §2.6). Given what the
 * empty menu says, or null while there is no such; true once it is known that there is nowhere to go.
 */
export function useSisterInstead(flags: Flags | null): boolean {
  const { data: shell, error } = useCall(shellCalls.shell, {})
  const { token, user } = useSession()
  const sister =
    flags && shell ? listedSisters(flags, shell.sisters).find(({ permitted }) => permitted) : undefined
  const isSignedIn = token !== null && user !== null
  const { way, error: refused } = useWayIn(isSignedIn && sister ? sister.path : null)
  useEffect(() => {
    if (way !== null) location.replace(sisterAddress(way))
  }, [way])
  const isStranded = sister ? refused !== null : shell !== undefined || error !== null
  return isSignedIn && flags !== null && isStranded
}

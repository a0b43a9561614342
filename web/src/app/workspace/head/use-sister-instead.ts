import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useEffect } from 'react'
import { useCall } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import type { Flags } from '../flags.ts'
import { listedSisters, sisterAddress } from './systems.ts'
import { useWayIn } from './way-in.ts'

/**
 * Redirects a user with an empty menu to their first sister platform (spec 1 §2.6). `flags` are those of the empty
 * menu, or null while the menu is not empty or not known. Returns true once it is known that there is no platform to go
 * to.
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

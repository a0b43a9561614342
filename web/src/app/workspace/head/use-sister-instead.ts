import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useEffect } from 'react'
import { useCall } from '../../../lib/queries.ts'
import { deviceId, useSession } from '../../../lib/session.ts'
import type { Flags } from '../flags.ts'
import { listedSisters, sisterAddress } from './systems.ts'

/**
 * Whose menu is empty goes on to the first sister platform that they are entitled to (spec 1 §2.6). Given what the
 * empty menu says, or null while there is no such; true once it is known that there is nowhere to go.
 */
export function useSisterInstead(flags: Flags | null): boolean {
  const { data: shell, error } = useCall(shellCalls.shell, {})
  const { token, user } = useSession()
  const sister =
    flags && shell ? listedSisters(flags, shell.sisters).find(({ permitted }) => permitted) : undefined
  const address =
    sister && token !== null && user
      ? sisterAddress(sister.url, { tenantId: user.tenantId, token, deviceId: deviceId() })
      : null
  useEffect(() => {
    if (address !== null) location.replace(address)
  }, [address])
  const isSignedIn = token !== null && user !== null
  return isSignedIn && flags !== null && address === null && (shell !== undefined || error !== null)
}

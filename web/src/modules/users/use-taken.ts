import { userCalls } from '@heliodesk/contract/users.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'

const DEBOUNCE_MS = 500

/** Why nobody else may have this login, while it is typed; null as long as nothing is known against it. */
export function useTaken(login: 'username' | 'phone', value: string, id?: string): string | null {
  const settled = useSettled(value, DEBOUNCE_MS)
  const check = useCall(
    userCalls.checkOnly,
    { [login]: settled, ...(id ? { id } : {}) },
    { enabled: settled !== '' && settled === value },
  )
  const known = settled === value && value !== '' && check.error !== null && !check.error.isOffline
  return known ? check.error.message : null
}

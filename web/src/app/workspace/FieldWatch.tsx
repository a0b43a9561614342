import { useEffect } from 'react'
import { StopWatch } from '../../domain/field/StopWatch.tsx'
import { followField } from '../../domain/field/field-outbox.ts'
import { useCan } from '../../lib/permission.tsx'
import { useSession } from '../../lib/session.ts'

/** Sends what the person did in the field, from the sign-in to the end of the window, and says what must stop. */
export function FieldWatch() {
  const person = useSession(({ user }) => user && `${user.tenantId} ${user.id}`)
  const signs = useCan('ticket:list')
  useEffect(() => {
    const user = useSession.getState().user
    return person === null || user === null ? undefined : followField(user)
  }, [person])
  return signs && person !== null ? <StopWatch key={person} /> : null
}

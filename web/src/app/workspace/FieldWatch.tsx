import { useEffect } from 'react'
import { followField } from '../../domain/field/field-outbox.ts'
import { useSession } from '../../lib/session.ts'

/** Sends what the person did in the field, from the sign-in to the end of the window. */
export function FieldWatch() {
  const person = useSession(({ user }) => user && `${user.tenantId} ${user.id}`)
  useEffect(() => {
    const user = useSession.getState().user
    return person === null || user === null ? undefined : followField(user)
  }, [person])
  return null
}

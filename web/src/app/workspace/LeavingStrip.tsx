import { memo } from 'react'
import { after, FIRST_PAGE_MS } from '../../lib/after.ts'
import { useSession } from '../../lib/session.ts'
import { Fetched } from '../Fetched.tsx'

const loadNotice = async () => {
  await after(FIRST_PAGE_MS)
  return (await import('./OwnHandover.tsx')).OwnHandover
}

const NOTHING = {}

/** Tells somebody whose work is to be handed over what of it is still open. */
export const LeavingStrip = memo(function LeavingStrip() {
  const leaves = useSession(({ user }) => user?.needHandover === '1')
  return <Fetched load={loadNotice} props={leaves ? NOTHING : null} />
})

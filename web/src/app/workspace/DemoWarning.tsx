import { memo } from 'react'
import { after, FIRST_PAGE_MS } from '../../lib/after.ts'
import { useCan } from '../../lib/permission.tsx'
import { Fetched } from '../Fetched.tsx'

const loadAccounts = async () => {
  await after(FIRST_PAGE_MS)
  return (await import('./DemoAccounts.tsx')).DemoAccounts
}

const NOTHING = {}

/** Warns administrators that everyone can sign in: there are demo accounts on a server that others can reach. */
export const DemoWarning = memo(function DemoWarning() {
  const manages = useCan('user:manage')
  return <Fetched load={loadAccounts} props={manages ? NOTHING : null} />
})

import { KeyRound } from 'lucide-react'
import type { CallError } from '../lib/call.ts'
import { askWhoGrants, missingRightOf } from '../lib/missing-right.ts'
import { Button } from './Button.tsx'

/** On a refusal for want of a right: opens who could grant it. Nothing on other failures. */
export function WhoGrants({ error }: { error: CallError }) {
  const perm = missingRightOf(error)
  return (
    perm && (
      <Button size="sm" icon={KeyRound} onClick={() => askWhoGrants(perm)}>
        谁能授予
      </Button>
    )
  )
}

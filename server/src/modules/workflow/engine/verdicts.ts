import type { Variables } from './process.ts'
import type { Outcome, Signing } from './state.ts'

/** What a decided step leaves for conditions: the last outcome, and how many signed how. */
type Decision = {
  outcome: Outcome
  nrOfInstances: number
  nrOfCompletedInstances: number
  nrOfActiveInstances: number
  nrApproved: number
  nrRejected: number
}

const isDecision = (value: unknown): value is Decision =>
  typeof value === 'object' && value !== null && 'outcome' in value && 'nrOfInstances' in value

/** The counts by the names that process definitions know from other engines. */
export const votesOf = (signers: number, approved: number, rejected: number): Omit<Decision, 'outcome'> => ({
  nrOfInstances: signers,
  nrOfCompletedInstances: approved + rejected,
  nrOfActiveInstances: signers - approved - rejected,
  nrApproved: approved,
  nrRejected: rejected,
})

export const votes = ({ signers, approved, rejected }: Signing) => votesOf(signers.length, approved, rejected)

/** What the signers decided together: the last of them where that decided it early, else most of them. */
export const verdictOf = ({ signers, done, approved, rejected }: Signing, last: Outcome): Outcome =>
  done < signers.length || approved === rejected ? last : approved > rejected ? 'approve' : 'reject'

/** Whether anybody refused anything. */
export const hasRefusals = (variables: Variables): boolean =>
  Object.values(variables).some(
    (value) => isDecision(value) && (value.outcome === 'reject' || value.nrRejected > 0),
  )

/** The decisions as they would be if everybody had signed in this way. */
export const unanimous = (variables: Variables, outcome: Outcome): Variables =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => {
      if (!isDecision(value)) return []
      const all = value.nrOfInstances
      const decision: Decision = {
        outcome,
        ...(outcome === 'approve' ? votesOf(all, all, 0) : votesOf(all, 0, all)),
      }
      return [[name, decision]]
    }),
  )

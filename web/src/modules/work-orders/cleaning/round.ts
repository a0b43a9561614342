import type { Received } from '@heliodesk/contract/call.ts'
import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'

export type Round = Received<typeof cleaningCalls.page>['pageList'][number]
export type BenefitPair = Received<typeof cleaningCalls.benefit>
export type Benefit = BenefitPair['estimate']

/** What was accepted counts before what is estimated now. */
export const countedOf = ({ benefit }: Pick<Round, 'benefit'>) =>
  benefit && { ...(benefit.accepted ?? benefit.estimate), isAccepted: benefit.accepted !== null }

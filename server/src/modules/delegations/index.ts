import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { defineModule } from '../../kernel/context.ts'
import { addDelegation, endDelegation, listDelegations } from './delegations.ts'

export { handOverDelegation } from './delegations.ts'

export const delegations = defineModule(delegationCalls, {
  list: (ctx) => listDelegations(ctx),
  add: (ctx, input) => addDelegation(ctx, input),

  async end(ctx, { id }) {
    await endDelegation(ctx, id)
    return {}
  },
})

import type { WorkGroup } from '@heliodesk/contract/handovers.ts'
import type { Ctx, Who } from '../../kernel/context.ts'
import { present } from '../../platform/certain.ts'
import { endToken } from '../api-tokens/index.ts'
import { handOverDelegation } from '../delegations/index.ts'
import { handOverPlan } from '../inspection-plans/index.ts'
import type { OpenThing } from '../open-work/index.ts'
import { handOverStep } from '../process-runtime/index.ts'
import { handOverView } from '../saved-views/index.ts'
import { handOverTicket } from '../tickets/index.ts'
import { handOverHook } from '../webhooks/index.ts'
import { handOverInsurance, handOverOrder } from '../work-orders/index.ts'

/** What is handed over; `successor` is null where it ends with the person. */
type Handing = {
  thing: OpenThing
  from: { id: string; name: string }
  successor: Who | null
  reason: string
}

/** What became of it; null if it is not the person's any more. */
type Outcome = 'ended' | 'given' | null

const whether = (isDone: boolean): Outcome => (isDone ? 'given' : null)

const acts: Record<WorkGroup, (ctx: Ctx, handing: Handing) => Promise<Outcome>> = {
  order: async (ctx, handing) => whether(await handOverOrder(ctx, ofOrder(handing))),
  insurance: async (ctx, handing) => whether(await handOverInsurance(ctx, ofOrder(handing))),
  async task(ctx, handing) {
    const [instanceId = '', taskId] = handing.thing.record.split('-')
    const { fromId, toId, note } = ofOrder(handing)
    return whether(await handOverStep(ctx, { instanceId, taskId: Number(taskId), fromId, toId, note }))
  },
  async ticket(ctx, handing) {
    const { userId: id, realname: name } = present(handing.successor)
    const { id: ticketId, note } = ofOrder(handing)
    return whether(await handOverTicket(ctx, { id: ticketId, from: handing.from, to: { id, name }, note }))
  },
  plan: async (ctx, handing) => whether(await handOverPlan(ctx, ofOwner(handing))),
  delegation: (ctx, handing) => handOverDelegation(ctx, ofOwner(handing)),
  view: async (ctx, handing) => whether(await handOverView(ctx, ofOwner(handing))),
  webhook: async (ctx, handing) => whether(await handOverHook(ctx, ofOwner(handing))),
  async token(ctx, { thing, from }) {
    return (await endToken(ctx, thing.record, from.id)) ? 'ended' : null
  },
}

const ofOrder = ({ thing, from, successor, reason }: Handing) => {
  const { userId, realname } = present(successor)
  return {
    id: thing.record,
    fromId: from.id,
    toId: userId,
    note: `由 ${from.name} 交接给 ${realname}（${reason}）`,
  }
}

const ofOwner = ({ thing, from, successor }: Handing) => ({
  id: thing.record,
  fromId: from.id,
  successor: present(successor),
})

export const handOne = (ctx: Ctx, handing: Handing): Promise<Outcome> =>
  acts[handing.thing.group](ctx, handing)

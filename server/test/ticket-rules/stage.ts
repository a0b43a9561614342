import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll } from 'vitest'
import { useTickets } from '../tickets.ts'
import type { Actor } from './model.ts'
import type { Cast } from './play.ts'

/** The people and the station of random sequences; the servers are those of the test. */
export function useStage() {
  const tickets = useTickets()
  const { harness, people } = tickets
  beforeAll(async () => {
    const { token } = people.issuer
    const { version } = await harness.call(token, settingCalls.business, {})
    await harness.call(token, settingCalls.editBusiness, { version, tickets: { receiveDays: 0 } })
  })
  let points = 0
  const begin: Cast['begin'] = async () => {
    points += 1
    const shared = {
      isolate: [`断开7号箱变断路器${7000 + points}`],
      earth: ['在负荷侧装设接地线一组'],
      board: [],
    }
    const order = await tickets.order()
    const first = await tickets.add({
      ...shared,
      orderIds: [order.id],
      people: [{ part: 'crew', personId: people.second.id }],
    })
    const second = await tickets.add(
      { ...shared, leaderId: people.second.id, people: [{ part: 'crew', personId: people.leader.id }] },
      'second',
    )
    const earthIds = [(await tickets.addEarth()).id, (await tickets.addEarth()).id] as [string, string]
    return { orderId: order.id, ticketIds: [first.id, second.id], earthIds }
  }
  const cast = (): Omit<Cast, 'servers'> => ({
    owner: harness.owner,
    tenantId: harness.tenant.tenantId,
    begin,
    guardId: people.guard.id,
    now: () => tickets.inHours(0),
  })
  const tokenOf = (who: Actor) => people[who].token
  return { harness, cast, tokenOf }
}

import type { Call } from '@heliodesk/contract/call.ts'
import { earthCalls } from '@heliodesk/contract/earths.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll } from 'vitest'
import { hire, type Hired } from '../hire.ts'
import { codes, roles, useTickets } from '../tickets.ts'
import { actors, type Actor } from './model.ts'
import type { Answer, Cast, Send } from './play.ts'

/** One of the servers, for anybody. */
export type Sender = (token: string, path: string, body: object) => Promise<Answer>

/**
 * The station of random sequences, and companies of five people with somebody to guard them, each of which plays one
 * sequence at a time; the servers are those of the test.
 */
export function useStage(companies: number) {
  const tickets = useTickets()
  const { harness, people } = tickets
  const casts: Record<Actor, Hired>[] = []
  beforeAll(async () => {
    const { token } = people.issuer
    const { version } = await harness.call(token, settingCalls.business, {})
    await harness.call(token, settingCalls.editBusiness, { version, tickets: { receiveDays: 0 } })
    casts.push(people)
    for (let no = 2; no <= companies; no++) casts.push(await engage(no))
  }, 300_000)

  async function engage(no: number): Promise<Record<Actor, Hired>> {
    const found: Partial<Record<Actor, Hired>> = {}
    for (const who of actors) {
      const hired = await hire(harness, { username: `${who}${no}`, codes, depCode: 'A01A02' })
      await tickets.qualify(who, roles[who], { personId: hired.id, certificate: `GF-${who}${no}` })
      found[who] = hired
    }
    return found as Record<Actor, Hired>
  }

  let points = 0
  async function begin(send: Sender, { leader, second, issuer, permitter }: Record<Actor, Hired>) {
    const point = ++points
    const made = async (by: Hired, { path }: Call, body: object) => {
      const { isDone, says, data } = await send(by.token, path, body)
      if (!isDone) throw new Error(`${path} answered ${says}`)
      return data as { id: string; version: number }
    }
    const add = async (by: Hired, crew: Hired, orderIds: string[]) => {
      const content = {
        isolate: [`断开7号箱变断路器${7000 + point}`],
        earth: ['在负荷侧装设接地线一组'],
        board: [],
        orderIds,
        leaderId: by.id,
        issuerId: issuer.id,
        people: [{ part: 'crew' as const, personId: crew.id }],
      }
      return (await made(by, ticketCalls.add, tickets.content(content))).id
    }
    const earth = async (no: number) =>
      (await made(permitter, earthCalls.add, tickets.earth({ name: `S${point}-${no}` }))).id
    const order = await made(leader, workOrderCalls.insert, {
      psId: tickets.station().id,
      taskType: 12,
      taskDescription: '更换熔断器',
      needTicket: 1,
    })
    await made(leader, workOrderCalls.claim, { id: order.id, version: order.version })
    const ticketIds: [string, string] = [await add(leader, second, [order.id]), await add(second, leader, [])]
    const earthIds: [string, string] = [await earth(1), await earth(2)]
    return { orderId: order.id, ticketIds, earthIds }
  }

  /** What each company plays with. */
  const playing = (servers: readonly [Sender, Sender]): Cast[] =>
    casts.map((cast) => ({
      servers: servers.map(
        (send): Send =>
          (who, path, body) =>
            send(cast[who].token, path, body),
      ) as [Send, Send],
      owner: harness.owner,
      tenantId: harness.tenant.tenantId,
      begin: () => begin(servers[points % 2]!, cast),
      guardId: people.guard.id,
      now: () => tickets.inHours(0),
    }))
  return { harness, playing }
}

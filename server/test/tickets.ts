import type { Sent } from '@heliodesk/contract/call.ts'
import { earthCalls } from '@heliodesk/contract/earths.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { qualificationCalls } from '@heliodesk/contract/qualifications.ts'
import type { TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll } from 'vitest'
import { useHarness } from './harness.ts'
import { useSignedIn, type Hired } from './hire.ts'
import { toWireTime } from '../src/kernel/wire-time.ts'

const HOUR_MS = 3_600_000

/** Every code that the two tickets and their orders ask for. */
export const codes: PermissionCode[] = [
  'ticket:list',
  'ticket:board',
  'ticket:create',
  'ticket:sign',
  'ticket:export',
  'typicalTicket:list',
  'typicalTicket:edit',
  'order:list',
  'order:create',
  'order:assign',
  'order:claim',
  'order:execute',
  'order:check',
  'order:terminate',
  'earth:list',
  'earth:edit',
  'qualification:list',
  'qualification:edit',
  'setting:business',
]

/** What everybody of a station of tickets is published for. */
export const roles = {
  issuer: ['issuer'],
  leader: ['leader', 'operator'],
  permitter: ['permitter'],
  shift: ['shiftLeader'],
  guard: ['guard', 'operationGuard'],
  second: ['leader', 'operator', 'permitter', 'hotWorker'],
  crew: [],
  fire: ['fireGuard'],
} as const satisfies Record<string, readonly TicketRole[]>
export type Signatory = keyof typeof roles

type Acting = Sent<typeof calls.act>
/** An act without the ticket that it is for. */
type Act<A = Acting> = A extends unknown ? Omit<A, 'id' | 'version'> : never

/** People with every role towards the tickets of one station, and what they do. */
export function useTickets() {
  const harness = useHarness()
  const people = useSignedIn(
    harness,
    Object.fromEntries(
      Object.keys(roles).map((username) => [username, { username, codes, depCode: 'A01A02' }]),
    ) as Record<Signatory, { username: string; codes: PermissionCode[]; depCode: string }>,
  ) as Record<Signatory, Hired>
  const others = useSignedIn(harness, {
    reader: { username: 'ticket.reader', codes: ['ticket:list', 'order:list'], depCode: 'A01A02' },
    stranger: { username: 'ticket.stranger', codes, depCode: 'A01A01' },
    safety: { username: 'ticket.safety', codes: [...codes, 'ticket:review'], depCode: 'A01A02' },
    head: {
      username: 'ticket.head',
      codes: [...codes, 'ticket:review', 'ticket:approve'],
      depCode: 'A01A02',
    },
  })
  const station = () => harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02A01')!

  /** A wall-clock time of the company, so many hours from now. */
  const inHours = (hours: number) =>
    toWireTime(new Date(harness.clock.now().getTime() + hours * HOUR_MS), 'Asia/Shanghai')

  beforeAll(async () => {
    for (const [name, has] of Object.entries(roles) as [Signatory, readonly TicketRole[]][])
      if (has.length > 0) await qualify(name, has)
  })

  const qualify = (name: Signatory, has: readonly TicketRole[], given: object = {}) =>
    harness.call(people.issuer.token, qualificationCalls.add, {
      personId: people[name].id,
      roles: [...has],
      voltage: '35',
      depId: harness.tenant.departments['A01A02']!,
      publication: '安〔2026〕12 号',
      certificate: `GF-${name}`,
      // Tests may go back to the morning, which in the company's zone may be of the day before.
      validFrom: inHours(-24 * 30).slice(0, 10),
      validUntil: inHours(24 * 300).slice(0, 10),
      ...given,
    })

  let points = 0
  /** What can be submitted; each has isolation points of its own. */
  const content = (given: Partial<Sent<typeof calls.add>> = {}): Sent<typeof calls.add> => {
    points += 1
    return { ...usual(points), ...given }
  }
  const usual = (point: number): Sent<typeof calls.add> => ({
    kind: 'first',
    psId: station().id,
    voltage: '35',
    unit: '运维一班',
    task: '7号箱变高压侧熔断器更换',
    places: [{ place: '7号箱变', work: '更换 B 相熔断器' }],
    planStartTime: inHours(-1),
    planEndTime: inHours(8),
    isolate: [`断开7号箱变低压侧断路器${4000 + point}`, `拉开35kV 7号箱变高压负荷开关${3000 + point}`],
    earth: ['在371电源侧装设接地线一组'],
    board: ['在471操作把手上悬挂“禁止合闸，有人工作！”'],
    risks: [{ risk: '触电', control: '停电、验电、接地' }],
    leaderId: people.leader.id,
    issuerId: people.issuer.id,
    people: [{ part: 'crew', personId: people.crew.id }],
  })

  const add = (given: Partial<Sent<typeof calls.add>> = {}, by: Signatory = 'leader') =>
    harness.call(people[by].token, calls.add, content(given))

  const current = ({ id }: { id: string }, by: Signatory = 'leader') =>
    harness.call(people[by].token, calls.detail, { id })

  /** Somebody acts on a ticket as it is now. */
  const act = async (ticket: { id: string }, by: Signatory, what: Act, token = people[by].token) =>
    harness.call(token, calls.act, {
      id: ticket.id,
      version: (await current(ticket)).version,
      ...what,
    } as Acting)

  /** The same is refused; answers why. */
  const refusal = async (ticket: { id: string }, by: Signatory, what: Act, token = people[by].token) => {
    const { version } = await current(ticket)
    return (await harness.refused(token, calls.act, { id: ticket.id, version, ...what } as Acting)).message
  }

  let numbers = 0
  const earth = (given: object = {}): Sent<typeof earthCalls.add> => ({
    kind: 'wire',
    name: `T${++numbers}`,
    psId: station().id,
    voltage: '35',
    place: '1号柜',
    testDue: inHours(24 * 200).slice(0, 10),
    ...given,
  })
  const addEarth = (given: object = {}) => harness.call(people.permitter.token, earthCalls.add, earth(given))

  /** Ticks every measure that is left. */
  const tickAll = async (ticket: TicketDetail, by: Signatory = 'permitter') => {
    for (const { no, ticked } of ticket.lineList)
      if (!ticked) await harness.call(people[by].token, calls.tick, { id: ticket.id, no })
  }

  const hang = async (
    ticket: { id: string },
    earthId: string,
    by: Signatory = 'permitter',
    photos: string[] = [],
  ) =>
    harness.call(people[by].token, calls.hang, {
      id: ticket.id,
      earthId,
      place: '371电源侧',
      testedTime: inHours(0),
      guardId: people.guard.id,
      photos,
    })

  const unhang = (ticket: { id: string }, hangingId: string, given: object = {}) =>
    harness.call(people.permitter.token, calls.unhang, {
      id: ticket.id,
      hangingId,
      guardId: people.guard.id,
      ...given,
    })

  /** A submitted ticket of the first kind, up to the permit. */
  const received = async (given: Partial<Sent<typeof calls.add>> = {}) => {
    const draft = await add(given)
    await act(draft, 'leader', { act: 'submit' })
    await act(draft, 'issuer', { act: 'issue', liveParts: '6、8号箱变带电' })
    return act(draft, 'shift', { act: 'receive' })
  }

  /** The same at work: its measures are done, an earth hangs, and the leader has begun. */
  const begun = async (given: Partial<Sent<typeof calls.add>> = {}) => {
    const ticket = await received(given)
    await tickAll(ticket)
    for (let at = ticket.earths.length; at < (given.earth ?? ['']).length; at++)
      await hang(ticket, (await addEarth()).id)
    await act(ticket, 'permitter', { act: 'permit' })
    return act(ticket, 'leader', { act: 'confirm' })
  }

  /** Lets a ticket at work come to its end. */
  const ended = async (ticket: { id: string }) => {
    const now = await current(ticket)
    for (const { no, isInside, part } of now.people)
      if (isInside && part !== 'leader')
        await harness.call(people.leader.token, calls.leave, { id: ticket.id, no })
    if (now.state === 'working') await act(ticket, 'leader', { act: 'finish', isClear: true })
    for (const { id, removedTime } of now.earths) if (removedTime === null) await unhang(ticket, id)
    return act(ticket, 'permitter', { act: 'close' })
  }

  /** An order of the station that needs a ticket, in the leader's hands. */
  const order = async (needTicket: 0 | 1 | 2 = 1) => {
    const { token } = people.leader
    const created = await harness.call(token, workOrderCalls.insert, {
      psId: station().id,
      taskType: 12,
      taskDescription: '更换熔断器',
      needTicket,
    })
    return harness.call(token, workOrderCalls.claim, { id: created.id, version: created.version })
  }

  /** A ticket of switching that has begun. */
  const operating = async (given: object = {}) => {
    const draft = await add({
      kind: 'operation',
      task: '3号箱变由运行转检修',
      guardId: people.guard.id,
      orderedBy: '调度',
      ...given,
    })
    await act(draft, 'leader', { act: 'submit' })
    await act(draft, 'guard', { act: 'review' })
    await act(draft, 'shift', { act: 'approve' })
    return act(draft, 'leader', { act: 'start' })
  }

  return {
    harness,
    people,
    others,
    operating,
    station,
    inHours,
    qualify,
    content,
    add,
    current,
    act,
    refusal,
    earth,
    addEarth,
    tickAll,
    hang,
    unhang,
    received,
    begun,
    ended,
    order,
  }
}

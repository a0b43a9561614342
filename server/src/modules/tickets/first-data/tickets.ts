import type { Input } from '@heliodesk/contract/call.ts'
import type { Drawing } from '@heliodesk/contract/ticket-drawings.ts'
import { usualTickets } from '@heliodesk/contract/ticket-settings.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { DAY, startOfDay, wallClock } from '../../../kernel/first-data/calendar.ts'
import { readJson } from '../../../kernel/first-data/data-file.ts'
import type { DemoCompany } from '../../../kernel/first-data/offer.ts'
import { present } from '../../../platform/certain.ts'
import { actOn, type Acting } from '../acts.ts'
import { addTicket } from '../drafts.ts'
import { hangEarth, unhangEarth } from '../earths.ts'
import { tickLine } from '../settle.ts'
import type { TicketCtx } from '../lock.ts'
import { enter, leave } from '../people.ts'
import { findCrews, type Crew, type Member } from './crews.ts'

const MINUTE = 60_000

const texts = z.array(z.string()).default([])

/** Tickets by what they are about; `days` ago they were drawn up, and they have come `until` there. */
export const story = z.strictObject({
  kind: z.enum(['emergency', 'first', 'low', 'operation', 'second']),
  days: z.int(),
  until: z.enum([
    'closed',
    'draft',
    'operating',
    'toClose',
    'toIssue',
    'toPermit',
    'toReceive',
    'unused',
    'void',
    'working',
  ]),
  task: z.string(),
  place: z.string(),
  work: z.string().default(''),
  isolate: texts,
  earth: texts,
  board: texts,
  care: texts,
  steps: texts,
  risk: z.string(),
  control: z.string(),
  reason: z.string().default(''),
})
type Story = z.output<typeof story>
type Company = Pick<DemoCompany, 'db' | 'now'>

export const stories = readJson(new URL('./tickets.json', import.meta.url), z.array(story))

/** Ends of stories for which the crew has been at work. */
const worked: ReadonlySet<Story['until']> = new Set(['working', 'toClose', 'closed'])

/** Tickets in every state, drawn up and signed by the people of their stations as they would be. */
export async function addTickets(company: DemoCompany): Promise<void> {
  const crews = await findCrews(company)
  if (crews.length === 0) return
  const oldest = stories.toSorted((one, other) => other.days - one.days)
  const atWork = new Set<string>()
  for (const [at, each] of oldest.entries()) {
    const crew = present(crews[at % crews.length])
    const team = [crew.leader.userId, crew.member.userId]
    // Nobody is at work under two tickets.
    const isBusy = team.some((userId) => atWork.has(userId))
    const until = isBusy && worked.has(each.until) ? 'toPermit' : each.until
    if (until === 'working') for (const userId of team) atWork.add(userId)
    await new Life(company, crew, { ...each, until }).tell()
  }
  await sql`select set_config('app.user', '', true)`.execute(company.db)
}

/** One ticket, from its draft as far as its story goes. */
export class Life {
  readonly #company: Company
  readonly #drawings: readonly Drawing[]
  readonly #crew: Crew
  readonly #story: Story
  /** A first-kind ticket is received the day before. */
  readonly #isEarly: boolean
  readonly #begun: number
  #now: number
  #id = ''
  #version = 1

  constructor(company: Company, crew: Crew, each: Story, drawings: readonly Drawing[] = []) {
    this.#company = company
    this.#drawings = drawings
    this.#crew = crew
    this.#story = each
    this.#isEarly = each.kind === 'first' && !['draft', 'toIssue', 'toReceive'].includes(each.until)
    const morning = startOfDay(company.now.getTime()) - each.days * DAY + 8 * 60 * MINUTE
    // What goes on now began in the last hours, however early the day is.
    this.#begun = each.days === 0 ? company.now.getTime() - 220 * MINUTE : morning
    // In the morning, so that it is received on the same day, also where work begins around midnight.
    const drafted = startOfDay(this.#begun) - usualTickets.receiveDays * DAY + 8 * 60 * MINUTE
    this.#now = this.#isEarly ? drafted : this.#begun
  }

  /** Runs `what` as somebody, some minutes after what was before it. */
  async #as<Result>(
    member: Member,
    minutes: number,
    what: (ctx: TicketCtx) => Promise<Result>,
  ): Promise<Result> {
    this.#now += minutes * MINUTE
    const { tenantId, timeZone } = this.#crew
    const { db } = this.#company
    await sql`select set_config('app.user', ${member.userId}, true)`.execute(db)
    const who = {
      ...member,
      tenantId,
      timeZone,
      hasAllData: false,
      relatedPsas: [],
      moves: [],
      narrowing: null,
      sessionId: null,
      mustChangePassword: false,
    }
    return what({ db, now: new Date(this.#now), who, client: { address: '', userAgent: '' } })
  }

  #act(member: Member, minutes: number, input: Omit<Acting, 'id' | 'version'>): Promise<void> {
    const acting = { note: '', reason: '', ...input, id: this.#id, version: this.#version } as Acting
    this.#version += 1
    return this.#as(member, minutes, (ctx) => actOn(ctx, acting))
  }

  /** Takes an act, unless the story has come to its end before it. */
  async tell(): Promise<void> {
    const { until, kind, reason } = this.#story
    const { leader, issuer, permitter, shiftLeader } = this.#crew
    await this.#draft()
    if (until === 'draft') return
    await this.#act(leader, 10, { act: 'submit' })
    if (kind === 'operation') return this.#operate()
    if (until === 'toIssue') return
    if (kind !== 'emergency') {
      await this.#act(issuer, 25, { act: 'issue', liveParts: '相邻间隔带电' } as Acting)
      if (until === 'toReceive') return
      await this.#act(shiftLeader, 15, { act: 'receive' })
    }
    if (until === 'void') return this.#act(leader, 30, { act: 'void', reason } as Acting)
    if (until === 'unused') return this.#act(permitter, 30, { act: 'deny', reason } as Acting)
    if (this.#isEarly) this.#now = this.#begun + 50 * MINUTE
    await this.#prepare(until === 'toPermit')
    if (until === 'toPermit') return
    await this.#act(permitter, 6, {
      act: 'permit',
      mode: kind === 'emergency' ? 'phone' : 'face',
      supplement: '',
      isShared: false,
    } as Acting)
    await this.#act(leader, 4, {
      act: 'confirm',
      readBack: kind === 'emergency' ? '措施已执行，可以开工' : '',
    } as Acting)
    await this.#as(this.#crew.member, 5, (ctx) => enter(ctx, { id: this.#id, no: 2 }))
    if (until === 'working') return
    await this.#as(this.#crew.member, 95, (ctx) => leave(ctx, { id: this.#id, no: 2 }))
    await this.#act(leader, 10, { act: 'finish', isClear: true } as Acting)
    if (until === 'toClose') return
    await this.#takeDown()
    await this.#act(permitter, 8, { act: 'close' })
  }

  async #draft(): Promise<void> {
    const { psId, leader, issuer, permitter, member, orderId } = this.#crew
    const { kind, task, place, work, isolate, earth, board, care, steps, risk, control, days, until } =
      this.#story
    const start = this.#isEarly ? this.#begun : this.#now
    const isOperation = kind === 'operation'
    const content: Input<typeof ticketCalls.add> = {
      kind,
      psId,
      task,
      isolate,
      earth,
      board,
      care,
      steps,
      voltage: kind === 'low' ? '0.4' : '35',
      unit: '运维一班',
      places: isOperation
        ? []
        : [
            {
              place,
              work,
            },
          ],
      planStartTime: wallClock(start),
      planEndTime: wallClock(start + (kind === 'emergency' ? 4 : 9) * 60 * MINUTE),
      conditions: kind === 'second' ? '不停电' : '',
      risks: [
        {
          risk,
          control,
        },
      ],
      isOutsourced: false,
      leaderId: leader.userId,
      issuerId: isOperation || kind === 'emergency' ? null : issuer.userId,
      cosignerId: null,
      guardId: isOperation ? permitter.userId : null,
      people: isOperation
        ? []
        : [
            {
              part: 'crew',
              personId: member.userId,
              name: '',
              watch: '',
              certificate: '',
            },
          ],
      mainId: null,
      hotWork: null,
      orderedBy: isOperation ? '区域调度' : '',
      drawings: [...this.#drawings],
      remark: '',
      orderIds: orderId !== null && days === 0 && until === 'working' ? [orderId] : [],
    }
    this.#id = await this.#as(leader, 0, (ctx) => addTicket(ctx, content))
    if (content.orderIds.length > 0)
      await this.#company.db
        .updateTable('work_order')
        .set({ need_ticket: 1 })
        .where('id', '=', orderId)
        .execute()
  }

  /** The permitter carries out the measures; before the permit, only the first of them. */
  async #prepare(isHalf: boolean): Promise<void> {
    const { permitter, member } = this.#crew
    const { isolate, earth, board } = this.#story
    const lines = [...isolate, ...earth, ...board]
    for (const at of (isHalf ? lines.slice(0, 1) : lines).keys())
      await this.#as(permitter, 4, (ctx) => tickLine(ctx, { id: this.#id, no: at + 1, part: 'tick' }))
    if (isHalf) return
    for (const line of earth) {
      const earthId = await this.#storedEarth()
      await this.#as(permitter, 3, (ctx) =>
        hangEarth(ctx, {
          id: this.#id,
          earthId,
          place: line.replace(/装设接地线.*$/, '').replace(/^在/, ''),
          testedTime: wallClock(this.#now - 2 * MINUTE),
          guardId: member.userId,
          photos: [],
        }),
      )
    }
  }

  async #storedEarth(): Promise<string> {
    const { earths } = this.#crew
    const stored = await this.#company.db
      .selectFrom('earth')
      .select('id')
      .where('id', 'in', earths)
      .where('state', '=', 'stored')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return stored.id
  }

  async #takeDown(): Promise<void> {
    const { permitter, member } = this.#crew
    const { db } = this.#company
    const hanging = await db
      .selectFrom('earth_hanging')
      .select('id')
      .where('ticket_id', '=', this.#id)
      .where('removed_at', 'is', null)
      .execute()
    for (const { id } of hanging)
      await this.#as(permitter, 5, (ctx) =>
        unhangEarth(ctx, { id: this.#id, hangingId: id, guardId: member.userId, photos: [] }),
      )
  }

  async #operate(): Promise<void> {
    const { leader, permitter, shiftLeader } = this.#crew
    const { until, steps } = this.#story
    await this.#act(permitter, 12, { act: 'review' })
    await this.#act(shiftLeader, 8, { act: 'approve' })
    if (until === 'toPermit') return
    await this.#act(leader, 15, { act: 'start' })
    const done = until === 'operating' ? Math.ceil(steps.length / 2) : steps.length
    for (let no = 1; no <= done; no++) {
      for (const [member, part] of [
        [permitter, 'call'],
        [leader, 'repeat'],
        [leader, 'operate'],
        [permitter, 'tick'],
      ] as const)
        await this.#as(member, part === 'operate' ? 2 : 0.5, (ctx) =>
          tickLine(ctx, { id: this.#id, no, part }),
        )
    }
    if (until === 'operating') return
    await this.#act(permitter, 3, { act: 'complete' })
    await this.#act(shiftLeader, 20, { act: 'close' })
  }
}

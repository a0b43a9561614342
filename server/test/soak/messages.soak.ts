import { messageCalls } from '@heliodesk/contract/messages.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { expect, it } from 'vitest'
import { storm } from '../../src/modules/messages/storm.fixture.ts'
import { useHarness } from '../harness.ts'

const RECIPIENTS = Number(process.env.HELIODESK_MESSAGES ?? 100_000)
const PEOPLE = 1000
const EACH = 10
const CALLS = 400
const WINDOWS = 1000
/** How often a window that hears changes asks for the number itself, in seconds. */
const LOOKS_EVERY = 900

const harness = useHarness()

it(
  `${RECIPIENTS} messages to ${PEOPLE} people arrive, and lists of them are quick`,
  { timeout: 3_600_000 },
  async () => {
    const began = performance.now()
    const { planned, received, attempts } = await storm(harness, {
      people: PEOPLE,
      messages: RECIPIENTS / EACH,
      kills: 10,
      betweenKillsMs: 5000,
    })
    const seconds = (performance.now() - began) / 1000
    expect(planned).toHaveLength(RECIPIENTS)
    expect(planned.filter(({ state }) => state !== 'sent')).toEqual([])
    expect(new Set(received)).toEqual(new Set(planned.map(({ number }) => number)))

    // The worker reads as one of them.
    const token = await harness.signIn('a_worker')
    await harness.owner.query(
      `insert into message_to (tenant_id, user_id, message_id)
       select $1, (select id from app_user where username = 'a_worker' and tenant_id = $1), id from message
       where tenant_id = $1 order by message.id limit $2`,
      [harness.tenant.tenantId, RECIPIENTS / PEOPLE],
    )
    await harness.owner.query('analyze message, message_to')
    const times: number[] = []
    for (let at = 0; at < CALLS; at++) {
      const from = performance.now()
      await harness.call(token, messageCalls.list, { size: 30, curPage: 1 + (at % 3) })
      times.push(performance.now() - from)
    }
    const p95 = times.toSorted((one, other) => one - other)[Math.floor(CALLS * 0.95)]!
    const before = process.cpuUsage()
    for (let at = 0; at < CALLS; at++) await harness.call(token, shellCalls.unread, { businessType: 2 })
    const { user, system } = process.cpuUsage(before)
    const msEach = (user + system) / 1000 / CALLS
    const idle = ((WINDOWS / LOOKS_EVERY) * msEach) / 10
    process.stdout.write(
      `${RECIPIENTS} sent in ${seconds.toFixed(0)} s by ${attempts} attempts, ${received.length - planned.length} again under their number; ` +
        `list p95 ${p95.toFixed(1)} ms; ${WINDOWS} idle windows ask for ${idle.toFixed(2)} % of a core (${msEach.toFixed(2)} ms a call)\n`,
    )
    expect(p95).toBeLessThan(30)
    expect(idle).toBeLessThan(5)
  },
)

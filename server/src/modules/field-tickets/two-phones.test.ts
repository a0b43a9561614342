import { fieldTicketCalls as calls, lineParts } from '@heliodesk/contract/field-tickets.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, expect, it } from 'vitest'
import { post, settingsOf } from '../../../test/server-process.ts'
import { useTickets } from '../../../test/tickets.ts'
import { useTwoServers } from '../../../test/two-servers.ts'

const tickets = useTickets()
const { harness, people } = tickets
const servers = useTwoServers(() => settingsOf(harness))

beforeAll(async () => {
  const { token } = people.issuer
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, tickets: { receiveDays: 0 } })
})

const steps = ['断开低压侧断路器431', '检查431在分位', '断开高压侧负荷开关331', '检查331在分位']

it('two phones at once, each by another server, have each part taken once and in order', async () => {
  const draft = await tickets.add({ kind: 'operation', guardId: people.guard.id, orderedBy: '调度', steps })
  await tickets.act(draft, 'leader', { act: 'submit' })
  await tickets.act(draft, 'guard', { act: 'review' })
  await tickets.act(draft, 'shift', { act: 'approve' })
  const { id } = await tickets.act(draft, 'leader', { act: 'start' })
  const from = Date.now()
  const parts = steps.flatMap((text, step) =>
    lineParts.map((part, place) => ({ id, no: step + 1, part, text, at: from + step * 40 + place, skew: 0 })),
  )
  const phone = async (at: 0 | 1) => {
    const token = at === 0 ? people.guard.token : people.leader.token
    for (const body of parts) {
      if ((body.part === 'call' || body.part === 'tick') !== (at === 0)) continue
      const key = { 'idempotency-key': `two-phones-${id}-${body.no}-${body.part}` }
      const answers = await Promise.all(
        servers.map((server) => post(server, token, calls.tick.path, body, key)),
      )
      expect(answers.some((answer) => answer!.result_code === '1')).toBe(true)
    }
  }
  await Promise.all([phone(0), phone(1)])
  const { lineList, events } = await tickets.current({ id })
  expect(
    lineList.every(({ called, repeated, operated, ticked }) => called && repeated && operated && ticked),
  ).toBe(true)
  const names = ['唱票', '复诵', '操作', '打√']
  const told = events.map(({ actionName }) => actionName).filter((name) => names.includes(name))
  expect(told.toReversed()).toEqual(steps.flatMap(() => names))
})

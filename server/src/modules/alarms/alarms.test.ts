import { alarmCalls as calls } from '@heliodesk/contract/alarms.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'
import { runs } from '../../../test/runs.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { alarmsOf } from './index.ts'

const harness = useHarness()
beforeAll(() => harness.clock.set('2026-06-20T04:00:00Z'))

const people = useSignedIn(harness, {
  admin: 'a_admin',
  foreigner: 'b_admin',
  west: { username: 'west.collector', codes: ['station:list', 'telemetry:write'], depCode: 'A01A02' },
  reader: { username: 'west.looker', codes: ['station:list'], depCode: 'A01A02' },
})

type Event = Sent<typeof calls.ingest>['events'][number]
const station = (at = 2) => harness.tenant.stations[at]!.id
let codes = 0
const newCode = () => `A${(codes += 1)}`

const ingest = (events: Event[], token = people.admin) => harness.call(token, calls.ingest, { events })
const at = (time: string, edge: 'clear' | 'raise', code: string, more: Partial<Event> = {}): Event => ({
  psId: station(),
  code,
  edge,
  time: `2026-06-${time}:00`,
  ...more,
})

async function addDevice(psId = station()): Promise<{ id: string; code: string }> {
  const { rows } = await harness.owner.query<{ id: string; code: string }>(
    `insert into device (tenant_id, station_id, name, type_id, code)
     select $1::int, $2::bigint, $3, (select min(id) from device_type where tenant_id = $1), $3 returning id, code`,
    [harness.tenant.tenantId, psId, `ALARM-${newCode()}`],
  )
  return rows[0]!
}

/** How many alarms of a station began in June, by days. */
async function counted(deviceIds: string[] | null = null, stationId = station()) {
  const { on } = await inTransaction(
    harness.pool,
    ({ db }) =>
      alarmsOf(db, { stationId, deviceIds, after: '2026-05-31', until: '2026-06-30', zone: 'Asia/Shanghai' }),
    { tenant: harness.tenant.tenantId },
  )
  return Object.fromEntries(on)
}

describe('alarm events', () => {
  it('are one alarm where it comes back within ten minutes, whatever the order in which they come', async () => {
    const device = await addDevice()
    const code = newCode()
    const events = [
      at('10 08:00', 'raise', code, { device: device.code }),
      at('10 08:05', 'clear', code, { device: device.code }),
      at('10 08:12', 'raise', code, { device: device.code }),
      at('10 08:20', 'clear', code, { device: device.code }),
      at('10 08:31', 'raise', code, { device: device.code }),
    ]
    await ingest(events.toReversed().slice(0, 3))
    expect(await ingest(events)).toMatchObject({
      stored: 2,
      results: ['stored', 'stored', 'duplicate', 'duplicate', 'duplicate'].map((outcome) => ({ outcome })),
    })
    expect(await counted([device.id])).toEqual({ '2026-06-10': 2 })
  })

  it.each([
    ['10 08:00', '10 08:09', 1],
    ['10 08:00', '10 08:10', 2],
  ])('cleared at %s and raised at %s are %d', async (cleared, raised, count) => {
    const device = await addDevice()
    const of = { device: device.code }
    const code = newCode()
    await ingest([
      at('10 07:00', 'raise', code, of),
      at(cleared, 'clear', code, of),
      at(raised, 'raise', code, of),
      // Standing already, of another part, and no more than a hint.
      at('11 08:00', 'raise', code, of),
      at('12 08:00', 'raise', newCode(), { ...of, level: 4 }),
    ])
    expect(await counted([device.id])).toEqual({ '2026-06-10': count })
    await ingest([at('13 08:00', 'raise', code, { ...of, part: '3 号组串' })])
    expect(await counted([device.id])).toEqual({ '2026-06-10': count, '2026-06-13': 1 })
    expect(await counted([(await addDevice()).id])).toEqual({})
  })

  it('that are wrong are answered for and keep no other out', async () => {
    const elsewhere = await addDevice(station(0))
    const { stored, results } = await ingest([
      at('10 08:00', 'raise', 'X1', { psId: undefined }),
      at('10 08:00', 'raise', 'X1', { psId: harness.otherTenant.stations[0]!.id }),
      at('10 08:00', 'raise', 'X1', { device: elsewhere.code }),
      at('10 08:00', 'raise', 'X1', { device: 'NONE' }),
      at('21 08:00', 'raise', 'X1'),
      at('10 08:00', 'raise', 'X1', { time: '1999-12-31 08:00:00' }),
      at('10 08:00', 'raise', 'X1'),
    ])
    expect(stored).toBe(1)
    expect(results.map(({ reason }) => reason)).toEqual([
      '请填写电站（psId）或外部编号（externalKey）',
      '电站不存在或无权查看',
      `设备“${elsewhere.code}”不在这个电站`,
      '设备“NONE”不在这个电站',
      '设备时间晚于现在',
      '设备时间不能早于 2000 年',
      '',
    ])
  })

  it('are taken of the stations in scope, from who may write measured values', async () => {
    const events = [at('10 09:00', 'raise', newCode()), at('10 09:00', 'raise', 'X2', { psId: station(0) })]
    expect((await harness.refused(people.reader.token, calls.ingest, { events })).status).toBe(403)
    const { results } = await ingest(events, people.west.token)
    expect(results.map(({ outcome }) => outcome)).toEqual(['stored', 'rejected'])
    const foreign = await ingest([at('10 09:00', 'raise', 'X3')], people.foreigner)
    expect(foreign.results).toEqual([{ outcome: 'rejected', reason: '电站不存在或无权查看' }])
  })

  it('are the same by the key of their source, at one station', async () => {
    const code = newCode()
    const keyed = (time: string, more: Partial<Event> = {}) =>
      at(time, 'raise', code, { eventKey: `K-${code}`, ...more })
    const both = await Promise.all([ingest([keyed('10 10:00')]), ingest([keyed('10 10:01')])])
    expect(both.reduce((sum, { stored }) => sum + stored, 0)).toBe(1)
    expect((await ingest([keyed('10 10:00', { psId: station(3) })])).stored).toBe(1)
  })

  it.each([
    [{ events: [] }, '没有事件'],
    [{ events: [{ psId: '1', code: '', edge: 'raise', time: '2026-06-10 08:00:00' }] }, '告警码'],
    [{ events: [{ psId: '1', code: 'A', edge: 'on', time: '2026-06-10 08:00:00' }] }, '沿应为'],
    [{ events: [{ psId: '1', code: 'A', edge: 'raise', time: '8 点' }] }, '设备时间'],
    [{ events: [{ psId: '1', code: 'A', edge: 'raise', level: 5, time: '2026-06-10 08:00:00' }] }, '级别'],
  ])('refuse what is not an event: %j', async (input, words) => {
    expect((await harness.refused(people.admin, calls.ingest, input)).message).toContain(words)
  })

  it('are counted as a plain state machine over their times does', async () => {
    const edges = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.boolean()), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(edges, fc.array(fc.nat(), { minLength: 30, maxLength: 30 }), async (given, order) => {
        const device = await addDevice()
        const code = newCode()
        const byMinute = new Map(given.map(([minute, isRaised]) => [minute, isRaised]))
        const events = [...byMinute].map(([minute, isRaised]) => {
          const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
          return at(`11 ${clock}`, isRaised ? 'raise' : 'clear', code, { device: device.code })
        })
        const shuffled = events.toSorted((a, b) => order[events.indexOf(a)]! - order[events.indexOf(b)]!)
        for (let from = 0; from < shuffled.length; from += 4) await ingest(shuffled.slice(from, from + 4))
        let [alarms, isStanding, cleared] = [0, false, -Infinity]
        for (const [minute, isRaised] of [...byMinute].toSorted(([a], [b]) => a - b)) {
          if (isRaised && !isStanding && minute - cleared >= 10) alarms += 1
          if (!isRaised) cleared = minute
          isStanding = isRaised
        }
        expect(await counted([device.id])).toEqual(alarms === 0 ? {} : { '2026-06-11': alarms })
      }),
      { numRuns: runs(20) },
    )
  })
})

import { array, assert, asyncProperty, constantFrom, infiniteStream, integer, nat, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { administratorOf } from '../../../test/hire.ts'
import { runs } from '../../../test/runs.ts'
import { checkFile } from './check.ts'
import { importFromFile } from './import-from-file.ts'
import { noFindings } from './findings.ts'
import { planEvents } from './plan.ts'
import { countRows, eventFile } from './upload.fixture.ts'

const harness = useHarness()

/** Few sites, times and assets, so that equal rows are common. */
const line = tuple(
  constantFrom('1', '2', '3'),
  integer({ min: 1, max: 4 }),
  constantFrom('Inverter', 'Other'),
).map(([site, day, asset]) => `${site},2015-01-01,2016-05-0${day} 09:00:00,${asset}\n`)

const moment = { now: new Date('2026-03-01T00:00:00Z'), timeZone: 'Asia/Shanghai' }

async function rowsOf(lines: string[]) {
  const checked = await checkFile('events', Buffer.from(eventFile(...lines)), moment)
  if (checked.kind !== 'events') throw new Error('these are events')
  return checked.rows
}

const occurrences = (lines: string[]) => {
  const counts = new Map<string, number>()
  for (const each of lines) counts.set(each, (counts.get(each) ?? 0) + 1)
  return counts
}

it('every row of a file is new once, and known whatever order a later file has them in', async () => {
  await assert(
    asyncProperty(
      array(line, { minLength: 1, maxLength: 40 }),
      infiniteStream(nat()),
      async (lines, picks) => {
        const rows = await rowsOf(lines)
        const importKeys = new Map(rows.map((row) => [row.importKey, true]))
        expect(importKeys.size).toBe(lines.length)
        const later = lines
          .map((each) => ({ each, at: picks.next().value }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ each }) => each)
        const facts = { sites: new Map(), importKeys, names: new Set<string>() }
        expect(planEvents(await rowsOf(later), facts, noFindings())).toMatchObject({
          add: [],
          knownCount: lines.length,
        })
      },
    ),
  )
})

it(
  'after any imports each row is there as often as in the file that has it most',
  { timeout: runs(120_000) },
  async () => {
    const user = administratorOf(harness.tenant).username
    const importLines = (lines: string[]) =>
      importFromFile(harness.pool, {
        file: { kind: 'events', updates: false, name: 'events.csv', bytes: Buffer.from(eventFile(...lines)) },
        depCode: 'A01A01',
        tenant: null,
        user,
        now: moment.now,
        onlyCheck: false,
        onStart: () => {},
        onChecked: () => {},
        onProgress: async () => {},
      })
    const most = new Map<string, number>()
    await assert(
      asyncProperty(array(line, { minLength: 1, maxLength: 30 }), async (lines) => {
        for (const [each, count] of occurrences(lines)) most.set(each, Math.max(count, most.get(each) ?? 0))
        const result = await importLines(lines)
        expect(result!.orders + result!.skipped).toBe(lines.length)
        expect(await importLines(lines)).toEqual({ stations: 0, orders: 0, skipped: lines.length })
        const total = [...most.values()].reduce((sum, count) => sum + count, 0)
        expect(await countRows(harness, 'work_order')).toBe(total)
      }),
      { numRuns: runs(5) },
    )
  },
)

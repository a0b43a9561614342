import type { Call } from '@heliodesk/contract/call.ts'
import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { modules } from '../src/modules.ts'
import { answersForEach } from './plan-records.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator } from './hire.ts'
import { addRecords, firstId, recordTypeOf, recordTypes, tableOf } from './records.ts'
import { fieldsOf, isIdField, withValue, type Fields } from './samples.ts'
import { wholeDatabase } from './whole-database.ts'
import { inputOf, messageIn, requestOf } from './wire.ts'

const harness = useHarness()

const versioned = recordTypes.filter(({ noun }) => noun !== undefined)

const versionOf = (call: Call) =>
  fieldsOf(call.input).find(({ name, schema }) => name === 'version' && schema.safeParse(7).success)

const cases = modules
  .flatMap((module) => Object.values<Call>(module.calls))
  // It records how far a person has read, which never decreases (inquiries.test.ts).
  .filter((call) => call.kind === 'command' && call !== inquiryCalls.read && !answersForEach.has(call.path))
  // Companies are no records of one (companies.test.ts).
  .filter(({ path }) => !path.startsWith('/sys/tenant/'))
  .flatMap((call) => {
    const version = versionOf(call)
    return version ? [[`${call.method} ${call.path}`, call, version] as const] : []
  })

const ofCall = (call: Call) => {
  const found = recordTypeOf(call)
  if (found?.noun === undefined)
    throw new Error(`the version in ${call.path} is of which record? Say so in recordTypes.`)
  return found
}

/** The answer of a call with an outdated version. */
const tooLate = (call: Call) => {
  const { table, noun, code = table, says = `${noun}已在别处更新，请刷新后重试` } = ofCall(call)
  return { status: 200, code: `${code}.stale`, message: says }
}

async function answerTo(call: Call, input: Fields) {
  const token = await signInAdministrator(harness, harness.tenant)
  const { headers, ...request } = requestOf(call, input)
  const response = await harness.app.inject({ ...request, headers: { ...headers, 'x-access-token': token } })
  const { error_code: code } = z.object({ error_code: z.string().optional() }).parse(response.json())
  return { status: response.statusCode, code, message: messageIn(response.body) }
}

/** A valid input of a call, with ids of existing records. */
async function inputAbout(call: Call): Promise<Fields> {
  let input = inputOf(call)
  for (const field of fieldsOf(call.input).filter((each) => isIdField(each)))
    input = withValue(input, field.path, await firstId(harness, tableOf(call, field), harness.tenant))
  expect(call.input.safeParse(input).error).toBeUndefined()
  return input
}

describe('a version', () => {
  let written: Record<string, string> = {}

  /** Those that have it already stay untouched, so that triggers have nothing to do. */
  const setVersions = () =>
    harness.owner.query(
      versioned
        .map(
          ({ table }) =>
            `update ${table} set version = 7 where tenant_id = ${harness.tenant.tenantId} and version <> 7`,
        )
        .join(';'),
    )

  beforeAll(async () => {
    await addRecords(harness, harness.tenant)
    await setVersions()
    written = await wholeDatabase(harness)
  })
  beforeEach(async () => void (await setVersions()))

  it('is of the records that the list of record types names', () => {
    const named = new Set(cases.map(([, call]) => ofCall(call)))
    expect(versioned.filter((each) => !named.has(each))).toEqual([])
  })

  it.each(cases)(
    'of %s is refused unless it is the newest, and nothing is written',
    async (_name, call, { path }) => {
      const input = await inputAbout(call)
      for (const seen of [6, 8]) {
        expect([seen, await answerTo(call, withValue(input, path, seen))]).toEqual([seen, tooLate(call)])
      }
      // The next call begins with what this one leaves.
      const before = written
      written = await wholeDatabase(harness)
      expect(written).toEqual(before)
    },
  )

  it.each(cases)(
    'of %s is refused after a wait for somebody else’s change',
    async (_name, call, { path }) => {
      const { table, holds } = ofCall(call)
      const { tenantId } = harness.tenant
      const input = await inputAbout(call)
      const other = await harness.owner.connect()
      try {
        await other.query('begin')
        if (holds) await other.query(holds, [tenantId])
        await other.query(`update ${table} set version = 8 where tenant_id = $1`, [tenantId])
        let answered = false
        const answer = answerTo(call, withValue(input, path, 7)).finally(() => (answered = true))
        await vi.waitUntil(async () => answered || (await somebodyWaits()), { timeout: 10_000, interval: 10 })
        await other.query('commit')
        expect(await answer).toEqual(tooLate(call))
      } finally {
        await other.query('rollback')
        other.release()
      }
    },
  )
})

async function somebodyWaits(): Promise<boolean> {
  const { rows } = await harness.owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

import type { Call } from '@heliodesk/contract/call.ts'
import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { modules } from '../src/modules.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator } from './hire.ts'
import { addRecords, firstId, tableOf } from './records.ts'
import { fieldsOf, isIdField, withValue, type Fields } from './samples.ts'
import { wholeDatabase } from './whole-database.ts'
import { inputOf, messageIn, requestOf } from './wire.ts'

const harness = useHarness()

type Versioned = {
  path: string
  table: string
  code: string
  says: string
  /** A further lock that changes of such a record take, because changes of one tree run one after the other. */
  holds?: string
}

/** The record type whose version the calls below a path check. */
const versioned: Versioned[] = [
  { path: '/ops/order/', table: 'work_order', code: 'order.stale', says: '工单已被他人更新，请刷新后重试' },
  {
    path: '/sys/dictItem/',
    table: 'dictionary_item',
    code: 'dictionary_item.stale',
    says: '字典项已被他人更新，请刷新后重试',
    holds: 'select from dictionary where tenant_id = $1 for update',
  },
  {
    path: '/sys/dict/',
    table: 'dictionary',
    code: 'dictionary.stale',
    says: '字典已被他人更新，请刷新后重试',
  },
  {
    path: '/sys/sysDepart/',
    table: 'department',
    code: 'department.stale',
    says: '部门已被他人更新，请刷新后重试',
  },
  { path: '/sys/user/', table: 'app_user', code: 'user.stale', says: '用户已被他人更新，请刷新后重试' },
  { path: '/sys/role/', table: 'role', code: 'role.stale', says: '角色已被他人更新，请刷新后重试' },
  { path: '/sys/psa/', table: 'psa', code: 'psa.stale', says: '项目已被他人更新，请刷新后重试' },
  { path: '/sys/inquiry/', table: 'inquiry', code: 'inquiry.stale', says: '对方刚有新的动态，请刷新后再试' },
  {
    path: '/sys/checkRule/',
    table: 'check_rule',
    code: 'check_rule.stale',
    says: '编码规则已被他人更新，请刷新后重试',
  },
  {
    path: '/sys/setting/',
    table: 'tenant_setting',
    code: 'setting.stale',
    says: '配置已被他人修改，请刷新后重试',
  },
  {
    path: '/system/v1/template/',
    table: 'template',
    code: 'template.stale',
    says: '模板已被他人更新，请刷新后重试',
  },
  {
    path: '/system/v1/annex/',
    table: 'template',
    code: 'template.stale',
    says: '模板已被他人更新，请刷新后重试',
  },
  {
    path: '/system/v2/resourcePlan/',
    table: 'resource_plan',
    code: 'resource_plan.stale',
    says: '资源计划已被他人更新，请刷新后重试',
  },
  {
    path: '/power-station/document/',
    table: 'station_document',
    code: 'document.stale',
    says: '文档已被他人更新，请刷新后重试',
  },
  {
    path: '/power-station/',
    table: 'station',
    code: 'station.stale',
    says: '电站已被他人更新，请刷新后重试',
  },
  { path: '/station/space/', table: 'space', code: 'space.stale', says: '区域已被他人更新，请刷新后重试' },
  {
    path: '/device/ledger/',
    table: 'device',
    code: 'device.stale',
    says: '设备“SB0000001”已被他人更新，请刷新后重试',
  },
  {
    path: '/device/type/',
    table: 'device_type',
    code: 'device_type.stale',
    says: '设备类型已被他人更新，请刷新后重试',
    holds: `select pg_advisory_xact_lock(hashtext('device_type'), $1)`,
  },
]

const versionOf = (call: Call) =>
  fieldsOf(call.input).find(({ name, schema }) => name === 'version' && schema.safeParse(7).success)

const cases = modules
  .flatMap((module) => Object.values<Call>(module.calls))
  // It records how far a person has read, which never decreases (inquiries.test.ts).
  .filter((call) => call.kind === 'command' && call !== inquiryCalls.read)
  .flatMap((call) => {
    const version = versionOf(call)
    return version ? [[`${call.method} ${call.path}`, call, version] as const] : []
  })

const ofCall = ({ path }: Call): Versioned => {
  const found = versioned.find((each) => path.startsWith(each.path))
  if (!found) throw new Error(`the version in ${path} is of which table? Say so above.`)
  return found
}

/** The answer of a call with an outdated version. */
const tooLate = (call: Call) => {
  const { code, says } = ofCall(call)
  return { status: 200, code, message: says }
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
  beforeAll(() => addRecords(harness, harness.tenant))

  beforeEach(async () => {
    for (const { table } of versioned)
      await harness.owner.query(`update ${table} set version = 7 where tenant_id = $1`, [
        harness.tenant.tenantId,
      ])
  })

  it('is of the records that the table above names', () => {
    const named = new Set(cases.map(([, call]) => ofCall(call)))
    expect(versioned.filter((each) => !named.has(each))).toEqual([])
  })

  it.each(cases)(
    'of %s is refused unless it is the newest, and nothing is written',
    async (_name, call, { path }) => {
      const input = await inputAbout(call)
      const before = await wholeDatabase(harness)
      for (const seen of [6, 8]) {
        expect([seen, await answerTo(call, withValue(input, path, seen))]).toEqual([seen, tooLate(call)])
      }
      expect(await wholeDatabase(harness)).toEqual(before)
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

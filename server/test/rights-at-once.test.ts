import type { Call } from '@heliodesk/contract/call.ts'
import { accessCalls } from '@heliodesk/contract/access.ts'
import { apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { companyCalls } from '@heliodesk/contract/companies.ts'
import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { grantReviewCalls } from '@heliodesk/contract/grant-reviews.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from './harness.ts'
import { createRole, hire, permissionIds, signInAdministrator, type Hired } from './hire.ts'
import { addOperator } from './operator.ts'
import { settingsOf } from './server-process.ts'
import { useTwoServers } from './two-servers.ts'
import { requestOf } from './wire.ts'

const harness = useHarness()
const servers = useTwoServers(() => settingsOf(harness))
let admin: string
let watched: Hired

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  watched = await hire(harness, {
    username: 'watched',
    codes: ['order:list', 'station:list'],
    depCode: 'A01',
  })
})

type Answer = { status: number; body: Record<string, unknown> }

/** A call to one of the two; whoever changes something asks the other one than the last time. */
async function ask(at: number, token: string, call: Call, input: object): Promise<Answer> {
  const { method, url, headers, payload } = { payload: undefined, ...requestOf(call, { ...input }) }
  const answer = await fetch(`${servers[at % 2]!.url}${url}`, {
    method,
    headers: { ...headers, 'x-access-token': token },
    ...(payload === undefined ? {} : { body: payload as string }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

let turn = 0

/** A change, which must succeed; its result. */
async function change(
  token: string,
  call: Call,
  input: object,
): Promise<{ id: string } & Record<string, unknown>> {
  turn += 1
  const { body } = await ask(turn, token, call, input)
  expect({ path: call.path, ...body }).toMatchObject(
    call.envelope === 'sys' ? { success: true } : { result_code: '1' },
  )
  return (body.result ?? body.result_data) as { id: string }
}

/** What the two answer to the very next call of somebody. */
const next = async (token: string, call: Call, input: object = {}): Promise<number[]> => {
  const answers = await Promise.all([0, 1].map((at) => ask(at, token, call, input)))
  return answers.map(({ status }) => status)
}

const orders = (token: string) => next(token, workOrderCalls.page)
const YES = [200, 200]
const NO = [403, 403]
const GONE = [401, 401]

describe('on every server process the very next call knows', () => {
  it('a role that was given, changed and taken', async () => {
    const role = await createRole(harness, admin, ['order:export'])
    const [exportId, userId] = await permissionIds(harness, admin, ['order:export', 'user:manage'])
    const people = () => next(watched.token, userCalls.list)
    expect(await people()).toEqual(NO)
    await change(admin, accessCalls.addMembers, { roleId: role.id, userIdList: [watched.id] })
    await change(admin, roleCalls.savePermissions, {
      roleId: role.id,
      permissionIds: `${exportId},${userId}`,
      lastpermissionIds: exportId,
    })
    expect(await people()).toEqual(YES)
    await change(admin, roleCalls.savePermissions, {
      roleId: role.id,
      permissionIds: exportId,
      lastpermissionIds: `${exportId},${userId}`,
    })
    expect(await people()).toEqual(NO)
    await change(admin, roleCalls.savePermissions, {
      roleId: role.id,
      permissionIds: `${exportId},${userId}`,
      lastpermissionIds: exportId,
    })
    expect(await people()).toEqual(YES)
    await change(admin, accessCalls.removeMembers, { roleId: role.id, userIds: watched.id })
    expect(await people()).toEqual(NO)
  })

  it('that a second person confirmed a right, and not that one asked for it', async () => {
    const second = await hire(harness, {
      username: 'second.admin',
      codes: ['role:manage', 'user:manage', 'order:list', 'station:list', 'order:create'],
      hasAllData: true,
    })
    const role = await createRole(harness, admin, ['order:create', 'user:manage'])
    const people = () => next(watched.token, userCalls.list)
    const fourEyes = async (on: boolean) => {
      const { version } = await harness.call(admin, settingCalls.system, {})
      await change(admin, settingCalls.editSystem, { version, fourEyes: on })
    }
    await fourEyes(true)
    await change(admin, accessCalls.addMembers, { roleId: role.id, userIdList: [watched.id], reason: '轮岗' })
    expect(await people()).toEqual(NO)
    const { records } = await harness.call(second.token, grantReviewCalls.list, {})
    await change(second.token, grantReviewCalls.confirm, { id: records[0]!.id })
    expect(await people()).toEqual(YES)
    await fourEyes(false)
    await change(admin, accessCalls.removeMembers, { roleId: role.id, userIds: watched.id })
    expect(await people()).toEqual(NO)
  })

  it('a data role that was given, widened and taken', async () => {
    const total = async () => {
      const answers = await Promise.all(
        [0, 1].map((at) => ask(at, watched.token, stationCalls.page, { size: 100 })),
      )
      return answers
        .map(({ body }) => (body.result_data ?? body.result) as { rowCount?: number; total?: number })
        .map(({ rowCount, total: all }) => rowCount ?? all)
    }
    const before = await total()
    const [one, other] = harness.tenant.stations.map((station) => station.id)
    const narrow = { code: 'at_once', name: '立即', stationIds: [one!], userIds: [watched.id] }
    const role = await change(admin, dataRoleCalls.add, narrow)
    expect(await total()).toEqual([1, 1])
    const wider = { ...role, ...narrow, roleIds: [], stationIds: [one!, other!] }
    await change(admin, dataRoleCalls.edit, wider)
    expect(await total()).toEqual([2, 2])
    await change(admin, dataRoleCalls.remove, { id: role.id })
    expect(await total()).toEqual(before)
  })

  it('a token of a program that was revoked', async () => {
    const made = await harness.call(watched.token, apiTokenCalls.add, {
      name: '报表',
      readOnly: true,
      codes: [],
      days: 30,
      networks: [],
    })
    expect(await orders(made.token)).toEqual(YES)
    await change(watched.token, apiTokenCalls.revoke, { id: made.id })
    expect(await orders(made.token)).toEqual(GONE)
  })

  it('that somebody was frozen', async () => {
    expect(await orders(watched.token)).toEqual(YES)
    await change(admin, userCalls.frozenBatch, { ids: watched.id, status: '2' })
    expect(await orders(watched.token)).toEqual(GONE)
  })

  it('that the company was suspended, and that it goes on after people have signed in again', async () => {
    const operator = await addOperator(harness.pool)
    const companyCode = (
      await harness.owner.query<{ code: string }>('select code from tenant where id = $1', [
        harness.tenant.tenantId,
      ])
    ).rows[0]!.code
    const seen = async () => {
      const { company } = await harness.call(operator.token, companyCalls.detail, { companyCode })
      return { companyCode, version: company.version }
    }
    const token = await harness.signIn('a_manager')
    const machine = await harness.call(token, apiTokenCalls.add, {
      name: '看板',
      readOnly: true,
      codes: [],
      days: 30,
      networks: [],
    })
    expect([await orders(token), await orders(machine.token)]).toEqual([YES, YES])
    await change(operator.token, companyCalls.suspend, { ...(await seen()), reason: '欠费' })
    expect([await orders(token), await orders(machine.token)]).toEqual([GONE, GONE])
    await change(operator.token, companyCalls.resume, await seen())
    expect([await orders(token), await orders(machine.token)]).toEqual([GONE, YES])
    expect(await orders(await harness.signIn('a_manager'))).toEqual(YES)
  })
})

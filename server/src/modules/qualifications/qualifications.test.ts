import type { Sent } from '@heliodesk/contract/call.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { qualificationCalls as calls } from '@heliodesk/contract/qualifications.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
beforeAll(() => harness.clock.set('2026-06-10T12:00:00+08:00'))

const NOT_FOUND = '数据不存在或无权查看'
const codes: PermissionCode[] = ['qualification:list', 'qualification:edit', 'setting:business']
const people = useSignedIn(harness, {
  head: { username: 'head', codes, depCode: 'A01' },
  keeper: { username: 'keeper', codes, depCode: 'A01A02' },
  reader: { username: 'reader', codes: ['qualification:list'], depCode: 'A01A02A01' },
  worker: { username: 'worker', codes: [], depCode: 'A01A02A01' },
  stranger: { username: 'stranger', codes, depCode: 'A01A01' },
})

let departments: Record<string, string>
beforeAll(async () => {
  const { rows } = await harness.owner.query<{ id: string; org_code: string }>(
    'select id, org_code from department where tenant_id = $1',
    [harness.tenant.tenantId],
  )
  departments = Object.fromEntries(rows.map(({ id, org_code }) => [org_code, id]))
})
/** Entries are kept for ever, so that each case begins after those of the one before. */
let year = 2026
beforeEach(() => {
  year += 1
})

const entry = (given: Partial<Sent<typeof calls.add>> = {}): Sent<typeof calls.add> => ({
  personId: people.worker.id,
  roles: ['leader'],
  voltage: '35',
  depId: departments['A01A02']!,
  publication: '安〔2026〕12 号',
  validFrom: `${year}-01-01`,
  validUntil: `${year}-12-31`,
  ...given,
})
const add = (given: Partial<Sent<typeof calls.add>> = {}, token = people.keeper.token) =>
  harness.call(token, calls.add, entry(given))
const refusal = async (given: Partial<Sent<typeof calls.add>>, token = people.keeper.token) =>
  (await harness.refused(token, calls.add, entry(given))).message
const publications = async (token: string, query: Sent<typeof calls.page> = {}) => {
  const { pageList, rowCount } = await harness.call(token, calls.page, query)
  expect(rowCount).toBe(pageList.length)
  return pageList.map(({ publication }) => publication)
}

describe('qualifications', () => {
  it('are entered, published again for the next year, and revoked', async () => {
    const first = await add({
      roles: ['guard', 'leader', 'guard'],
      certificate: 'GF-0412',
      publication: '甲',
    })
    expect(first).toMatchObject({
      personName: 'worker',
      roles: ['leader', 'guard'],
      roleNames: '工作负责人、专责监护人',
      stateLabel: '未生效',
      createdBy: 'keeper',
    })
    const next = await harness.call(people.keeper.token, calls.renew, {
      id: first.id,
      version: first.version,
      publication: '乙',
      validFrom: `${year + 1}-01-01`,
      validUntil: `${year + 1}-12-31`,
    })
    expect(next).toMatchObject({
      personId: first.personId,
      roles: first.roles,
      certificate: 'GF-0412',
      publication: '乙',
    })
    const revoked = await harness.call(people.keeper.token, calls.revoke, {
      id: next.id,
      version: next.version,
      reason: '调离岗位',
    })
    expect(revoked).toMatchObject({ stateLabel: '已撤销', revokedBy: 'keeper', revokeReason: '调离岗位' })
    expect(await harness.call(people.reader.token, calls.detail, { id: next.id })).toEqual(revoked)
    for (const [call, input] of [
      [calls.revoke, { id: next.id, version: revoked.version, reason: '再次' }],
      [calls.renew, { ...entry(), id: next.id, version: revoked.version }],
    ] as const)
      expect((await harness.refused(people.keeper.token, call, input)).message).toBe('已撤销，不能再办理')
    year += 1
  })

  it('have a state by the company’s day and settings', async () => {
    const dated = (publication: string, validFrom: string, validUntil: string) =>
      add({ roles: ['fireGuard'], publication, validFrom, validUntil })
    await dated('状态一', '2025-06-10', '2026-06-09')
    await dated('状态二', '2026-06-10', '2026-06-10')
    await dated('状态三', '2026-06-11', '2026-07-11')
    await add({ roles: ['guard'], publication: '状态四', validFrom: '2026-06-10', validUntil: '2026-07-10' })
    await add({
      roles: ['operator'],
      publication: '状态五',
      validFrom: '2026-06-01',
      validUntil: '2026-07-11',
    })
    const inState = (state: Sent<typeof calls.page>['state']) =>
      publications(people.reader.token, { keyword: '状态', state })
    expect(await inState('expired')).toEqual(['状态一'])
    expect(await inState('expiring')).toEqual(['状态二', '状态四'])
    expect(await inState('future')).toEqual(['状态三'])
    expect(await inState('valid')).toEqual(['状态五'])
    const { version } = await harness.call(people.keeper.token, settingCalls.business, {})
    await harness.call(people.keeper.token, settingCalls.editBusiness, {
      version,
      tickets: { expiryDays: 31 },
    })
    expect(await inState('expiring')).toEqual(['状态二', '状态四', '状态五'])
  })

  it('last as long as the settings allow', async () => {
    expect(await refusal({ validUntil: `${year + 1}-01-01` })).toBe(
      `有效期至（validUntil）：一次最长 12 个月，最晚 ${year}-12-31`,
    )
    expect(await refusal({ validFrom: `${year}-02-02`, validUntil: `${year}-02-01` })).toBe(
      '有效期至（validUntil）：不能早于生效日期',
    )
    const { version } = await harness.call(people.keeper.token, settingCalls.business, {})
    await harness.call(people.keeper.token, settingCalls.editBusiness, {
      version,
      tickets: { qualificationMonths: 24 },
    })
    expect(await add({ roles: ['issuer'], validUntil: `${year + 1}-12-31` })).toMatchObject({
      stateLabel: '未生效',
    })
    year += 1
  })

  it('of one person, role and place do not overlap, also when two are entered at once', async () => {
    const send = () =>
      harness.request('POST', '/ticket/qualification/add', {
        token: people.keeper.token,
        body: entry({ roles: ['operator', 'operationGuard'], publication: '重叠' }),
      })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ body }) => body.result_msg)).toContain(
      `该人员在此范围已有操作人、操作监护人资格，有效期至 ${year}-12-31`,
    )
    expect(await publications(people.reader.token, { keyword: '重叠' })).toHaveLength(1)
    expect(await refusal({ roles: ['leader', 'operator'] })).toBe(
      `该人员在此范围已有操作人资格，有效期至 ${year}-12-31`,
    )
    await add({ roles: ['operator'], depId: departments['A01A02A01']! })
    await add({ roles: ['operator'], personId: people.reader.id })
    const [overlapping] = (await harness.call(people.keeper.token, calls.page, { keyword: '重叠' })).pageList
    await harness.call(people.keeper.token, calls.revoke, { ...overlapping!, reason: '登记有误' })
    await add({ roles: ['operator'] })
  })

  it('are seen where they apply, and changed only there', async () => {
    const above = await add({ depId: departments['A01']!, publication: '上级' }, people.head.token)
    const beside = await add(
      { personId: people.stranger.id, depId: departments['A01A01']!, publication: '旁支' },
      people.head.token,
    )
    expect(await publications(people.reader.token, { keyword: '上级' })).toEqual(['上级'])
    expect(await publications(people.reader.token, { keyword: '旁支' })).toEqual([])
    const seen = ({ id, version }: { id: string; version: number }) => ({ id, version })
    const revoking = { ...seen(above), reason: '越权' }
    expect((await harness.refused(people.keeper.token, calls.revoke, revoking)).message).toBe(
      `适用于“${above.depName}”，请由该部门办理`,
    )
    const hidden = { ...seen(beside), reason: '越权' }
    expect((await harness.refused(people.keeper.token, calls.revoke, hidden)).message).toBe(NOT_FOUND)
    expect((await harness.refused(people.keeper.token, calls.detail, { id: beside.id })).message).toBe(
      NOT_FOUND,
    )
    expect(await refusal({ personId: people.stranger.id })).toBe(NOT_FOUND)
    expect(await refusal({ depId: departments['A01']! })).toBe(NOT_FOUND)
    expect(await refusal({ depId: departments['A01A01']! })).toBe(NOT_FOUND)
  })

  it('are entered for people of the departments in scope', async () => {
    const offered = (await harness.call(people.keeper.token, calls.people, {})).map(({ id }) => id)
    expect(offered).toContain(people.worker.id)
    expect(offered).not.toContain(people.stranger.id)
    expect(offered).not.toContain(people.head.id)
  })

  it('are filtered by word, role and department', async () => {
    await add({ roles: ['permitter'], publication: '筛选 A', certificate: 'ZS-77' })
    await add({ roles: ['shiftLeader'], publication: '筛选 B', depId: departments['A01A02A01']! })
    const query = { keyword: '筛选' }
    expect(await publications(people.reader.token, { ...query, role: 'permitter' })).toEqual(['筛选 A'])
    expect(await publications(people.reader.token, { ...query, depCode: 'A01A02A01' })).toEqual(['筛选 B'])
    expect(await publications(people.reader.token, { keyword: 'zs-77' })).toEqual(['筛选 A'])
    expect(await publications(people.reader.token, { keyword: 'worker 筛选' })).toHaveLength(2)
  })

  it('are refused with the field at fault in Chinese', async () => {
    expect(await refusal({ roles: [] })).toContain('角色（roles）：请选择角色')
    expect(await refusal({ roles: ['boss' as 'leader'] })).toContain('没有这种角色')
    expect(await refusal({ publication: ' ' })).toContain('公布文号（publication）：此项为必填项')
    expect(await refusal({ validFrom: '2026-02-30' })).toContain('没有这一天')
    expect(await refusal({ voltage: '36' as '35' })).toContain('电压等级（voltage）：请选择电压等级')
  })

  it('never change, whoever writes them, but are revoked once', async () => {
    const { id } = await add({ roles: ['hotWorker'] })
    const write = (statement: string) => harness.owner.query(statement, [id])
    for (const statement of [
      `update qualification set valid_until = valid_until + 1 where id = $1`,
      `update qualification set roles = '{issuer}' where id = $1`,
    ])
      await expect(write(statement)).rejects.toThrow(/can only be revoked/)
  })
})

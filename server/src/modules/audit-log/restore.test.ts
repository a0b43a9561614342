import { auditLogCalls as calls } from '@heliodesk/contract/audit-log.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { positionCalls } from '@heliodesk/contract/positions.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { createRole, hire, signInAdministrator } from '../../../test/hire.ts'
import { sealAudit } from '../../../test/seal-audit.ts'

const harness = useHarness()
let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})

/** The newest edit of a record, or of a table. */
async function latest(
  object: 'dictionary' | 'dictionary_item' | 'job_position' | 'role' | 'tenant_setting',
  record?: string,
) {
  await sealAudit(harness)
  const { records } = await harness.call(admin, calls.list, { object, record, kind: 'edit' })
  return harness.call(admin, calls.detail, { number: records[0]!.number })
}
const restore = (number: string, token = admin) => harness.call(token, calls.restore, { number })

describe('earlier values', () => {
  it('of a role are written as a new change with its own history, and not over a later one', async () => {
    const role = await createRole(harness, admin, ['order:list'])
    const edit = (roleName: string, version: number) =>
      harness.call(admin, roleCalls.edit, { ...role, roleName, version })
    await edit('改一', 1)
    const first = await latest('role', role.id)
    expect(first.restore).toEqual({ refusal: null })
    await restore(first.number)
    const now = await harness.call(admin, roleCalls.detail, { id: role.id })
    expect(now).toMatchObject({ roleName: role.roleName, version: 3 })
    expect((await latest('role', role.id)).changes).toContainEqual(
      expect.objectContaining({ before: '改一', after: role.roleName }),
    )
    await edit('改二', 3)
    expect((await harness.refused(admin, calls.restore, { number: first.number })).message).toContain(
      '在这之后又改过',
    )
  })

  it('of dictionaries, items and positions go through their forms', async () => {
    const dictionary = await harness.call(admin, dictionaryCalls.add, {
      dictCode: 'restored',
      dictName: '甲',
      description: '',
    })
    await harness.call(admin, dictionaryCalls.edit, { ...dictionary, dictName: '乙' })
    await restore((await latest('dictionary', dictionary.id)).number)
    expect((await harness.call(admin, dictionaryCalls.detail, { id: dictionary.id })).dictName).toBe('甲')

    const item = await harness.call(admin, dictionaryCalls.addItem, {
      dictId: dictionary.id,
      itemText: '红',
      itemValue: 'red',
    })
    await harness.call(admin, dictionaryCalls.editItem, { ...item, itemText: '绿', sortOrder: 9 })
    await restore((await latest('dictionary_item', item.id)).number)
    expect(await harness.call(admin, dictionaryCalls.itemDetail, { id: item.id })).toMatchObject({
      itemText: '红',
      sortOrder: item.sortOrder,
    })

    const position = await harness.call(admin, positionCalls.add, {
      code: 'restored',
      name: '岗位甲',
      postRank: 3,
      description: '',
    })
    await harness.call(admin, positionCalls.edit, { ...position, postRank: 1 })
    await restore((await latest('job_position', position.id)).number)
    expect(await harness.call(admin, positionCalls.detail, { id: position.id })).toMatchObject({
      postRank: 3,
    })
  })

  it('of settings, those that the edit changed, with its right', async () => {
    const change = async (values: object) => {
      const { version } = await harness.call(admin, settingCalls.system, {})
      return harness.call(admin, settingCalls.editSystem, { version, ...values })
    }
    await change({ productName: '一号' })
    await change({ productName: '二号', sessionHours: 100 })
    const { number, changes } = await latest('tenant_setting', 'system')
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: '产品名称', before: '一号', after: '二号' }),
        expect.objectContaining({ title: '登录最长时长（小时）', before: null, after: '100' }),
      ]),
    )
    await change({ filingNumber: '备案' })
    const viewer = await hire(harness, { username: 'audit.viewer', codes: ['audit:view'], hasAllData: true })
    expect((await harness.call(viewer.token, calls.detail, { number })).restore).toEqual({
      refusal: '您没有修改它的权限',
    })
    expect((await harness.refused(viewer.token, calls.restore, { number })).code).toBe('missing_right')
    await restore(number)
    expect((await harness.call(admin, settingCalls.system, {})).values).toMatchObject({
      productName: '一号',
      sessionHours: 8760,
      filingNumber: '备案',
    })
    expect((await harness.refused(admin, calls.restore, { number })).message).toBe(
      '“产品名称”在这之后又改过，请从最新的修改恢复',
    )
  })

  it('of anything else are only shown', async () => {
    await sealAudit(harness)
    const { records } = await harness.call(admin, calls.list, { object: 'role', kind: 'create' })
    const { number } = records[0]!
    expect((await harness.call(admin, calls.detail, { number })).restore).toBeNull()
    expect((await harness.refused(admin, calls.restore, { number })).message).toContain('可以按旧值恢复')
    await harness.refused(admin, calls.restore, { number: '999999999' })
  })
})

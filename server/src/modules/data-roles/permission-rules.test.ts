import type { Sent } from '@heliodesk/contract/call.ts'
import { dataRoleCalls as calls } from '@heliodesk/contract/data-roles.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site
let admin: string
let permissionId: string
let other: string
let roleId: string

beforeAll(async () => {
  admin = site.people.admin.token
  const { treeList } = await harness.call(admin, roleCalls.permissionTree, {})
  const all = treeList.flatMap((menu) => [menu, ...menu.children])
  permissionId = all.find(({ title }) => title === '任务中心')!.key
  other = all.find(({ title }) => title === '字典')!.key
  roleId = (
    await harness.call(admin, roleCalls.add, { roleCode: 'ruled', roleName: '受限', description: '' })
  ).id
})

type Rule = Sent<typeof calls.addPermissionRule>
let made = 0
const rule = (given: Partial<Rule>): Rule => {
  made += 1
  return {
    permissionId,
    ruleName: `规则 ${made}`,
    ruleColumn: 'taskType',
    ruleConditions: 'IN',
    ruleValue: '2',
    ...given,
  }
}
const add = (given: Partial<Rule>) => harness.call(admin, calls.addPermissionRule, rule(given))
const detail = (ruleId: string) => harness.call(admin, calls.detail, { id: ruleId.split('-')[0]! })

describe('rules of a menu', () => {
  it('are the conditions of all data roles, for menus that show stations or orders', async () => {
    const role = await harness.call(admin, calls.add, {
      code: 'two',
      name: '两个条件',
      siteTypes: ['H'],
      taskTypes: [2],
      taskTypesExcluded: true,
    })
    const rules = await harness.call(admin, calls.permissionRules, { permissionId, ruleName: role.name })
    expect(rules).toMatchObject([
      { ruleColumn: 'siteType', ruleConditions: 'IN', ruleValue: 'H', status: '1' },
      { ruleColumn: 'taskType', ruleConditions: '!=', ruleValue: '2' },
    ])
    expect(await harness.call(admin, calls.rulesOfPermission, { permissionId: other })).toEqual([])
    await harness.call(admin, calls.remove, { id: role.id })
  })

  it('are added as data roles with one condition, changed to another, and removed with the last one', async () => {
    const added = await add({ ruleValue: '7, 8' })
    expect(await detail(added.id)).toMatchObject({
      taskTypes: [7, 8],
      taskTypesExcluded: false,
      userCount: 0,
    })
    const edited = await harness.call(admin, calls.editPermissionRule, {
      ...rule({ ruleColumn: '手机号和联系电话', ruleConditions: '=', ruleValue: '遮住中间几位' }),
      id: added.id,
      status: '0',
    })
    expect(edited.id).toBe(`${added.id.split('-')[0]!}-phone`)
    expect(await detail(added.id)).toMatchObject({
      taskTypes: null,
      columns: { phone: 'mask' },
      enabled: false,
    })
    await harness.refused(admin, calls.deletePermissionRule, { id: added.id })
    await harness.call(admin, calls.deletePermissionRule, { id: edited.id })
    await harness.refused(admin, calls.detail, { id: added.id.split('-')[0]! })
  })

  it('leave the data role its other conditions', async () => {
    const role = await harness.call(admin, calls.add, {
      code: 'kept',
      name: '余下',
      siteTypes: ['H'],
      ownOrders: 'own',
      columns: { tariff: 'hide' },
    })
    await harness.call(admin, calls.deletePermissionRule, { id: `${role.id}-siteType` })
    await harness.call(admin, calls.deletePermissionRule, { id: `${role.id}-tariff` })
    const left = await harness.call(admin, calls.detail, { id: role.id })
    expect(left).toMatchObject({ siteTypes: null, ownOrders: 'own', columns: {} })
    const again = {
      ...rule({ ruleColumn: 'psaId', ruleValue: '999999' }),
      id: `${role.id}-ownOrders`,
    }
    expect((await harness.refused(admin, calls.editPermissionRule, again)).message).toBe(
      '数据不存在或无权查看',
    )
    await harness.call(admin, calls.deletePermissionRule, { id: `${role.id}-ownOrders` })
    await harness.refused(admin, calls.detail, { id: role.id })
  })

  it.each<[string, Partial<Rule>, string]>([
    [
      'a column that data roles do not know',
      { ruleColumn: 'flowSts' },
      '规则字段（ruleColumn）：数据规则不能按“flowSts”',
    ],
    [
      'SQL',
      { ruleConditions: 'USE_SQL_RULES' },
      '条件规则（ruleConditions）：“taskType”不能用“USE_SQL_RULES”，可用IN、=、!=',
    ],
    ['a variable', { ruleColumn: 'departmentId', ruleValue: '#{sys_org_code}' }, '规则值（ruleValue）：'],
    ['no type', { ruleValue: ' , ' }, '规则值（ruleValue）：请至少选择一项'],
    [
      'an unknown choice',
      { ruleColumn: 'ownOrders', ruleConditions: '=', ruleValue: 'mine' },
      '规则值（ruleValue）：',
    ],
    [
      'a column that cannot be masked',
      { ruleColumn: 'tariff', ruleConditions: '=', ruleValue: 'mask' },
      '规则值（ruleValue）：该列只能隐藏，不能遮住一部分',
    ],
  ])('refuse %s', async (_what, given, message) => {
    expect((await harness.refused(admin, calls.addPermissionRule, rule(given))).message).toContain(message)
  })

  it('are refused for a menu that shows none of that, and a second time for the same field', async () => {
    const wrong = await harness.refused(admin, calls.addPermissionRule, rule({ permissionId: other }))
    expect(wrong.message).toContain('数据规则对它不起作用')
    const role = await harness.call(admin, calls.add, {
      code: 'full',
      name: '满',
      siteTypes: ['H'],
      taskTypes: [1],
    })
    const twice = { ...rule({ ruleColumn: 'taskType' }), id: `${role.id}-siteType` }
    expect((await harness.refused(admin, calls.editPermissionRule, twice)).message).toContain(
      '已有“taskType”的规则',
    )
  })
})

describe('rules of a role', () => {
  const ofRole = () => harness.call(admin, calls.rulesOfRole, { permissionId, roleId })
  const save = (dataRuleIds: string) => ({ permissionId, roleId, dataRuleIds })

  it('are given and taken by their ids, whole data roles at once', async () => {
    const one = await add({})
    const both = await harness.call(admin, calls.add, {
      code: 'both',
      name: '一起',
      siteTypes: ['H'],
      taskTypes: [1],
    })
    const ids = [one.id, `${both.id}-siteType`, `${both.id}-taskType`]
    await harness.call(admin, calls.saveRulesOfRole, save(ids.join(',')))
    const { datarule, drChecked } = await ofRole()
    expect(drChecked.split(',').toSorted()).toEqual(ids.toSorted())
    expect(datarule.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const apart = await harness.refused(admin, calls.saveRulesOfRole, save(ids.slice(0, 2).join(',')))
    expect(apart.message).toBe('“一起”的数据规则只能一起授予或收回')
    await harness.call(admin, calls.saveRulesOfRole, save(`${one.id},`))
    expect((await ofRole()).drChecked).toBe(one.id)
    await harness.call(admin, calls.saveRulesOfRole, save(''))
    expect((await ofRole()).drChecked).toBe('')
    await harness.refused(admin, calls.saveRulesOfRole, save('999999-taskType'))
    await harness.refused(admin, calls.saveRulesOfRole, { ...save(''), permissionId: other })
    await harness.refused(admin, calls.rulesOfRole, { permissionId, roleId: '999999' })
    const { rows: theirs } = await harness.owner.query<{ id: string }>(
      `select r.id from role r where r.tenant_id <> (select tenant_id from role where id = $1) limit 1`,
      [roleId],
    )
    const foreign = { ...save(one.id), roleId: theirs[0]!.id }
    expect((await harness.refused(admin, calls.saveRulesOfRole, foreign)).message).toBe(
      '数据不存在或无权查看',
    )
    expect(await harness.call(admin, calls.rulesOfRole, { permissionId: other, roleId })).toEqual({
      datarule: [],
      drChecked: '',
    })
  })
})

import { checkCalls as calls } from '@heliodesk/contract/checks.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { serial, tooLarge } from './rule.fixture.ts'

const harness = useHarness()
let admin: string
let otherAdmin: string
let worker: string
const userId = (name: string) => harness.tenant.users[name]!.id

beforeAll(async () => {
  admin = await harness.signIn('a_admin')
  otherAdmin = await harness.signIn('b_admin')
  worker = await harness.signIn('a_worker')
})

const check = (tableName: string, fieldName: string, fieldVal: string, dataId = '', token = admin) =>
  harness.call(token, calls.unique, { tableName, fieldName, fieldVal, dataId })
const taken = (tableName: string, fieldName: string, fieldVal: string, dataId = '', token = admin) =>
  harness.refused(token, calls.unique, { tableName, fieldName, fieldVal, dataId })

describe('the duplicate check', () => {
  it('GET /sys/duplicate/check tells whether a value is taken by others than the one that is edited', async () => {
    expect(await check('sys_user', 'username', 'nobody.has.this')).toBe('该值可用！')
    expect(await taken('sys_user', 'username', 'A_WORKER')).toMatchObject({
      status: 200,
      message: '该值不可用，系统中已存在！',
    })
    expect(await check('sys_user', 'username', 'a_worker', userId('a_worker'))).toBe('该值可用！')
    expect((await taken('sys_user', 'username', 'a_worker', userId('a_admin'))).message).toBe(
      '该值不可用，系统中已存在！',
    )
    // Logins are unique across companies, but this check reveals nothing about other companies.
    expect(await check('sys_user', 'username', 'b_worker')).toBe('该值可用！')
  })

  it.each([
    ['sys_role', 'role_code', 'r10030'],
    ['sys_dict', 'dict_code', 'taskType'],
    ['sys_psa', 'name', '项目一'],
    ['sys_check_rule', 'rule_code', 'workNo'],
  ])('knows %s.%s', async (table, field, value) => {
    expect((await taken(table, field, value)).message).toBe('该值不可用，系统中已存在！')
    expect(await check(table, field, `${value}x`)).toBe('该值可用！')
  })

  it('knows the work number that somebody else of the company has, which forms then cannot store', async () => {
    await harness.owner.query(`update app_user set work_no = 'GH-1' where id = $1`, [userId('a_worker')])
    const says = '该值不可用，系统中已存在！'
    expect((await taken('sys_user', 'work_no', 'GH-1')).message).toBe(says)
    expect(await check('sys_user', 'work_no', 'GH-1', userId('a_worker'))).toBe('该值可用！')
    expect(await check('sys_user', 'work_no', 'GH-2')).toBe('该值可用！')
    expect(await check('sys_user', 'work_no', 'GH-1', '', otherAdmin)).toBe('该值可用！')
    expect((await taken('sys_user', 'work_no', 'GH-1', '', worker)).status).toBe(403)
  })

  it('keeps to the own company', async () => {
    await harness.call(admin, dictionaryCalls.add, { dictCode: 'ownOnly', dictName: '本公司' })
    expect((await taken('sys_dict', 'dict_code', 'ownOnly')).message).toBe('该值不可用，系统中已存在！')
    expect(await check('sys_dict', 'dict_code', 'ownOnly', '', otherAdmin)).toBe('该值可用！')
  })

  it('succeeds for an empty value', async () => {
    expect(await check('sys_user', 'username', '')).toBe('该值可用！')
  })

  it('tells nothing to those who may not set the field', async () => {
    for (const value of ['a_admin', 'nobody.has.this']) {
      const refusal = await taken('sys_user', 'username', value, '', worker)
      expect([refusal.status, refusal.message]).toEqual([403, '拒绝访问：需要“用户管理”权限（user:manage）'])
    }
  })

  it.each([
    ['app_user', 'username'],
    ['sys_user', 'password_hash'],
    ['sys_user', "username' or '1'='1"],
    ['sys_dict; drop table app_user', 'dict_code'],
    ['constructor', 'name'],
    ['sys_user.username', ''],
  ])('knows no other field than those listed: %s %s', async (tableName, fieldName) => {
    const { status, message } = await harness.refused(admin, calls.unique, {
      tableName,
      fieldName,
      fieldVal: 'x',
    })
    expect([200, 400]).toContain(status)
    expect(message).toMatch(/不支持检查的字段|此项为必填项/)
  })

  it.each(["' or '1'='1", "x'; drop table dictionary; --", '%', '\\', '𝄞'])(
    'takes %s for a plain value',
    async (value) => {
      expect(await check('sys_dict', 'dict_code', value)).toBe('该值可用！')
      expect(await check('sys_user', 'username', value)).toBe('该值可用！')
    },
  )
})

let last = 0
const addRule = (input: object = {}, token = admin) =>
  harness.call(token, calls.add, {
    ruleCode: `serial${++last}`,
    ruleName: '设备编号',
    segments: serial,
    ...input,
  })
const byCode = (ruleCode: string, value: string, token = admin) =>
  harness.call(token, calls.byCode, { ruleCode, value })
const refusedBy = (ruleCode: string, value: string, token = admin) =>
  harness.refused(token, calls.byCode, { ruleCode, value })

describe('the rule check', () => {
  it.each([
    ['光伏 01/东', encodeURIComponent('光伏 01/东')],
    ['100%', encodeURIComponent('100%')],
    ['A%2FB', encodeURIComponent('A%2FB')],
    ['%41', encodeURIComponent('%41')],
    ["plain-_.!~*'()", encodeURIComponent("plain-_.!~*'()")],
    ['A%41', 'A%41'],
    ['100%', '100%'],
    ['%e5%85%89', '%e5%85%89'],
    ['%FF', '%FF'],
    ['光 %E5%85%89', '光 %E5%85%89'],
  ])('takes “%s” from a value that clients encode before it is encoded: %s', async (value, arrives) => {
    const pattern = value.replaceAll(/[^\p{L}\d]/gu, '\\$&')
    const { ruleCode } = await addRule({ segments: [{ digits: '*', pattern, message: '不符' }] })
    const query = new URLSearchParams({ ruleCode, value: arrives }).toString()
    const { body } = await harness.request('GET', `/sys/checkRule/checkByCode?${query}`, { token: worker })
    expect(body).toMatchObject({ success: true })
  })

  it('takes 200 characters, however long they are encoded, and no more', async () => {
    const { ruleCode } = await addRule({ segments: [{ digits: '*', pattern: '光*', message: '不符' }] })
    expect(await byCode(ruleCode, encodeURIComponent('光'.repeat(200)))).toBeNull()
    for (const value of [encodeURIComponent('光'.repeat(201)), '光'.repeat(201), 'x'.repeat(1801)]) {
      expect((await refusedBy(ruleCode, value)).message).toMatch(/值（value）：最多允许输入200个字符/)
    }
  })

  it('GET /sys/checkRule/checkByCode takes ruleCode and an encoded value, and answers the rule’s message', async () => {
    const { ruleCode } = await addRule()
    expect(await byCode(ruleCode, 'GF2026001', worker)).toBeNull()
    expect(await refusedBy(ruleCode, 'GF2026 & 1?', worker)).toMatchObject({
      status: 200,
      message: '最后是 3 至 5 位流水号',
    })
    const signs = await addRule({ segments: [{ digits: '*', pattern: 'a&b=c\\?#%\\+ d', message: '不符' }] })
    const path = `/sys/checkRule/checkByCode?ruleCode=${signs.ruleCode}&value=${encodeURIComponent('a&b=c?#%+ d')}`
    expect((await harness.request('GET', path, { token: admin })).body).toMatchObject({ success: true })
  })

  it('knows no rule of another company, and passes what is empty', async () => {
    const { ruleCode } = await addRule()
    const unknown = { status: 200, message: '该编码不存在' }
    expect(await refusedBy('noSuchRule', 'x')).toMatchObject(unknown)
    expect(await refusedBy(ruleCode, 'x', otherAdmin)).toMatchObject(unknown)
    expect(await byCode(ruleCode, '')).toBeNull()
    expect(await byCode('', 'x')).toBeNull()
  })

  it('refuses a rule from before the bound at once, which its author still reads and mends', async () => {
    const rule = await addRule()
    await harness.owner.query('update check_rule set segments = $2 where id = $1', [
      rule.id,
      JSON.stringify(tooLarge),
    ])
    const start = process.cpuUsage()
    const refusals = await Promise.all(
      Array.from({ length: 8 }, () => refusedBy(rule.ruleCode, '光'.repeat(200), worker)),
    )
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000)
    expect(new Set(refusals.map(({ message }) => message))).toEqual(
      new Set([
        '编码规则过于复杂，无法校验：请减少第 1 段的重复次数或嵌套（到该段已有 2008 步，各段合计最多 1000 步）',
      ]),
    )
    const { records } = await harness.call(admin, calls.list, { keyword: rule.ruleCode })
    expect(records[0]!.segments).toEqual(tooLarge)
    const renamed = await harness.call(admin, calls.edit, { ...records[0]!, ruleName: '改名' })
    const changed = { ...renamed, segments: tooLarge.slice(1) }
    expect((await harness.refused(admin, calls.edit, changed)).code).toBe('check_rule.too_large')
    const mended = await harness.call(admin, calls.edit, { ...renamed, segments: serial })
    expect(await byCode(mended.ruleCode, 'GF2026001', worker)).toBeNull()
  })

  it('holds for what forms store, whoever sends it', async () => {
    const { records } = await harness.call(admin, calls.list, { keyword: 'workNo' })
    const rule = records[0]!
    expect(rule.builtIn).toBe(true)
    const { records: people } = await harness.call(admin, userCalls.list, { keyword: 'a_worker' })
    const person = people[0]!
    const edit = (workNo: string, at = person.version) => ({
      id: person.id,
      version: at,
      realname: person.realname,
      depId: person.depId,
      roleIds: person.roles.map(({ id }) => id),
      workNo,
    })
    expect((await harness.refused(admin, userCalls.edit, edit('工号 1'))).message).toBe(
      '工号以字母或数字开头',
    )
    const saved = await harness.call(admin, userCalls.edit, edit('A-17'))
    expect(saved.workNo).toBe('A-17')
    // A value from before the rule stays until it is changed.
    await harness.call(admin, calls.edit, {
      ...rule,
      segments: [{ digits: 4, pattern: '\\d{4}', message: '工号是 4 位数字' }],
    })
    expect(await harness.call(admin, userCalls.edit, edit('A-17', saved.version))).toBeTruthy()
    expect((await harness.refused(admin, userCalls.edit, edit('B-17', saved.version + 1))).message).toBe(
      '工号是 4 位数字',
    )
  })
})

describe('rules', () => {
  it('are added, found, tried, edited and removed', async () => {
    const rule = await addRule({ description: '采购的设备' })
    expect(rule).toMatchObject({ builtIn: false, version: 1, segments: serial })
    expect(await harness.call(admin, calls.list, { keyword: rule.ruleCode.toUpperCase() })).toMatchObject({
      total: 1,
      records: [rule],
    })
    expect(await harness.call(admin, calls.tryOut, { segments: serial, value: 'GF2026001' })).toBeNull()
    expect((await harness.refused(admin, calls.tryOut, { segments: serial, value: 'x' })).message).toBe(
      '前两位是大写字母',
    )
    const edited = await harness.call(admin, calls.edit, { ...rule, ruleName: '资产编号' })
    expect(edited).toMatchObject({ ruleName: '资产编号', version: 2 })
    await harness.call(admin, calls.remove, { id: rule.id })
    expect((await harness.refused(admin, calls.remove, { id: rule.id })).message).toBe('数据不存在或无权查看')
  })

  it('of one code are added once, however many try at the same time', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => addRule({ ruleCode: 'raced' })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      (await harness.refused(admin, calls.add, { ruleCode: 'raced', ruleName: '又', segments: serial }))
        .message,
    ).toBe('规则编码已存在')
  })

  it('that forms name keep their code and stay', async () => {
    const { records } = await harness.call(admin, calls.list, { keyword: 'dictCode' })
    const says = { message: '内置规则由表单引用，不能删除，也不能修改编码' }
    expect(await harness.refused(admin, calls.remove, { id: records[0]!.id })).toMatchObject(says)
    expect(await harness.refused(admin, calls.edit, { ...records[0]!, ruleCode: 'other' })).toMatchObject(
      says,
    )
  })

  it('belong to one company and to those who manage them', async () => {
    const rule = await addRule()
    expect((await harness.call(otherAdmin, calls.list, { keyword: rule.ruleCode })).total).toBe(0)
    expect((await harness.refused(worker, calls.list, {})).status).toBe(403)
  })

  it.each([
    ['no segment', [], /校验规则（segments）：请至少添加一段/],
    ['a broken pattern', [{ digits: '*', pattern: '(', message: '不符' }], /第 1 段的正则表达式不正确/],
    ['a program that is too large', tooLarge, /编码规则过于复杂.*第 1 段/],
    ['a back reference', [{ digits: '*', pattern: '(a)\\1', message: '不符' }], /第 1 段的正则表达式不正确/],
    ['0 digits', [{ digits: 0, pattern: 'a', message: '不符' }], /位数应为 1~200 的整数或 \*/],
    [
      '* before the end',
      [
        { digits: '*', pattern: 'a', message: '不符' },
        { digits: 1, pattern: 'a', message: '不符' },
      ],
      /位数为 \* 的一段只能放在最后/,
    ],
    [
      'no message',
      [{ digits: 1, pattern: 'a', message: ' ' }],
      /提示文字（segments.0.message）：此项为必填项/,
    ],
  ])('are not added with %s', async (_name, segments, says) => {
    const refusal = await harness.refused(admin, calls.add, { ruleCode: 'bad', ruleName: '坏', segments })
    expect(refusal.message).toMatch(says)
  })
})

import { dictionaryCalls as calls } from '@heliodesk/contract/dictionaries.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()

const who = useSignedIn(harness, {
  admin: 'a_admin',
  otherAdmin: 'b_admin',
  master: 'a_master',
  eastern: 'a_east_master',
})

const tree = (tableName: string, input: object = {}, token = who.admin) =>
  harness.call(token, calls.loadTreeData, { tableName, ...input })
const refusedTree = (tableName: string, input: object = {}, token = who.admin) =>
  harness.refused(token, calls.loadTreeData, { tableName, ...input })
const titles = (nodes: { title: string }[]) => nodes.map(({ title }) => title)

/** 一次设备 (逆变器 (组串式, 集中式), 箱变), 二次设备. */
async function makeLevels(dictCode: string, token = who.admin) {
  const { id: dictId } = await harness.call(token, calls.add, { dictCode, dictName: '设备分类' })
  const item = (itemText: string, itemValue: string, parentId: string | null = null, more: object = {}) =>
    harness.call(token, calls.addItem, { dictId, itemText, itemValue, parentId, ...more })
  const primary = await item('一次设备', '1', null, { sortOrder: 1 })
  const secondary = await item('二次设备', '2', null, { sortOrder: 2 })
  const inverter = await item('逆变器', '11', primary.id, { sortOrder: 1 })
  const transformer = await item('箱变', '12', primary.id, { sortOrder: 2 })
  const string = await item('组串式', '111', inverter.id, { sortOrder: 1 })
  await item('集中式', '112', inverter.id, { sortOrder: 2 })
  return { dictId, item, primary, secondary, inverter, transformer, string }
}

describe('GET /sys/dict/loadTreeData', () => {
  it('answers one level with key, value, label, leaf (0 has children, 1 is a leaf) and isLeaf', async () => {
    await makeLevels('deviceClass')
    const condition = JSON.stringify({ dictCode: 'deviceClass' })
    const full = { text: 'item_text', code: 'item_value', pidField: 'parent_id', hasChildField: 'has_child' }
    expect(await tree('sys_dict_item', { condition, ...full })).toEqual([
      {
        key: '1',
        value: '1',
        title: '一次设备',
        label: '一次设备',
        leaf: 0,
        isLeaf: false,
        parentId: null,
      },
      {
        key: '2',
        value: '2',
        title: '二次设备',
        label: '二次设备',
        leaf: 1,
        isLeaf: true,
        parentId: null,
      },
    ])
    const below = await tree('sys_dict_item', { condition, pid: '1', ...full })
    expect(below).toMatchObject([
      { key: '11', title: '逆变器', leaf: 0, parentId: '1' },
      { key: '12', title: '箱变', leaf: 1, parentId: '1' },
    ])
    expect(titles(await tree('sys_dict_item', { condition, pid: '0' }))).toEqual(['一次设备', '二次设备'])
    expect(await tree('sys_dict_item', { condition }, who.otherAdmin)).toEqual([])
    expect(await tree('sys_dict_item')).toEqual([])
  })

  it('leaves items out of force out, and says so of what is above them', async () => {
    const { item, transformer } = await makeLevels('offClass')
    await item('干式', '121', transformer.id, { status: '0' })
    const condition = JSON.stringify({ dictCode: 'offClass' })
    expect(await tree('sys_dict_item', { condition, pid: '1' })).toMatchObject([{}, { key: '12', leaf: 1 }])
  })

  it('cuts departments to the caller’s own', async () => {
    expect(titles(await tree('sys_depart'))).toEqual(['总部'])
    const [top] = await tree('sys_depart', { code: 'org_code', pid: 'A01' })
    expect(top).toMatchObject({ key: 'A01A01', title: '东部中心', leaf: 1, parentId: 'A01' })
    expect(await tree('sys_depart', {}, who.master)).toMatchObject([
      { title: '西部中心', parentId: null, leaf: 1 },
    ])
    expect(await tree('sys_depart', { pid: harness.tenant.departments['A01'] }, who.master)).toEqual([])
    expect(await tree('sys_depart', { pid: harness.tenant.departments['A01'] }, who.otherAdmin)).toEqual([])
  })

  it('cuts projects to those in the caller’s scope', async () => {
    expect(titles(await tree('sys_psa'))).toEqual(['项目一', '项目二'])
    expect(titles(await tree('sys_psa', {}, who.eastern))).toEqual(['项目一'])
    expect(titles(await tree('sys_psa', { condition: '{"status":"3"}' }))).toEqual([])
  })

  it('reads device types and material categories with their levels', async () => {
    await harness.owner.query(
      `with above as (
         insert into material_category (tenant_id, code, name, belong_to)
         values ($1, '91', '光伏组件', 'spare') returning id)
       insert into material_category (tenant_id, parent_id, code, name, belong_to)
       select $1, id, '9101', '单晶', 'spare' from above`,
      [harness.tenant.tenantId],
    )
    const spare = { condition: '{"belongTo":"spare"}' }
    expect(await tree('material_category', spare)).toContainEqual(
      expect.objectContaining({ key: '91', title: '光伏组件', leaf: 0 }),
    )
    expect(await tree('material_category', { ...spare, pid: '91' })).toMatchObject([{ key: '9101', leaf: 1 }])
    expect(await tree('material_category', { ...spare, pid: '91' }, who.otherAdmin)).toEqual([])
    const types = await tree('device_type', { code: 'code' })
    expect(types.length).toBeGreaterThan(0)
    const branch = types.find(({ leaf }) => leaf === 0)!
    for (const below of await tree('device_type', { code: 'code', pid: branch.key }))
      expect(below.parentId).toBe(branch.key)
  })

  it.each([
    ['a table of the database', 'app_user', {}],
    ['a table that is two statements', 'sys_depart; drop table app_user', {}],
    ['a sub-select for a table', '(select password_hash from app_user)', {}],
    ['a name that every object has', 'constructor', {}],
    ['another text column', 'sys_depart', { text: 'password_hash' }],
    ['an expression for a text', 'sys_depart', { text: "depart_name||(select 'x')" }],
    ['another code column', 'sys_depart', { code: 'tenant_id' }],
    ['another parent column', 'sys_depart', { pidField: "parent_id or '1'='1'" }],
    ['another child column', 'sys_depart', { hasChildField: 'pg_sleep(1)' }],
    ['another condition', 'sys_depart', { condition: '{"tenant_id":"1"}' }],
    ['SQL in the name of a condition', 'sys_depart', { condition: `{"1=1) or (1":"1"}` }],
    ['a prototype for a condition', 'sys_depart', { condition: '{"__proto__":"1"}' }],
  ])('refuses %s', async (_name, tableName, input) => {
    const { status, message } = await refusedTree(tableName, input)
    expect(status).toBe(200)
    expect(message).toMatch(/^不支持的(字典表|显示字段|取值字段|上级字段|下级标识字段|查询条件)：/)
  })

  it.each(['status=1', '[]', '"1"', '1', '{"status":{"ne":"1"}}', '{"status":"\\u0000"}', '{'])(
    'takes a condition that is a JSON object only: %s',
    async (condition) => {
      expect((await refusedTree('sys_depart', { condition })).message).toBe(
        '组件TreeSelect-condition传值有误，需要一个json字符串!',
      )
    },
  )

  it.each(["' or '1'='1", "1'; drop table app_user; --", '1) union select password_hash'])(
    'takes %s for a plain value',
    async (value) => {
      expect(await tree('sys_depart', { pid: value })).toEqual([])
      expect(await tree('sys_depart', { condition: JSON.stringify({ status: value }) })).toEqual([])
      expect(await tree('sys_dict_item', { condition: JSON.stringify({ dictCode: value }) })).toEqual([])
    },
  )
})

describe('GET /sys/dict/loadDictItem/{dict}', () => {
  const texts = (dict: string, key: string, token = who.admin) =>
    harness.call(token, calls.loadDictItem, { dict, key })

  it('takes keys and answers their texts in order, of a dictionary and of a table', async () => {
    expect(await texts('flowSts', '5,1')).toEqual(['已终止', '待指派'])
    expect(await texts('flowSts', '1,99,2')).toEqual(['待指派', null, '处理中'])
    expect(await texts('flowSts', '')).toEqual([])
    expect(await texts('sys_depart,depart_name,org_code', 'A01A02,A01')).toEqual(['西部区域', '总部'])
  })

  it('knows the items of all dictionaries together; a value that several have is the oldest one’s', async () => {
    const any = 'sys_dict_item,item_text,item_value'
    const { id: dictId } = await harness.call(who.admin, calls.add, { dictCode: 'latest', dictName: '最新' })
    const item = (itemText: string, itemValue: string, status: '0' | '1' = '1') =>
      harness.call(who.admin, calls.addItem, { dictId, itemText, itemValue, status })
    await item('只此一项', 'onlyHere')
    await item('停用项', 'outOfForce', '0')
    const { records } = await harness.call(who.admin, calls.list, { pageSize: 500 })
    const [oldest] = records.toSorted((one, other) => Number(one.id) - Number(other.id))
    const [first] = await harness.call(who.admin, calls.listItems, { dictId: oldest!.id })
    await item('同值的新字典项', first!.itemValue)
    expect(await texts(any, `onlyHere,outOfForce,${first!.itemValue},onlyHere`)).toEqual([
      '只此一项',
      null,
      first!.itemText,
      '只此一项',
    ])
    expect(await texts(any, 'onlyHere', who.otherAdmin)).toEqual([null])
    const choices = await harness.call(who.admin, calls.items, { code: any })
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length)
    expect(choices).toContainEqual(expect.objectContaining({ codeValue: 'onlyHere', dispName: '只此一项' }))
  })

  it('answers what is beyond the caller like what is not there', async () => {
    expect(await texts('sys_depart,depart_name,org_code', 'A01A01,A01A02A01,A77', who.master)).toEqual([
      null,
      '西部中心',
      null,
    ])
    const [{ psaId } = { psaId: '' }] = harness.tenant.stations
    expect(await texts('sys_psa,name,id', psaId, who.otherAdmin)).toEqual([null])
  })

  it.each(['sys_depart,depart_name', 'sys_depart,depart_name,id,1=1', 'sys_depart,,id', ',,'])(
    'of a malformed code %s answers 字典Code格式不正确！',
    async (dict) => {
      expect((await harness.refused(who.admin, calls.loadDictItem, { dict, key: '1' })).message).toBe(
        '字典Code格式不正确！',
      )
      expect((await harness.refused(who.admin, calls.items, { code: dict })).message).toBe(
        '字典Code格式不正确！',
      )
    },
  )

  it.each([
    'app_user,password_hash,id',
    "sys_depart,depart_name' from department--,id",
    'sys_depart,depart_name,tenant_id',
  ])('refuses the table %s', async (dict) => {
    expect((await harness.refused(who.admin, calls.loadDictItem, { dict, key: '1' })).message).toMatch(
      /^不支持的/,
    )
  })
})

it('GET /sys/dict/getDictItems/{code} answers a known table like a dictionary', async () => {
  expect(await harness.call(who.eastern, calls.items, { code: 'sys_psa,name,id' })).toEqual([
    {
      value: harness.tenant.stations[0]!.psaId,
      codeValue: harness.tenant.stations[0]!.psaId,
      text: '项目一',
      title: '项目一',
      label: '项目一',
      dispName: '项目一',
      color: null,
    },
  ])
})

describe('items with levels', () => {
  it('stand below another of the same dictionary', async () => {
    const { primary, inverter } = await makeLevels('levels')
    expect(inverter.parentId).toBe(primary.id)
    const other = await makeLevels('otherLevels')
    const says = { message: '上级不是该字典中的字典项' }
    expect(
      await harness.refused(who.admin, calls.editItem, { ...inverter, parentId: other.primary.id }),
    ).toMatchObject(says)
    expect(
      await harness.refused(who.admin, calls.editItem, { ...inverter, parentId: '999999' }),
    ).toMatchObject(says)
    expect(await harness.call(who.admin, calls.editItem, { ...inverter, parentId: null })).toMatchObject({
      parentId: null,
    })
  })

  it('never stand below themselves, and at most 5 levels deep', async () => {
    const { item, primary, secondary, inverter, string } = await makeLevels('rings')
    const ring = { message: '上级不能是自己或自己的下级' }
    for (const parentId of [primary.id, inverter.id, string.id]) {
      expect(await harness.refused(who.admin, calls.editItem, { ...primary, parentId })).toMatchObject(ring)
    }
    const fourth = await item('四级', '4', string.id)
    const fifth = await item('五级', '5', fourth.id)
    const deep = { message: '字典项最多 5 级' }
    expect(
      await harness.refused(who.admin, calls.addItem, {
        dictId: primary.dictId,
        itemText: '六级',
        itemValue: '6',
        parentId: fifth.id,
      }),
    ).toMatchObject(deep)
    expect(
      await harness.refused(who.admin, calls.editItem, { ...primary, parentId: secondary.id }),
    ).toMatchObject(deep)
  })

  it('make no ring when two are moved below each other at the same time', async () => {
    const { primary, secondary } = await makeLevels('raced')
    const answers = await Promise.all(
      [
        { ...primary, parentId: secondary.id },
        { ...secondary, parentId: primary.id },
      ].map((body) => harness.request('PUT', '/sys/dictItem/edit', { token: who.admin, body })),
    )
    expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
  })

  it('are not removed while others stand below', async () => {
    const { primary, transformer, dictId } = await makeLevels('removal')
    expect((await harness.refused(who.admin, calls.removeItem, { id: primary.id })).message).toBe(
      '该字典项有下级，请先删除或移走下级',
    )
    await harness.call(who.admin, calls.removeItem, { id: transformer.id })
    await harness.call(who.admin, calls.remove, { id: dictId })
  })
})

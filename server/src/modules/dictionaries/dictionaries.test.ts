import { dictionaryCalls as calls } from '@heliodesk/contract/dictionaries.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness()
let admin: string
let otherAdmin: string

beforeAll(async () => {
  const adminOf = (tenant: typeof harness.tenant) =>
    Object.values(tenant.users).find((each) => each.roleCode === 'admin')!
  admin = await harness.signIn(adminOf(harness.tenant).username)
  otherAdmin = await harness.signIn(adminOf(harness.otherTenant).username)
})

let last = 0
const add = (input: object = {}) =>
  harness.call(admin, calls.add, { dictCode: `colour${++last}`, dictName: '颜色', ...input })
const addItem = (dictId: string, itemValue: string, input: object = {}) =>
  harness.call(admin, calls.addItem, { dictId, itemText: `名称${itemValue}`, itemValue, ...input })

/** A choice with both sets of field names, and with those of the Jeecg family (spec 2 §3). */
const named = (value: string, text: string) => ({
  value,
  codeValue: value,
  text,
  title: text,
  label: text,
  dispName: text,
})

describe('dictionaries', () => {
  it('are added, found, edited and removed', async () => {
    const added = await add({ description: '组件颜色' })
    expect(added).toMatchObject({ itemCount: 0, builtIn: false, version: 1 })
    const found = await harness.call(admin, calls.list, { keyword: added.dictCode.toUpperCase() })
    expect(found).toMatchObject({ total: 1, records: [added] })
    const edited = await harness.call(admin, calls.edit, { ...added, dictName: '色彩' })
    expect(edited).toMatchObject({ dictName: '色彩', version: 2 })
    await harness.call(admin, calls.remove, { id: added.id })
    expect((await harness.call(admin, calls.list, { keyword: added.dictCode })).total).toBe(0)
  })

  it('answer their items in force, in order, under both families of names', async () => {
    const dictionary = await add()
    await addItem(dictionary.id, '2', { sortOrder: 1, color: '#c94a06' })
    await addItem(dictionary.id, '1', { sortOrder: 2 })
    await addItem(dictionary.id, '3', { status: '0' })
    const items = await harness.call(admin, calls.items, { code: dictionary.dictCode })
    expect(items).toEqual([
      { ...named('2', '名称2'), color: '#c94a06' },
      { ...named('1', '名称1'), color: null },
    ])
    expect((await harness.call(admin, calls.all, {}))[dictionary.dictCode]).toEqual(items)
    expect(await harness.call(admin, calls.listItems, { dictId: dictionary.id })).toHaveLength(3)
  })

  it('GET /sys/dict/refleshCache takes no payload and answers success and result', async () => {
    const { status, body } = await harness.request('GET', '/sys/dict/refleshCache', { token: admin })
    expect([status, body.success, body.result]).toEqual([200, true, null])
  })

  it('GET /sys/dict/queryAllDictItems takes no payload and answers what is true now', async () => {
    const dictionary = await add()
    await addItem(dictionary.id, '1')
    const { status, body } = await harness.request('GET', '/sys/dict/queryAllDictItems', { token: admin })
    expect([status, body.success]).toEqual([200, true])
    expect(body.result).toMatchObject({ [dictionary.dictCode]: [{ value: '1', label: '名称1' }] })
  })

  it('are refreshed by those who manage them, and then answered as they are now', async () => {
    const dictionary = await add()
    await addItem(dictionary.id, '1')
    expect(await harness.call(admin, calls.refresh, {})).toBeNull()
    const { [dictionary.dictCode]: items } = await harness.call(admin, calls.all, {})
    expect(items).toMatchObject([{ value: '1', label: '名称1' }])
    expect((await harness.call(otherAdmin, calls.all, {}))[dictionary.dictCode]).toBeUndefined()
    const worker = Object.values(harness.tenant.users).find(({ roleCode }) => roleCode !== 'admin')!
    const refusal = await harness.refused(await harness.signIn(worker.username), calls.refresh, {})
    expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining('字典管理') })
  })

  it('keep their item’s values apart', async () => {
    const dictionary = await add()
    const item = await addItem(dictionary.id, 'a')
    await addItem(dictionary.id, 'b')
    const taken = { message: '该字典中已有相同的数据值' }
    expect(
      await harness.refused(admin, calls.addItem, { dictId: dictionary.id, itemText: '又', itemValue: 'a' }),
    ).toMatchObject(taken)
    expect(await harness.refused(admin, calls.editItem, { ...item, itemValue: 'b' })).toMatchObject(taken)
    expect(await harness.call(admin, calls.editItem, { ...item, itemText: '改名' })).toMatchObject({
      itemText: '改名',
    })
    const free = (input: { itemValue: string; id?: string }) =>
      harness.call(admin, calls.checkItem, { dictId: dictionary.id, ...input })
    const used = (input: object, token = admin) =>
      harness.refused(token, calls.checkItem, { dictId: dictionary.id, ...input })
    expect(await free({ itemValue: 'c' })).toBeNull()
    expect(await free({ itemValue: 'a', id: item.id })).toBeNull()
    expect(await used({ itemValue: 'a' })).toMatchObject(taken)
    expect(await used({ itemValue: 'b', id: item.id })).toMatchObject(taken)
    expect(await used({ itemValue: 'a' }, otherAdmin)).toMatchObject({ message: '数据不存在或无权查看' })
    await harness.call(admin, calls.removeItem, { id: item.id })
    expect(await harness.refused(admin, calls.removeItem, { id: item.id })).toMatchObject({
      message: '数据不存在或无权查看',
    })
  })

  it('of one code are added once, however many try at the same time', async () => {
    const body = { dictCode: 'race', dictName: '并发' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => harness.request('POST', '/sys/dict/add', { token: admin, body })),
    )
    expect(answers.filter((answer) => answer.body.success === true)).toHaveLength(1)
    expect(
      new Set(answers.filter((each) => each.body.success !== true).map((each) => each.body.message)),
    ).toEqual(new Set(['字典编码已存在']))
  })

  it('have an item changed by one of several who try at the same time', async () => {
    const dictionary = await add()
    const item = await addItem(dictionary.id, 'a')
    expect(item.version).toBe(1)
    const names = ['甲', '乙', '丙', '丁']
    const edits = await Promise.allSettled(
      names.map((itemText) => harness.call(admin, calls.editItem, { ...item, itemText })),
    )
    const saved = edits.flatMap((edit) => (edit.status === 'fulfilled' ? [edit.value] : []))
    expect(saved).toHaveLength(1)
    expect(saved[0]!.version).toBe(2)
    expect(await harness.call(admin, calls.itemDetail, { id: item.id })).toEqual(saved[0])
    expect(await harness.call(admin, calls.editItem, { ...saved[0]!, itemText: '己' })).toMatchObject({
      itemText: '己',
      version: 3,
    })
  })

  it('that rules name keep their code and stay', async () => {
    const { records } = await harness.call(admin, calls.list, { keyword: 'taskCategory' })
    const builtIn = records[0]!
    expect(builtIn.builtIn).toBe(true)
    const says = { message: '内置字典不能删除，也不能修改编码' }
    expect(await harness.refused(admin, calls.edit, { ...builtIn, dictCode: 'other' })).toMatchObject(says)
    expect(await harness.refused(admin, calls.remove, { id: builtIn.id })).toMatchObject(says)
  })

  it('are read by nobody of another company, not by their code either', async () => {
    const dictionary = await add()
    await addItem(dictionary.id, '1')
    expect(await harness.call(otherAdmin, calls.items, { code: dictionary.dictCode })).toEqual([])
  })

  it.each([
    [{ dictName: '颜色' }, /字典编码（dictCode）：此项为必填项/],
    [{ dictCode: '1 颜色', dictName: '颜色' }, /字典编码（dictCode）：以字母开头/],
    [{ dictCode: 'colour', dictName: ' ' }, /字典名称（dictName）：此项为必填项/],
    [{ dictCode: 'colour', dictName: '长'.repeat(65) }, /字典名称（dictName）：最多允许输入64个字符/],
  ])('are not added from %j', async (body, says) => {
    const { status, message } = await harness.refused(admin, calls.add, body)
    expect(status).toBe(400)
    expect(message).toMatch(says)
  })
})

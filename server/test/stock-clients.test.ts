import { beforeAll, describe, expect, it } from 'vitest'
import { solveCaptcha, useHarness } from './harness.ts'
import { StockClient, type Read } from './stock-client.ts'

const harness = useHarness()
let client: StockClient
/** The administrator's sign-in; their own data scope and work number are sent in every body. */
let signedIn: Read

beforeAll(async () => {
  await harness.owner.query(`update app_user set work_no = 'ADM-1' where username = 'a_admin'`)
  client = new StockClient(harness)
  signedIn = await client.post('/sys/login', {
    username: 'a_admin',
    password: harness.tenant.password,
    captchaType: 1,
    captchaVO: await solveCaptcha(harness),
    checkKey: 1_763_000_000_000,
    mobile: '',
    smsMode: 0,
  })
  client.keep(signedIn.result)
})

const department = (code: string) => harness.tenant.departments[code]!

/** The rows that such a client shows for a page of a list. */
async function rowsOf(path: string, query: object = {}) {
  const page = { column: 'createTime', order: 'desc', field: 'id,,,', pageNo: 1, pageSize: 500, ...query }
  const { success, result } = await client.get(path, page)
  expect([path, success]).toEqual([path, true])
  return (Array.isArray(result) ? result : (result as { records: unknown[] }).records) as Row[]
}
type Row = Record<string, unknown> & { id: string }

const succeeds = async (answer: Promise<Read>): Promise<Row> => {
  const { status, success, result, message } = await answer
  expect({ status, success, message }).toMatchObject({ status: 200, success: true })
  return result as Row
}

describe('a stock client', () => {
  it('signs in, with what it stores in the answer', () => {
    expect(signedIn).toMatchObject({
      status: 200,
      success: true,
      code: '200',
      result: {
        token: expect.any(String),
        userInfo: { username: 'a_admin', realname: expect.any(String), hasAllData: '1', workNo: 'ADM-1' },
        departs: [{ orgCode: 'A01' }],
        sysAllDictItems: expect.any(Object),
      },
    })
  })

  it('draws its menu: what has children opens, what has none is a link, and nothing at the top is hidden', async () => {
    type Entry = { path: string; component: string; hidden: boolean; meta: object; children?: Entry[] }
    const { menu, auth, allAuth } = (await succeeds(
      client.get('/sys/permission/getUserPermissionByToken', { token: 'any' }),
    )) as unknown as { menu: Entry[]; auth: object[]; allAuth: object[] }
    // Like its permission store: a top entry whose children are all hidden is hidden itself, even with an empty list.
    const drawn = menu.filter(({ hidden, children }) => !hidden && !children?.every((child) => child.hidden))
    expect(drawn.map(({ path }) => path)).toEqual(
      menu.filter(({ hidden }) => !hidden).map(({ path }) => path),
    )
    const flat = (entries: Entry[]): Entry[] =>
      entries.flatMap((each) => [each, ...flat(each.children ?? [])])
    for (const { path, component, children } of flat(menu))
      expect([path, component.length > 0, children?.length]).not.toEqual([path, expect.any(Boolean), 0])
    expect(auth.length).toBeGreaterThan(0)
    expect(allAuth.length).toBeGreaterThanOrEqual(auth.length)
  })

  it('reads dictionaries under its names, and texts of values with and without naming a dictionary', async () => {
    const items = await succeeds(client.get('/sys/dict/getDictItems/flowSts'))
    expect(items).toContainEqual(
      expect.objectContaining({ codeValue: '1', value: '1', dispName: '待指派', label: '待指派' }),
    )
    const text = (dict: string, key: string) =>
      succeeds(client.get(`/sys/dict/loadDictItem/${dict}`, { key }))
    expect(await text('flowSts', '1,5')).toEqual(['待指派', '已终止'])
    expect(await text('sys_dict_item,item_text,item_value', 'no-such-value')).toEqual([null])
    expect(await text('sys_depart,depart_name,id', department('A01A01'))).toEqual(['东部中心'])
    const roots = await succeeds(
      client.get('/sys/dict/loadTreeData', {
        pid: '0',
        tableName: 'sys_depart',
        text: 'depart_name',
        code: 'id',
        pidField: 'parent_id',
        hasChildField: '',
        condition: '',
      }),
    )
    expect(roots).toMatchObject([{ key: department('A01'), title: '总部', leaf: 0 }])
    expect(await succeeds(client.get('/sys/dict/refleshCache'))).toBeNull()
    expect(await succeeds(client.get('/sys/dict/queryAllDictItems'))).toHaveProperty('flowSts')
  })

  it('keeps a dictionary with its items', async () => {
    const unique = {
      tableName: 'sys_dict',
      fieldName: 'dict_code',
      fieldVal: 'stockColour',
      dataId: undefined,
    }
    await succeeds(client.get('/sys/duplicate/check', unique))
    await succeeds(
      client.post('/sys/dict/add', { dictCode: 'stockColour', dictName: '颜色', description: '' }),
    )
    const dictionary = (await rowsOf('/sys/dict/list')).find(({ dictCode }) => dictCode === 'stockColour')
    const dictId = dictionary!.id
    await succeeds(client.get('/sys/dictItem/dictItemCheck', { itemValue: 'red', dictId }))
    await succeeds(
      client.post('/sys/dictItem/add', {
        dictId,
        itemText: '红',
        itemValue: 'red',
        description: '',
        sortOrder: 1,
        status: '1',
      }),
    )
    const [item] = await rowsOf('/sys/dictItem/list', { dictId })
    expect((await client.get('/sys/dictItem/dictItemCheck', { itemValue: 'red', dictId })).success).toBe(
      false,
    )
    await succeeds(client.put('/sys/dictItem/edit', { ...item, itemText: '大红' }))
    await succeeds(client.put('/sys/dict/edit', { ...dictionary, dictName: '色彩' }))
    await succeeds(client.delete('/sys/dictItem/delete', { id: item!.id }))
    await succeeds(client.delete('/sys/dict/delete', { id: dictId }))
  })

  it('keeps departments: adds, shows by id, edits from the tree, removes', async () => {
    type Node = Row & { departName: string; children: Node[] }
    const tree = async () => (await succeeds(client.get('/sys/sysDepart/queryTreeList'))) as unknown as Node[]
    const added = await succeeds(
      client.post('/sys/sysDepart/add', {
        parentId: department('A01'),
        orgCategory: '2',
        departName: '备件中心',
        departOrder: 0,
        mobile: undefined,
      }),
    )
    const { department: shown } = await succeeds(client.get('/sys/sysDepart/detail', { id: added.id }))
    expect(shown).toMatchObject({ id: added.id, title: '备件中心' })
    const node = (await tree())[0]!.children.find(({ departName }) => departName === '备件中心')!
    await succeeds(client.put('/sys/sysDepart/edit', { ...node, departName: '备件库' }))
    expect((await client.delete('/sys/sysDepart/delete', { id: department('A01') })).success).toBe(false)
    await succeeds(client.delete('/sys/sysDepart/delete', { id: added.id }))
  })

  it('finds departments under every name by which it asks for the tree', async () => {
    type Node = Row & { departName: string; title: string; isLeaf: boolean; children: Node[] }
    const read = async (path: string, params = {}) =>
      (await succeeds(client.get(`/sys/sysDepart/${path}`, params))) as unknown as Node[]
    const whole = await read('queryTreeList')
    expect(await read('queryIdTree')).toEqual(whole)
    expect(await read('queryMyDeptTreeList')).toEqual(whole)
    const [top] = await read('queryDepartTreeSync', { pid: '' })
    expect(top).toMatchObject({ key: department('A01'), isLeaf: false, children: [] })
    const below = await read('queryDepartTreeSync', { pid: top!.id })
    expect(below.map(({ title }) => title)).toEqual(whole[0]!.children.map(({ title }) => title))
    const [found] = await read('searchBy', { keyWord: '西部中心' })
    expect(found!.children.map(({ title }) => title)).toEqual(['西部区域'])
    expect(found!.children[0]!.children.map(({ title }) => title)).toEqual(['西部中心'])
    expect(await read('searchBy', { keyWord: '没有这个部门' })).toEqual([])
  })

  it('removes several records at once, all of them or none, and edits by POST too', async () => {
    const add = (path: string, data: object) => succeeds(client.post(path, { ...data }))
    const kinds = [
      ['/sys/role', (n: number) => ({ roleCode: `several${n}`, roleName: `批量 ${n}`, description: '' })],
      ['/sys/dict', (n: number) => ({ dictCode: `several_${n}`, dictName: `批量 ${n}`, description: '' })],
      [
        '/sys/checkRule',
        (n: number) => ({
          ruleCode: `several${n}`,
          ruleName: `批量 ${n}`,
          description: '',
          segments: [{ digits: '*', pattern: '[0-9]*', message: '只能是数字' }],
        }),
      ],
      [
        '/sys/sysDepart',
        (n: number) => ({ parentId: department('A01'), departName: `批量 ${n}`, departOrder: n }),
      ],
    ] as const
    for (const [path, record] of kinds) {
      const made = [await add(`${path}/add`, record(1)), await add(`${path}/add`, record(2))]
      await succeeds(client.post(`${path}/edit`, { ...made[0]!, ...record(1) }))
      const ids = made.map(({ id }) => id).join(',')
      expect([
        path,
        (await client.delete(`${path}/deleteBatch`, { ids: `${ids},999999999` })).success,
      ]).toEqual([path, false])
      await succeeds(client.delete(`${path}/deleteBatch`, { ids: `${ids},` }))
      expect([path, (await client.delete(`${path}/delete`, { id: made[0]!.id })).success]).toEqual([
        path,
        false,
      ])
    }
  })

  it('keeps roles and what they may', async () => {
    await succeeds(client.get('/sys/role/checkRoleCode', { id: undefined, roleCode: 'stockRole' }))
    await succeeds(client.post('/sys/role/add', { roleName: '库管', roleCode: 'stockRole', description: '' }))
    const role = (await rowsOf('/sys/role/list', { roleName: '库管' })).find(
      ({ roleCode }) => roleCode === 'stockRole',
    )
    await succeeds(client.put('/sys/role/edit', { ...role, roleName: '仓库管理员' }))
    const { ids } = (await succeeds(client.get('/sys/role/queryTreeList'))) as unknown as { ids: string[] }
    const held = { roleId: role!.id, lastpermissionIds: '' }
    await succeeds(
      client.post('/sys/permission/saveRolePermission', {
        ...held,
        permissionIds: ids.slice(0, 3).join(','),
      }),
    )
    expect(await succeeds(client.get('/sys/permission/queryRolePermission', { roleId: role!.id }))).toEqual(
      expect.arrayContaining(ids.slice(0, 3)),
    )
    await succeeds(client.delete('/sys/role/delete', { id: role!.id }))
  })

  it('checks a code by a rule, encoding it itself', async () => {
    const check = (value: string) =>
      client.get('/sys/checkRule/checkByCode', { ruleCode: 'workNo', value: encodeURIComponent(value) })
    expect((await check('GH-1')).success).toBe(true)
    expect(await check('工号/1')).toMatchObject({ success: false, message: '工号以字母或数字开头' })
    expect((await check('GH%2F1')).success).toBe(false)
  })

  it('is told who is free: names, phones and work numbers', async () => {
    const check = (fieldName: string, fieldVal: string, dataId = '') =>
      client.get('/sys/duplicate/check', { tableName: 'sys_user', fieldName, fieldVal, dataId })
    for (const [field, value] of [
      ['username', 'nobody.has.it'],
      ['phone', '13900001234'],
      ['work_no', 'GH-1'],
    ] as const)
      expect([field, (await check(field, value)).success]).toEqual([field, true])
    expect((await check('work_no', 'ADM-1')).success).toBe(false)
    expect((await check('username', 'A_WORKER')).success).toBe(false)
  })

  it('uploads file, isNeedBase=1, isNeedFirstFrame=1 and extra args, and reads all that its widgets need', async () => {
    const stored = await succeeds(
      client.upload('/sys/oss/file/upload', [
        ['isNeedBase', '1'],
        ['isNeedFirstFrame', '1'],
        ['biz', 'report'],
        ['purpose', 'device'],
        ['file', new Blob(['编号,数量\n'], { type: 'text/plain' })],
      ]),
    )
    expect(stored).toMatchObject({
      fileName: 'report.txt',
      name: 'report.txt',
      pathName: expect.any(String),
      path: expect.any(String),
      url: expect.any(String),
      uid: expect.any(String),
      fileType: expect.stringContaining('text/plain'),
      base64code: Buffer.from('编号,数量\n').toString('base64'),
    })
  })

  it('goes through a work order by the sections that its numbers name', async () => {
    const stationId = harness.tenant.stations[0]!.id
    const { result_data: made } = (await client.post('/ops/order/insert', {
      psId: stationId,
      taskType: 12,
      taskDescription: '更换铭牌',
    })) as { result_data?: Row }
    const detail = (await client.post('/ops/order/detail', { id: made!.id })).result_data as Row
    expect(detail).toMatchObject({ flowSts: 1, otherSts: 1, taskType: 12, needTicket: 0, needWorkHours: 1 })
  })
})

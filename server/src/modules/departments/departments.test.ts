import { departmentCalls as calls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()

/** `west` manages the departments of the western centre, `worker` works there. */
const people = useSignedIn(harness, {
  admin: 'a_admin',
  foreigner: 'b_admin',
  worker: { username: 'wworker', codes: ['order:list'], depCode: 'A01A02' },
  west: { username: 'wdep', codes: ['department:manage'], depCode: 'A01A02' },
})

const idOf = (code: string) => harness.tenant.departments[code]!
const tree = (token: string) => harness.call(token, calls.tree, {})

function findNode(nodes: DepartmentNode[], id: string): DepartmentNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id)
    if (found) return found
  }
  return undefined
}

const stationsUnder = (code: string) =>
  harness.tenant.stations.filter((station) => station.depCode.startsWith(code)).length

const seen = async (id: string) => findNode(await tree(people.admin), id)!
const add = (departName: string, parentId = idOf('A01A01'), token = people.admin) =>
  harness.call(token, calls.add, { parentId, departName })

describe('the tree', () => {
  it('counts people and stations of the whole subtree', async () => {
    const [root] = await tree(people.admin)
    const members = await harness.owner.query('select from app_user where tenant_id = $1', [
      harness.tenant.tenantId,
    ])
    expect(root).toMatchObject({ orgCode: 'A01', parentId: null, stationCount: 4, isLeaf: false })
    expect(root!.memberCount).toBe(members.rowCount)
    const centre = root!.children.find((node) => node.orgCode === 'A01A02')!
    expect(centre.stationCount).toBe(stationsUnder('A01A02'))
    expect(centre.children[0]).toMatchObject({ isLeaf: true, stationCount: stationsUnder('A01A02A01') })
    expect(centre.memberCount).toBeGreaterThan(centre.children[0]!.memberCount)
  })

  it('is cut to the own subtree without the whole data scope', async () => {
    const nodes = await tree(people.worker.token)
    expect(nodes.map((node) => node.orgCode)).toEqual(['A01A02'])
    expect(nodes[0]).toMatchObject({ parentId: null })
    expect(nodes[0]!.children.map((node) => node.orgCode)).toEqual(['A01A02A01'])
  })

  it('shows another tenant only its own', async () => {
    const [root] = await tree(people.foreigner)
    expect(root!.id).toBe(harness.otherTenant.departments['A01'])
    expect(findNode([root!], idOf('A01'))).toBeUndefined()
  })
})

describe('adding', () => {
  it('gives the next code below the parent and keeps order and status', async () => {
    const first = await harness.call(people.admin, calls.add, {
      parentId: idOf('A01A02'),
      departName: '西部二班',
      departOrder: 7,
      status: '2',
    })
    expect(first).toMatchObject({ orgCode: 'A01A02A02', departOrder: 7, status: '2', version: 1 })
    expect(await seen(first.id)).toMatchObject({ departName: '西部二班', parentId: idOf('A01A02') })
  })

  it('never gives a code twice, not even one that came with the tenant', async () => {
    const parent = await add('轮换部')
    const [one, two] = [await add('一', parent.id), await add('二', parent.id)]
    await harness.call(people.admin, calls.remove, { id: two.id })
    await harness.call(people.admin, calls.remove, { id: one.id })
    expect((await add('三', parent.id)).orgCode).toBe(`${parent.orgCode}A03`)
    await harness.owner.query(
      `insert into department (tenant_id, parent_id, org_code, name) values ($1, $2, $3, '五')`,
      [harness.tenant.tenantId, parent.id, `${parent.orgCode}A05`],
    )
    const seeded = (await seen(parent.id)).children.find((node) => node.departName === '五')!
    await harness.call(people.admin, calls.remove, { id: seeded.id })
    expect((await add('六', parent.id)).orgCode).toBe(`${parent.orgCode}A06`)
  })

  it('goes on with the next letter after 99 and stops after Z99', async () => {
    const parent = await add('大部')
    const setLast = (last: number) =>
      harness.owner.query('update department set last_child = $1 where id = $2', [last, parent.id])
    await setLast(98)
    expect((await add('九十九', parent.id)).orgCode).toBe(`${parent.orgCode}A99`)
    expect((await add('一百', parent.id)).orgCode).toBe(`${parent.orgCode}B01`)
    await setLast(26 * 99 - 1)
    expect((await add('最后', parent.id)).orgCode).toBe(`${parent.orgCode}Z99`)
    const input = { parentId: parent.id, departName: '再多' }
    expect((await harness.refused(people.admin, calls.add, input)).message).toBe('该部门的下级编码已用完')
  })

  it('gives simultaneous additions below one parent different codes', async () => {
    const parent = await add('并发部')
    const names = Array.from({ length: 12 }, (_, at) => `班组${at}`)
    const added = await Promise.all(names.map((name) => add(name, parent.id)))
    const codes = added.map((each) => each.orgCode.slice(-3)).toSorted()
    expect(codes).toEqual(names.map((_, at) => `A${String(at + 1).padStart(2, '0')}`))
  })

  it('lets one of two simultaneous additions of one name win', async () => {
    const input = { parentId: idOf('A01'), departName: '同名部' }
    const answers = await Promise.all(
      [1, 2].map(() => harness.request('POST', calls.add.path, { token: people.admin, body: input })),
    )
    expect(answers.filter((answer) => answer.body.success === true)).toHaveLength(1)
    const failed = answers.find((answer) => answer.body.success === false)!
    expect(failed.body).toMatchObject({ code: 500, message: '同一上级下已有同名部门' })
  })

  it('refuses more than ten levels', async () => {
    let parentId = idOf('A01A01')
    for (let level = 3; level <= 10; level++) parentId = (await add(`第${level}级`, parentId)).id
    const { message } = await harness.refused(people.admin, calls.add, { parentId, departName: '第11级' })
    expect(message).toBe('部门层级最多 10 级')
  })

  it('refuses a disabled parent', async () => {
    const parent = await add('停用部')
    await harness.call(people.admin, calls.edit, { ...parent, status: '2' })
    const { message } = await harness.refused(people.admin, calls.add, {
      parentId: parent.id,
      departName: '下级',
    })
    expect(message).toBe('部门“停用部”已停用，不能新增下级部门')
  })
})

describe('editing', () => {
  it('changes name, order and status but never the code', async () => {
    const before = await add('旧名')
    const after = await harness.call(people.admin, calls.edit, {
      id: before.id,
      version: before.version,
      departName: '新名',
      departOrder: 3,
      status: '2',
    })
    expect(after).toEqual({ ...before, departName: '新名', departOrder: 3, status: '2', version: 2 })
  })

  it('refuses the name of a sibling', async () => {
    await add('甲班')
    const other = await add('乙班')
    const { message } = await harness.refused(people.admin, calls.edit, { ...other, departName: '甲班' })
    expect(message).toBe('同一上级下已有同名部门')
  })
})

describe('deleting', () => {
  it('says what still belongs to the department, and counts', async () => {
    const node = await seen(idOf('A01A02'))
    const [users, psas, stations] = await Promise.all(
      ['app_user', 'psa', 'station'].map(async (table) => {
        const found = await harness.owner.query(`select from ${table} where department_id = $1`, [node.id])
        return found.rowCount
      }),
    )
    const { message } = await harness.refused(people.admin, calls.remove, { id: node.id })
    const listed = [`${node.children.length} 个下级部门`, `${users} 名用户`]
    if (psas) listed.push(`${psas} 个项目`)
    if (stations) listed.push(`${stations} 座电站`)
    expect(message).toBe(`部门“${node.title}”下还有 ${listed.join('、')}，不能删除`)
  })

  it('lets nobody join a department that goes at the same moment', async () => {
    const parent = await add('消失部')
    const answers = await Promise.all([
      harness.request('DELETE', `${calls.remove.path}?id=${parent.id}`, { token: people.admin }),
      ...['甲', '乙', '丙'].map((departName) =>
        harness.request('POST', calls.add.path, {
          token: people.admin,
          body: { parentId: parent.id, departName },
        }),
      ),
    ])
    const [removed, ...added] = answers.map((answer) => answer.body.success)
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect(added.every((success) => success === !removed)).toBe(true)
  })
})

describe('who may', () => {
  const unseen = '数据不存在或无权查看'
  const attempts: [string, (id: string) => Promise<{ message: string }>][] = [
    ['add', (id) => harness.refused(people.west.token, calls.add, { parentId: id, departName: '越权' })],
    ['edit', (id) => harness.refused(people.west.token, calls.edit, { id, version: 1, departName: '越权' })],
    ['delete', (id) => harness.refused(people.west.token, calls.remove, { id })],
  ]

  it.each(attempts)('%s stays inside the own subtree', async (_name, attempt) => {
    for (const id of [idOf('A01'), idOf('A01A01'), harness.otherTenant.departments['A01A02']!, '999999999']) {
      expect((await attempt(id)).message).toBe(unseen)
    }
  })

  it('works inside the own subtree', async () => {
    const added = await add('西部三班', idOf('A01A02'), people.west.token)
    expect(await harness.call(people.west.token, calls.remove, { id: added.id })).toBeNull()
  })

  it('needs the right', async () => {
    const refused = await harness.refused(people.worker.token, calls.add, {
      parentId: idOf('A01A02'),
      departName: '无权',
    })
    expect(refused).toMatchObject({
      status: 403,
      message: '拒绝访问：需要“部门管理”权限（department:manage）',
    })
  })
})

it.each([
  ['departName', { departName: '' }, '部门名称（departName）：此项为必填项'],
  ['departName', { departName: '长'.repeat(51) }, '部门名称（departName）：最多允许输入50个字符'],
  ['departName', { departName: 'a\u0000' }, '部门名称（departName）：含有不允许的字符'],
  ['parentId', { parentId: 'A01' }, '上级部门（parentId）：不是有效的编号'],
  ['parentId', { parentId: undefined }, '上级部门（parentId）：此项为必填项'],
  ['status', { status: '3' }, '状态（status）：状态应为 1（启用）或 2（停用）'],
])('names the field at fault: %s %j', async (_field, wrong, message) => {
  const input = { parentId: idOf('A01'), departName: '部门', ...wrong }
  expect(await harness.refused(people.admin, calls.add, input)).toMatchObject({
    status: 400,
    message: `参数有误：${message}`,
  })
})

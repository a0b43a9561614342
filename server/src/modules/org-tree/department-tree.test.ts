import { departmentTreeCalls as calls, type AreaNode } from '@heliodesk/contract/department-tree.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { UNSEEN, useOrgSite } from './org-site.fixture.ts'

const { harness, tokens, stations, psas, department, run } = useOrgSite()

const flat = (nodes: AreaNode[]): AreaNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const names = (nodes: AreaNode[]) => flat(nodes).map((node) => node.title)
const open = (nodes: AreaNode[]) =>
  flat(nodes)
    .filter((node) => !node.disabled)
    .map((node) => node.title)

let closed: string

beforeAll(async () => {
  closed = await run(
    `insert into department (tenant_id, parent_id, org_code, name, status, sort_order)
     values ($1, $2, 'A01A09', '停用部', '2', 9) returning id`,
    [harness.tenant.tenantId, department('A01')],
  )
  await run(
    `insert into department (tenant_id, parent_id, org_code, name) values ($1, $2, 'A01A09A01', '停用部下')`,
    [harness.tenant.tenantId, closed],
  )
})

describe('a node of the department tree', () => {
  it('has id, key, title, pkey, type and children', async () => {
    const [top] = await harness.call(tokens.admin, calls.all, {})
    expect(top).toMatchObject({
      id: department('A01'),
      key: `d${department('A01')}`,
      pkey: null,
      title: '总部',
      type: '0',
      disabled: false,
    })
    expect(top!.children[0]).toMatchObject({ pkey: top!.key, title: '东部中心', type: '2' })
  })

  it('has a value, parentId and status, 1 being in force', async () => {
    const [top] = await harness.call(tokens.admin, calls.all, {})
    expect(
      top!.children.map(({ key, value, parentId, status }) => [value === key, parentId, status]),
    ).toEqual([
      [true, top!.id, 1],
      [true, top!.id, 1],
      [true, top!.id, 2],
    ])
  })

  it('has the types 0 company, 1 area, 2 centre and 3 power area', async () => {
    const tree = await harness.call(tokens.admin, calls.byType, { type: '3' })
    expect(flat(tree).map(({ title, type }) => [title, type])).toEqual([
      ['总部', '0'],
      ['东部中心', '2'],
      ['项目一', '3'],
      ['西部区域', '1'],
      ['西部中心', '2'],
      ['项目三', '3'],
      ['项目二', '3'],
      ['停用部', '1'],
      ['停用部下', '2'],
    ])
  })
})

describe('choosing by type', () => {
  it.each([
    ['0', ['总部', '东部中心', '西部区域', '西部中心', '停用部下']],
    ['1', ['西部区域']],
    ['2', ['东部中心', '西部中心', '停用部下']],
  ] as const)('%s disables departments of the other types for area selection', async (type, choosable) => {
    expect(open(await harness.call(tokens.admin, calls.byType, { type }))).toEqual(choosable)
  })

  it('3 disables departments of the types 0, 1 and 2 for power-area selection', async () => {
    const tree = await harness.call(tokens.admin, calls.areas, { type: '3' })
    expect(open(tree)).toEqual(['项目一', '项目二'])
    expect(flat(tree).find(({ title }) => title === '项目三')).toMatchObject({ status: 3, disabled: true })
  })

  it('takes a body {type, partialTree}, which leaves out what leads nowhere', async () => {
    const partial = await harness.call(tokens.admin, calls.areas, { type: '3', partialTree: '1' })
    expect(names(partial)).toEqual(['总部', '东部中心', '项目一', '西部区域', '项目二'])
    const { body } = await harness.request('POST', calls.areas.path, {
      token: tokens.admin,
      body: { type: '1', partialTree: '1' },
    })
    expect(body).toMatchObject({ result_code: '1', result_data: [{ title: '总部' }] })
  })

  it('shows related projects below their own departments', async () => {
    const { token } = await hire(harness, {
      username: 'area.related',
      codes: ['station:list'],
      depCode: 'A01A02A01',
      relPsaIds: [psas.one],
    })
    const tree = await harness.call(token, calls.byType, { type: '3', partialTree: '1' })
    expect(names(tree)).toEqual(['东部中心', '项目一', '西部区域', '项目二'])
    expect(names(await harness.call(token, calls.byType, { type: '0' }))).toEqual(['西部中心'])
  })
})

describe('a department by its code', () => {
  const below = (input: object, token = tokens.admin) => harness.call(token, calls.byOrgCode, input)

  it('comes with all below, what is out of use only when it is to be shown', async () => {
    expect(names(await below({}))).toEqual(['总部', '东部中心', '西部区域', '西部中心'])
    expect(names(await below({ orgCode: 'A01', isShow: '1' }))).toEqual([
      '总部',
      '东部中心',
      '西部区域',
      '西部中心',
      '停用部',
      '停用部下',
    ])
    expect(names(await below({}, tokens.manager))).toEqual(['西部区域', '西部中心'])
    expect(names(await below({ orgCode: 'A01A02A01' }, tokens.manager))).toEqual(['西部中心'])
  })

  it('answers success and result, with the numbers of what belongs to it', async () => {
    const detail = await harness.call(tokens.admin, calls.detail, { orgCode: 'A01A02' })
    expect(detail).toMatchObject({
      department: { title: '西部区域', children: [{ title: '西部中心', children: [] }] },
      parentName: '总部',
      stationCount: 5,
      psaCount: 2,
    })
    const { rows } = await harness.owner.query<{ n: number }>(
      `select count(*)::int as n from app_user u join department d on d.id = u.department_id
       where u.tenant_id = $1 and starts_with(d.org_code, 'A01A02')`,
      [harness.tenant.tenantId],
    )
    expect(detail.memberCount).toBe(rows[0]!.n)
    expect(await harness.call(tokens.manager, calls.detail, {})).toMatchObject({ parentName: null })
    const { body } = await harness.request('GET', `${calls.detail.path}?orgCode=A01`, { token: tokens.admin })
    expect(body).toMatchObject({ success: true, result: { department: { title: '总部' } } })
  })

  it('take orgCode and a show flag, and answer success and result', async () => {
    const asked = async (path: string, isShow: string) => {
      const { status, body } = await harness.request('GET', `${path}?orgCode=A01&isShow=${isShow}`, {
        token: tokens.admin,
      })
      expect([status, body.success]).toEqual([200, true])
      return body.result
    }
    const titles = ['东部中心', '西部区域']
    for (const [isShow, children] of [
      ['0', titles],
      ['1', [...titles, '停用部']],
    ] as const) {
      const shown = children.map((title) => ({ title }))
      expect(await asked(calls.byOrgCode.path, isShow)).toMatchObject([{ title: '总部', children: shown }])
      expect(await asked(calls.detail.path, isShow)).toMatchObject({
        department: { title: '总部', children: shown },
      })
    }
  })

  it('is found by its id too, whatever code the client adds of its own', async () => {
    const id = department('A01A02A01')
    const own = 'userAccount=a_manager&orgCode=A01A02&_t=1795000000'
    for (const query of [`id=${id}`, `id=${id}&${own}`]) {
      const { body } = await harness.request('GET', `${calls.detail.path}?${query}`, {
        token: tokens.manager,
      })
      expect(body).toMatchObject({
        success: true,
        result: { department: { id, title: '西部中心' }, parentName: '西部区域' },
      })
    }
    expect(await harness.call(tokens.admin, calls.detail, { id: closed })).toMatchObject({
      department: { title: '停用部', status: 2 },
    })
    for (const [token, hidden] of [
      [tokens.manager, department('A01A01')],
      [tokens.foreigner, id],
      [tokens.admin, '999999999'],
    ] as const) {
      expect((await harness.refused(token, calls.detail, { id: hidden })).message).toBe(UNSEEN)
    }
  })

  it('that is unknown or not in scope is refused alike', async () => {
    for (const [token, orgCode] of [
      [tokens.manager, 'A01'],
      [tokens.manager, 'A01A01'],
      [tokens.admin, 'Z99'],
      [tokens.foreigner, 'A01A09'],
    ] as const) {
      for (const call of [calls.byOrgCode, calls.detail]) {
        expect((await harness.refused(token, call, { orgCode })).message).toBe(UNSEEN)
      }
    }
    const wrong = await harness.refused(tokens.admin, calls.detail, { orgCode: "A01' or '1'='1" })
    expect(wrong).toMatchObject({ status: 400, message: '参数有误：部门编码（orgCode）：不是有效的部门编码' })
  })
})

describe('my department tree', () => {
  it('goes from the own department down, by user id and without households', async () => {
    const mine = (input: object, token = tokens.manager) => harness.call(token, calls.mine, input)
    expect(names(await mine({}))).toEqual(['西部区域', '西部中心'])
    const master = harness.tenant.users['a_master']!.id
    expect(names(await mine({ userId: master }, tokens.admin))).toEqual(['西部中心'])
    expect(names(await mine({ excludeHy: '1' }))).toEqual(['西部区域', '西部中心'])
    await run(`update station set site_type = 'H' where dep_code = 'A01A02A01'`)
    expect(names(await mine({ excludeHy: '1' }))).toEqual(['西部区域'])
    await run(`update station set site_type = 'C' where dep_code = 'A01A02A01' and id <> $1`, [
      stations.household,
    ])
    for (const userId of [master, harness.otherTenant.users['b_admin']!.id, '999999999']) {
      expect((await harness.refused(tokens.manager, calls.mine, { userId })).message).toBe(UNSEEN)
    }
  })
})

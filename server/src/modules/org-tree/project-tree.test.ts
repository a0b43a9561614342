import { isNoStation, projectTreeCalls as calls, type ProjectNode } from '@heliodesk/contract/project-tree.ts'
import { describe, expect, it } from 'vitest'
import { hireRelated, UNSEEN, useOrgSite } from './org-site.fixture.ts'

const site = useOrgSite()
const { harness, tokens, stations, psas, department, run } = site

const flat = (nodes: ProjectNode[]): ProjectNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const names = (nodes: ProjectNode[]) => flat(nodes).map((node) => node.name)
const find = (nodes: ProjectNode[], name: string) => flat(nodes).find((node) => node.name === name)!
const all = (input: object = {}, token = tokens.admin) => harness.call(token, calls.all, input)

const EVERYTHING = [
  '总部',
  '东部中心',
  '项目一',
  '甲公司东一',
  '西部区域',
  '西部中心',
  '项目三',
  '西关',
  '项目二',
  '甲公司西一',
  '甲公司西二',
  '甲公司西三',
  '西户用',
]

describe('a node of the project tree', () => {
  it('of a project has all the fields, nodeType 4, and an id of no station archive', async () => {
    const node = find(await all(), '项目二')
    const id = `666664${psas.two}`
    expect(node).toMatchObject({
      id,
      key: id,
      value: id,
      zid: id,
      name: '项目二',
      title: '项目二',
      code: 'A01A02',
      pId: `666661${department('A01A02')}`,
      pid: `666661${department('A01A02')}`,
      projectId: psas.two,
      psaId: psas.two,
      isPjPsa: 1,
      nodeType: 4,
      treeNodeType: '2',
      psaStatus: '1',
    })
    expect(isNoStation(node.id)).toBe(true)
    expect(node.children.map((child) => child.name)).toEqual([
      '甲公司西一',
      '甲公司西二',
      '甲公司西三',
      '西户用',
    ])
  })

  it('of a station has its own id and treeNodeType 3', async () => {
    const node = find(await all(), '甲公司西二')
    expect(node).toMatchObject({
      id: stations.good,
      key: stations.good,
      value: stations.good,
      zid: stations.good,
      pId: `666664${psas.two}`,
      isPjPsa: 0,
      treeNodeType: '3',
      psaId: psas.two,
      psaStatus: '1',
      children: [],
    })
    expect(isNoStation(node.id)).toBe(false)
    expect(find(await all(), '甲公司西三').psaStatus).toBe('3')
  })

  it('of a department is no station archive either', async () => {
    const [top] = await all()
    expect(top).toMatchObject({ id: `666661${department('A01')}`, pId: null, nodeType: 1, psaId: null })
    expect(isNoStation(top!.id)).toBe(true)
    expect(isNoStation('66666')).toBe(false)
  })

  it('never shares the start of its id with a station', async () => {
    const { rows } = await harness.owner.query<{ last: string }>(
      `select nextval(pg_get_serial_sequence('station', 'id')) as last`,
    )
    await run(`select setval(pg_get_serial_sequence('station', 'id'), 666658)`)
    const { rows: added } = await harness.owner.query<{ id: string }>(
      `insert into station (tenant_id, psa_id, department_id, dep_code, name)
       select $1, $2, $3, '', '越界' || n from generate_series(1, 3) n returning id`,
      [harness.tenant.tenantId, psas.one, department('A01A01')],
    )
    expect(added.map((row) => row.id)).toEqual(['666659', '666670', '666671'])
    await run(`delete from station where name like '越界%'`)
    await run(`select setval(pg_get_serial_sequence('station', 'id'), $1)`, [rows[0]!.last])
  })
})

describe('disabling', () => {
  const disabled = async (input: object) =>
    flat(await all(input))
      .filter((node) => node.disabled)
      .map(({ name }) => name)

  it('in station mode takes nodes with isPjPsa 1', async () => {
    expect(await disabled({ onlyAllProject: '0' })).toEqual(expect.arrayContaining(['项目一', '项目二']))
    expect(find(await all(), '甲公司西二').disabled).toBe(false)
  })

  it('in station mode takes nodes with psaStatus 3', async () => {
    expect(await disabled({})).toEqual(['项目一', '项目三', '项目二', '甲公司西三'])
  })

  it('in project-only mode takes nodes whose type is not 4', async () => {
    const tree = await all({ onlyAllProject: '1' })
    expect(names(tree)).toEqual(['总部', '东部中心', '项目一', '西部区域', '西部中心', '项目三', '项目二'])
    const open = flat(tree).filter((node) => !node.disabled)
    expect(open.map(({ name, nodeType }) => [name, nodeType])).toEqual([
      ['项目一', 4],
      ['项目二', 4],
    ])
  })

  it('in project-only mode takes nodes whose psaStatus is 3', async () => {
    expect(await disabled({ onlyAllProject: '1' })).toEqual([
      '总部',
      '东部中心',
      '西部区域',
      '西部中心',
      '项目三',
    ])
  })
})

describe('the project trees', () => {
  it('of everything and of oneself hold what is in scope, as result_data with result_code 1', async () => {
    expect(names(await all())).toEqual(EVERYTHING)
    expect(names(await harness.call(tokens.admin, calls.ofUser, {}))).toEqual(EVERYTHING)
    const western = EVERYTHING.slice(EVERYTHING.indexOf('西部区域'))
    expect(names(await all({}, tokens.manager))).toEqual(western)
    expect(names(await all({}, tokens.foreigner)).some((name) => name.startsWith('甲'))).toBe(false)
    const { body } = await harness.request('POST', calls.all.path, { token: tokens.manager, body: {} })
    expect(body).toMatchObject({ result_code: '1', result_data: [{ name: '西部区域' }] })
  })

  it('of a user take the id, and hold what both see', async () => {
    const master = harness.tenant.users['a_master']!.id
    expect(names(await harness.call(tokens.admin, calls.ofUser, { userId: master }))).toEqual([
      '西部区域',
      '西部中心',
      '项目三',
      '西关',
      '项目二',
      '甲公司西二',
      '甲公司西三',
      '西户用',
    ])
    for (const [token, userId] of [
      [tokens.manager, master],
      [tokens.admin, harness.otherTenant.users['b_admin']!.id],
      [tokens.admin, '999999999'],
    ] as const) {
      for (const call of [calls.ofUser, calls.households]) {
        expect((await harness.refused(token, call, { userId })).message).toBe(UNSEEN)
      }
    }
  })

  it('of households hold their stations alone', async () => {
    const expected = ['总部', '西部区域', '项目二', '西户用']
    expect(names(await harness.call(tokens.admin, calls.households, {}))).toEqual(expected)
    const projects = await harness.call(tokens.admin, calls.households, { onlyAllProject: '1' })
    expect(names(projects)).toEqual(['总部', '西部区域', '项目二'])
  })

  it('that are read only hold the value and what lies above', async () => {
    const shown = (initValue: string) => all({ initValue, disabled: '1' })
    expect(names(await shown(stations.good))).toEqual(['总部', '西部区域', '项目二', '甲公司西二'])
    expect(names(await shown(`666664${psas.one},${stations.household}`))).toEqual([
      '总部',
      '东部中心',
      '项目一',
      '西部区域',
      '项目二',
      '西户用',
    ])
    expect(names(await shown(`666661${department('A01A01')}`))).toEqual(['总部', '东部中心'])
    expect(flat(await shown(stations.good)).every((node) => node.disabled)).toBe(true)
    const foreign = harness.otherTenant.stations[0]!
    for (const nothing of [
      '',
      'x',
      "1' or '1'='1",
      foreign.id,
      `666664${foreign.psaId}`,
      `666664${'9'.repeat(18)}`,
    ]) {
      expect([nothing, await shown(nothing)]).toEqual([nothing, []])
    }
    expect(
      await harness.call(tokens.manager, calls.all, { initValue: `666664${psas.one}`, disabled: '1' }),
    ).toEqual([])
  })

  it('show a related project below its own department', async () => {
    const related = await hireRelated(site, 'project.related')
    const tree = await all({}, related.token)
    expect(tree.map(({ name, pId }) => [name, pId])).toEqual([
      ['东部中心', null],
      ['西部区域', null],
    ])
    expect(names(tree)).not.toContain('总部')
    expect(find(tree, '项目二').children.map(({ name }) => name)).not.toContain('甲公司西一')
  })
})

describe('the health service', () => {
  it('has the tree of real stations, those with devices on record', async () => {
    const tree = await harness.call(tokens.admin, calls.real, {})
    expect(names(tree)).toEqual(['项目二', '甲公司西二'])
    expect(await harness.call(tokens.foreigner, calls.real, {})).toEqual([])
  })

  it('tells the project of a station', async () => {
    const { good: psId } = stations
    expect(await harness.call(tokens.manager, calls.psaOfStation, { psId })).toEqual({
      psId,
      psaId: psas.two,
      psaName: '项目二',
    })
    for (const token of [tokens.foreigner, await harness.signIn('a_east_master')]) {
      expect((await harness.refused(token, calls.psaOfStation, { psId })).message).toBe(UNSEEN)
    }
  })
})

describe('projects of performance contracts', () => {
  it('are those in scope that are open, or the value’s alone', async () => {
    const list = (input: object, token = tokens.admin) => harness.call(token, calls.ofContracts, input)
    expect(await list({})).toEqual([
      { id: psas.one, name: '项目一' },
      { id: psas.two, name: '项目二' },
    ])
    expect(await list({}, tokens.manager)).toEqual([{ id: psas.two, name: '项目二' }])
    expect(await list({ initValue: `${psas.closed},x`, disabled: 'true' })).toEqual([
      { id: psas.closed, name: '项目三' },
    ])
    expect(await list({ initValue: psas.one, disabled: '1' }, tokens.manager)).toEqual([])
  })
})

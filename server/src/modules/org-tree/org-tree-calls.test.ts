import { orgTreeCalls as calls } from '@heliodesk/contract/org-tree.ts'
import { describe, expect, it } from 'vitest'
import { find, flat, hireRelated, names, UNSEEN, useOrgSite, type Mode } from './org-site.fixture.ts'

const site = useOrgSite()
const { harness, tokens, stations, psas, department } = site

const whole = (mode: Mode = {}) =>
  harness.call(tokens.admin, calls.full, { isQueryPs: '1', all: '1', ...mode })

describe('expanding', () => {
  it('goes on where the initial load ended, with the same flags', async () => {
    const at = (key: string, mode: Mode = {}) =>
      harness.call(tokens.admin, calls.lazy, { isQueryPs: '1', ...mode, initTreeEntity: { key } })
    expect((await at(`d${department('A01A02')}`)).map(({ name }) => name)).toEqual(['西部中心', '项目二'])
    const key = `p${psas.two}-${department('A01A02A01')}`
    expect((await at(key)).map(({ name }) => name)).toEqual(['甲公司西二', '甲公司西三', '西户用'])
    expect((await at(key, { excludeHy: '1' })).map(({ name }) => name)).toEqual(['甲公司西二', '甲公司西三'])
    expect(await at(key, { isQueryPs: '0' })).toEqual([])
    expect(await at(`s${stations.good}`)).toEqual([])
    const tops = await harness.call(tokens.admin, calls.lazy, { isDepart: '1' })
    expect(names(tops)).toEqual(['总部', '东部中心', '西部区域'])
    expect(names(await at(`d${department('A01A02')}`, { isDepart: '1' }))).toEqual(['西部中心'])
  })

  it('restores what is chosen as a number for each node', async () => {
    const initTreeEntity = {
      psIds: `${stations.good},${stations.disabled},无,${stations.good}`,
      psaIds: psas.one,
    }
    const [top] = await harness.call(tokens.admin, calls.lazy, { isQueryPs: '1', initTreeEntity })
    expect(top).toMatchObject({ psNum: 5, chosenNum: 2 })
    expect(top!.children.map(({ psNum, chosenNum }) => [psNum, chosenNum])).toEqual([
      [1, 1],
      [4, 1],
    ])
    const key = `p${psas.two}-${department('A01A02A01')}`
    const inside = await harness.call(tokens.admin, calls.lazy, {
      isQueryPs: '1',
      initTreeEntity: { ...initTreeEntity, key },
    })
    expect(inside.map(({ id, chosenNum }) => [id, chosenNum])).toEqual([
      [stations.good, 1],
      [stations.disabled, 0],
      [stations.household, 0],
    ])
  })

  it('answers a key that is unknown like one of others', async () => {
    const west = department('A01A02')
    const [theirs] = await harness.call(tokens.foreigner, calls.lazy, {})
    const eastern = `s${harness.tenant.stations.find(({ depCode }) => depCode === 'A01A01')!.id}`
    for (const [token, key] of [
      [tokens.manager, `d${department('A01A01')}`],
      [tokens.manager, `d${department('A01')}`],
      [tokens.manager, `p${psas.one}-${department('A01A01')}`],
      [tokens.manager, eastern],
      [tokens.foreigner, `d${west}`],
      [tokens.foreigner, `p${psas.two}-${west}`],
      [tokens.foreigner, `s${stations.good}`],
      [tokens.admin, theirs!.key],
      [tokens.admin, 'd999999999'],
      [tokens.admin, `p999999999-${west}`],
      [tokens.admin, 's0'],
      [tokens.admin, `d${west}' or '1'='1`],
      [tokens.admin, 'd1; drop table station'],
    ] as const) {
      const refused = await harness.refused(token, calls.lazy, { isQueryPs: '1', initTreeEntity: { key } })
      expect([key, refused.status, refused.message]).toEqual([key, 200, UNSEEN])
    }
  })
})

describe('searching', () => {
  const search = (words: string, mode: Mode = {}, token = tokens.admin) =>
    harness.call(token, calls.search, { isQueryPs: '1', ...mode, search: words })

  it('answers matches with their ancestors and the sums of all below', async () => {
    const tree = await search('西户')
    expect(names(tree)).toEqual(['总部', '西部区域', '西部中心', '项目二', '西户用'])
    expect(tree[0]).toMatchObject({ psNum: 5 })
    expect(names(await search('项目一'))).toEqual(['总部', '东部中心', '项目一'])
    expect(names(await search('西部中心', { isDepart: '1' }))).toEqual(['总部', '西部区域', '西部中心'])
    expect(names(await search('西户', { isQueryPs: '0' }))).toEqual([])
    expect(await search('没有这样的')).toEqual([])
  })

  it('restores what is chosen there too', async () => {
    const tree = await harness.call(tokens.admin, calls.search, {
      isQueryPs: '1',
      search: '西户',
      initTreeEntity: { psIds: stations.household },
    })
    expect(flat(tree).map(({ chosenNum }) => chosenNum)).toEqual([1, 1, 1, 1, 1])
  })

  it('stays in scope and takes every letter as it is', async () => {
    expect(await search('东', {}, tokens.manager)).toEqual([])
    expect(names(await search('甲公司', {}, tokens.foreigner))).toEqual([])
    for (const words of ['%', '_', "' or 1=1 --", '\\', '*', '西部%']) expect(await search(words)).toEqual([])
    expect((await harness.refused(tokens.admin, calls.search, { search: ' ' })).message).toBe(
      '参数有误：关键词（search）：此项为必填项',
    )
  })

  const count = (words: string, mode: Mode = {}, token = tokens.admin) =>
    harness.call(token, calls.searchCount, { isQueryPs: '1', ...mode, search: words })

  it('counts departments, sub-areas and stations that match, as far as the mode and the scope go', async () => {
    expect(await count('西户')).toBe(1)
    expect(await count('西')).toBe(
      (await search('西').then(names)).filter((name) => name.includes('西')).length,
    )
    expect(await count('项目', { isQueryPs: '0' })).toBeGreaterThan(0)
    expect(await count('西户', { isQueryPs: '0' })).toBe(0)
    expect(await count('西部', { isDepart: '1' })).toBe(2)
    expect(await count('东', {}, tokens.manager)).toBe(0)
    expect(await count('甲公司', {}, tokens.foreigner)).toBe(0)
    for (const words of ['%', '_', "' or 1=1 --"]) expect(await count(words)).toBe(0)
  })

  it('answers no more than 500 matches, and how many there are in all', async () => {
    await harness.owner.query(
      `insert into station (tenant_id, psa_id, department_id, dep_code, name)
       select $1, $2, $3, '', '许多' || n from generate_series(1, 600) n`,
      [harness.tenant.tenantId, psas.one, department('A01A01')],
    )
    const found = flat(await search('许多'))
    expect(found.filter(({ isPs }) => isPs === 1)).toHaveLength(500)
    expect(found[0]).toMatchObject({ psNum: 605 })
    expect(await count('许多')).toBe(600)
    await harness.owner.query(`delete from station where name like '许多%'`)
  })
})

describe('the whole tree', () => {
  it('is everything for people with all data', async () => {
    expect(names(await harness.call(tokens.admin, calls.full, {}))).toEqual(
      names(await whole({ isQueryPs: '0' })),
    )
    expect(names(await harness.call(tokens.admin, calls.full, {}))[0]).toBe('总部')
  })

  it('goes from the own department down for others, and with the all flag over everything in scope', async () => {
    const related = await hireRelated(site, 'tree.related')
    const own = await harness.call(related.token, calls.full, { isQueryPs: '0' })
    expect(names(own)).toEqual(['西部中心', '项目二', '项目三'])
    expect(own[0]).toMatchObject({ parentKey: null })
    const all = await harness.call(related.token, calls.full, { isQueryPs: '1', all: '1' })
    expect(all.map(({ name, disabled, psNum }) => [name, disabled, psNum])).toEqual([
      ['东部中心', true, 1],
      ['西部中心', true, 3],
    ])
    const [east] = await harness.call(related.token, calls.lazy, {
      isQueryPs: '1',
      initTreeEntity: { key: `d${department('A01A01')}` },
    })
    expect(east).toMatchObject({ id: psas.one, psNum: 1, isPsa: '1' })
  })
})

describe('the car tree', () => {
  it('has departments and stations from the stored default department down', async () => {
    const tree = await harness.call(tokens.manager, calls.car, {})
    expect(names(tree)).toEqual([
      '西部区域',
      '西部中心',
      '甲公司西二',
      '甲公司西三',
      '西关',
      '西户用',
      '甲公司西一',
    ])
    expect(find(tree, '甲公司西一')).toMatchObject({ parentKey: `d${department('A01A02')}`, disabled: false })
    const person = harness.tenant.users['a_master']!
    const theirs = await harness.call(tokens.admin, calls.car, { userId: person.id, excludeHy: '1' })
    expect(names(theirs)).toEqual(['西部中心', '甲公司西二', '甲公司西三', '西关'])
    const own = await harness.call(tokens.manager, calls.car, {
      userId: harness.tenant.users['a_manager']!.id,
    })
    expect(own).toEqual(tree)
  })

  it('of a person whom the caller may not see is like that of nobody', async () => {
    const users = harness.tenant.users
    for (const [token, userId] of [
      [tokens.manager, users['a_master']!.id],
      [tokens.manager, users['a_outsider']!.id],
      [tokens.admin, harness.otherTenant.users['b_admin']!.id],
      [tokens.admin, '999999999'],
    ] as const) {
      expect((await harness.refused(token, calls.car, { userId })).message).toBe(UNSEEN)
    }
  })
})

describe('the tree of key figures', () => {
  it('has the departments that answer for stations', async () => {
    const tree = await harness.call(tokens.admin, calls.kpi, {})
    expect(flat(tree).map(({ name, psNum, isLeaf, disabled }) => [name, psNum, isLeaf, disabled])).toEqual([
      ['总部', 5, false, false],
      ['东部中心', 1, true, false],
      ['西部区域', 4, false, false],
      ['西部中心', 3, true, false],
    ])
    expect(names(await harness.call(tokens.manager, calls.kpi, {}))).toEqual(['西部区域', '西部中心'])
  })
})

describe('the number of stations', () => {
  const count = (input: object, token = tokens.admin) => harness.call(token, calls.count, input)

  it('is that of what comma-joined departments, sub-areas and stations cover, each once', async () => {
    expect(await count({ depCodes: 'A01A01' })).toBe(1)
    expect(await count({ depCodes: 'A01A01,A01A02' })).toBe(5)
    expect(await count({ depIds: department('A01A02') })).toBe(4)
    expect(await count({ psaIds: `${psas.one},${psas.two}` })).toBe(4)
    expect(await count({ psIds: `${stations.good},${stations.good}, ${stations.household}` })).toBe(2)
    expect(await count({ depCodes: 'A01A02A01', psaIds: psas.two, psIds: stations.good })).toBe(4)
    expect(await count({})).toBe(0)
  })

  it('takes the flags of the tree', async () => {
    const all = { depCodes: 'A01' }
    expect(await count(all)).toBe(5)
    expect(await count({ ...all, isInsight: '1' })).toBe(6)
    expect(await count({ ...all, isPsManage: '1' })).toBe(4)
    expect(await count({ ...all, excludeHy: '1' })).toBe(4)
    expect(await count({ ...all, excludeClosed: '1' })).toBe(4)
    expect(await count({ ...all, hasModel: '1' })).toBe(1)
    expect(await count({ ...all, isQueryPs: '0' })).toBe(4)
  })

  it('counts nothing out of scope, and nothing that is no id', async () => {
    expect(await count({ depCodes: 'A01', psaIds: psas.one }, tokens.manager)).toBe(4)
    expect(
      await count({ depCodes: 'A01A01', psIds: harness.otherTenant.stations[0]!.id }, tokens.manager),
    ).toBe(0)
    const wild = `') or true --,%,A01%,0,-1,1.5,${'9'.repeat(19)},,null`
    expect(await count({ depIds: wild, depCodes: wild, psaIds: wild, psIds: wild })).toBe(0)
  })
})

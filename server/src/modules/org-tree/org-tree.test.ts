import { orgTreeCalls as calls } from '@heliodesk/contract/org-tree.ts'
import { describe, expect, it } from 'vitest'
import { find, flat, names, useOrgSite, type Mode } from './org-site.fixture.ts'

const { harness, tokens, stations, psas, department, run } = useOrgSite()

const whole = (mode: Mode = {}) =>
  harness.call(tokens.admin, calls.full, { isQueryPs: '1', all: '1', ...mode })

describe('a node', () => {
  it('of a department says what it is and what is below it', async () => {
    const [top] = await harness.call(tokens.admin, calls.lazy, { isQueryPs: '1' })
    expect(top).toMatchObject({
      key: `d${department('A01')}`,
      parentKey: null,
      id: department('A01'),
      name: '总部',
      orgCode: 'A01',
      isParent: '1',
      isPsa: '0',
      isPs: 0,
      status: '1',
      isLastLevel: false,
      isLeaf: false,
      disabled: true,
      psNum: 5,
      capacityKwp: 30_000,
    })
    expect(top!.children.map(({ key, parentKey }) => [key, parentKey])).toEqual(
      ['A01A01', 'A01A02'].map((code) => [`d${department(code)}`, top!.key]),
    )
  })

  it('of a sub-area has isPsa 1, and tells that it is but a part', async () => {
    const part = find(await whole(), '项目二')!
    expect(part).toMatchObject({
      key: `p${psas.two}-${department('A01A02A01')}`,
      parentKey: `d${department('A01A02A01')}`,
      id: psas.two,
      isPsa: '1',
      isPs: 0,
      isParent: '1',
      isLastLevel: false,
      isPart: true,
      orgCode: 'A01A02A01',
    })
    expect(find(await whole(), '项目一')).toMatchObject({ isPart: false })
  })

  it('of a station has isPs 1 and is the last level', async () => {
    expect(find(await whole(), '西户用')).toMatchObject({
      key: `s${stations.household}`,
      parentKey: `p${psas.two}-${department('A01A02A01')}`,
      id: stations.household,
      isPs: 1,
      isPsa: '0',
      isParent: '0',
      isLastLevel: true,
      isLeaf: true,
      psNum: 1,
      capacityKwp: null,
      children: [],
    })
  })

  it('has status 3 when it is disabled', async () => {
    const tree = flat(await whole())
    expect(tree.find(({ key }) => key === `s${stations.disabled}`)).toMatchObject({ status: '3', psNum: 0 })
    expect(tree.find(({ name }) => name === '项目三')).toMatchObject({ status: '3' })
  })
})

describe('disabling', () => {
  const disabledOf = async (mode: Mode) =>
    Object.fromEntries(
      flat(await whole(mode))
        .filter(({ orgCode, name }) => orgCode.startsWith('A01A02A01') && name !== '甲公司西二')
        .map(({ name, disabled, disabledReason }) => [name, disabled ? disabledReason : null]),
    )

  it('when sub-areas are queried takes nodes that are none, and closed ones', async () => {
    expect(await disabledOf({ isQueryPs: '0' })).toEqual({
      西部中心: '请选择项目',
      项目二: null,
      项目三: '项目已关闭',
    })
  })

  it('when stations are queried takes nodes that are none, and those with status 3', async () => {
    expect(await disabledOf({ isQueryPs: '1' })).toEqual({
      西部中心: '请选择电站',
      项目二: '请选择电站',
      项目三: '项目已关闭',
      甲公司西三: '电站已停用',
      西户用: null,
      西关: null,
    })
  })

  it('in insight mode leaves stations with status 3 alone, but not closed sub-areas', async () => {
    const insight = await disabledOf({ isQueryPs: '1', isInsight: '1' })
    expect(insight).toMatchObject({ 甲公司西三: null, 项目三: '项目已关闭', 西部中心: '请选择电站' })
    expect(find(await whole({ isInsight: '1' }), '总部')!.psNum).toBe(6)
    expect(await disabledOf({ isQueryPs: '0', isInsight: '1' })).toMatchObject({ 项目三: '项目已关闭' })
  })

  it('of closed departments is an option of department-only mode', async () => {
    const closed = department('A01A02A01')
    await run(`update department set status = '2' where id = $1`, [closed])
    const inMode = async (mode: Mode) => find(await whole({ isDepart: '1', ...mode }), '西部中心')!
    expect(await inMode({})).toMatchObject({ status: '2', disabled: false, disabledReason: null })
    expect(await inMode({ disableClosed: '1' })).toMatchObject({
      status: '2',
      disabled: true,
      disabledReason: '部门已停用',
    })
    // In other modes departments are disabled anyway, and the reason tells which of the two applies.
    expect(await inMode({ isDepart: '0', disableClosed: '1' })).toMatchObject({
      disabledReason: '部门已停用',
    })
    expect(await inMode({ isDepart: '0' })).toMatchObject({ disabledReason: '请选择电站' })
    await run(`update department set status = '1' where id = $1`, [closed])
  })
})

describe('a mode', () => {
  it('of departments alone has all of one’s own, also those without stations', async () => {
    await run(
      `insert into department (tenant_id, parent_id, org_code, name) values ($1, $2, 'A01A03', '空部门')`,
      [harness.tenant.tenantId, department('A01')],
    )
    const all = ['总部', '空部门', '东部中心', '西部区域', '西部中心']
    expect(names(await whole({ isDepart: '1' }))).toEqual(all)
    expect(names(await whole())).not.toContain('空部门')
    expect(names(await whole({ isQueryPs: '0' }))).not.toContain('空部门')
    expect(names(await harness.call(tokens.manager, calls.full, { isDepart: '1', all: '1' }))).toEqual([
      '西部区域',
      '西部中心',
    ])
  })

  it.each([
    ['excludeHy', '西户用'],
    ['isPsManage', '西户用'],
    ['excludeClosed', '西关'],
    ['hasModel', '西户用'],
  ])('%s leaves out what it says', async (flag, left) => {
    const tree = names(await whole({ [flag]: '1' }))
    expect(names(await whole())).toContain(left)
    expect(tree).not.toContain(left)
    expect(tree).toContain('甲公司西二')
    expect(flag === 'hasModel' ? tree.filter((name) => name.startsWith('甲公司')).length : 1).toBe(1)
  })

  it('of sub-areas ends with them', async () => {
    const tree = flat(await whole({ isQueryPs: '0' }))
    expect(tree.some(({ isPs }) => isPs === 1)).toBe(false)
    expect(tree.find(({ name }) => name === '项目一')).toMatchObject({
      isParent: '0',
      isLastLevel: true,
      isLeaf: true,
    })
  })

  it('that only shows a value has nothing but it and what lies above', async () => {
    for (const [value, mode, expected] of [
      [stations.good, { isQueryPs: '1' }, ['总部', '西部区域', '西部中心', '项目二', '甲公司西二']],
      [`s${stations.good}`, { isQueryPs: '0' }, []],
      [psas.one, { isQueryPs: '0' }, ['总部', '东部中心', '项目一']],
      [`p${psas.two}-${department('A01A02')}`, { isQueryPs: '1' }, ['总部', '西部区域', '项目二']],
      [department('A01A02'), { isDepart: '1' }, ['总部', '西部区域']],
      [`d${department('A01A02')}`, { isQueryPs: '1' }, ['总部', '西部区域']],
      ['', { isQueryPs: '1' }, []],
      ['999999999', { isQueryPs: '1' }, []],
      [harness.otherTenant.stations[0]!.id, { isQueryPs: '1' }, []],
    ] as const) {
      for (const call of [calls.lazy, calls.full]) {
        const tree = await harness.call(tokens.admin, call, { ...mode, initValue: value, disabled: 'true' })
        expect([value, names(tree)]).toEqual([value, expected])
        expect(
          flat(tree).every(({ disabled, disabledReason }) => disabled && disabledReason === '只读'),
        ).toBe(true)
      }
    }
    const flags = { isQueryPs: '1', hasModel: '1', isPsManage: '1', isInsight: '1' }
    const [top] = await harness.call(tokens.admin, calls.lazy, flags)
    expect([top!.psNum, names(top!.children)]).toEqual([1, ['西部区域']])
    const ignored = await harness.call(tokens.admin, calls.lazy, { isQueryPs: '1', initValue: stations.good })
    expect(names(ignored)).toContain('东部中心')
  })
})

import { describe, expect, test } from 'vitest'
import {
  changesOf,
  heldAfter,
  indexTree,
  keptOf,
  NO_DRAFT,
  refusalOf,
  tickOf,
  toggle,
  type Draft,
} from './grants.ts'
import { button, menu, page } from './permission-node.fixture.ts'

const roots = [
  menu('运营', page('工单', button('查看'), button('指派'), button('导出', '导出', false)), page('首页')),
  menu('系统', page('用户', button('管理', '管理', false))),
]
const tree = indexTree(roots)
const at = (key: string) => tree.get(key)!.node
const set = (...keys: string[]) => new Set(keys)
const NOTHING = set()

describe('the tick of a row', () => {
  test.each([
    ['工单', [], 'off'],
    ['工单', ['工单', '查看'], 'half'],
    ['工单', ['工单', '查看', '指派', '导出'], 'on'],
    ['工单', ['工单'], 'half'],
    ['首页', ['首页'], 'on'],
    ['运营', ['运营', '工单', '查看', '指派', '导出'], 'half'],
    ['运营', ['运营', '工单', '查看', '指派', '导出', '首页'], 'on'],
    ['查看', ['查看'], 'on'],
  ])('%s with %j is %s', (key, held, tick) => {
    expect(tickOf(at(key), set(...held))).toBe(tick)
  })
})

describe('ticking', () => {
  test.each<[name: string, base: string[], key: string, after: string[]]>([
    ['a button brings its page and menu', [], '查看', ['查看', '工单', '运营']],
    ['a page without buttons brings its menu', [], '首页', ['首页', '运营']],
    ['a row gives what may be given', [], '工单', ['查看', '指派', '工单', '运营']],
    ['a menu gives all below it that may be given', [], '运营', ['查看', '指派', '首页', '工单', '运营']],
    ['a half row becomes whole first', ['运营', '工单', '查看'], '工单', ['运营', '工单', '查看', '指派']],
    ['the last button takes page and menu along', ['运营', '工单', '查看'], '查看', []],
    [
      'a page stays while a button is left',
      ['运营', '工单', '查看', '指派'],
      '查看',
      ['运营', '工单', '指派'],
    ],
    ['a menu stays while a page is left', ['运营', '工单', '查看', '首页'], '查看', ['运营', '首页']],
    [
      'what may not be taken stays, and its menus with it',
      ['运营', '工单', '查看', '指派', '导出'],
      '工单',
      ['运营', '工单', '导出'],
    ],
    [
      'a page that is held by itself gets its buttons',
      ['运营', '工单'],
      '工单',
      ['运营', '工单', '查看', '指派'],
    ],
  ])('%s', (_name, base, key, after) => {
    const draft = toggle(set(...base), NO_DRAFT, at(key), NOTHING)
    expect(heldAfter(tree, set(...base), draft)).toEqual(set(...after))
  })

  test('twice leaves nothing to save', () => {
    const base = set('运营', '工单', '查看')
    const draft = toggle(base, toggle(base, NO_DRAFT, at('查看'), NOTHING), at('查看'), NOTHING)
    expect(draft).toEqual(NO_DRAFT)
  })
})

describe('the change in words', () => {
  test.each<[name: string, base: string[], draft: Draft, changes: string[]]>([
    ['nothing', ['运营'], NO_DRAFT, []],
    ['a button with its page', [], { added: set('查看'), removed: set() }, ['added 工单 · 查看']],
    ['a page without buttons', [], { added: set('首页'), removed: set() }, ['added 首页']],
    [
      'both ways, in the order of the tree',
      ['运营', '工单', '指派', '首页'],
      { added: set('查看'), removed: set('首页', '指派') },
      ['added 工单 · 查看', 'removed 工单 · 指派', 'removed 首页'],
    ],
    [
      'what somebody else did meanwhile is no change any more',
      ['运营', '工单', '查看'],
      { added: set('查看', '指派'), removed: set('首页') },
      ['added 工单 · 指派'],
    ],
    ['menus by themselves are not named', [], { added: set('工单', '运营'), removed: set() }, []],
  ])('%s', (_name, base, draft, changes) => {
    expect(changesOf(tree, set(...base), draft).map(({ kind, title }) => `${kind} ${title}`)).toEqual(changes)
  })
})

describe('a draft outlives somebody else’s change of the same role', () => {
  test('what was given brings its menus back', () => {
    const draft = toggle(set('运营', '工单', '查看'), NO_DRAFT, at('指派'), NOTHING)
    expect(heldAfter(tree, set('首页', '运营'), draft)).toEqual(set('首页', '运营', '工单', '指派'))
  })
  test('a menu stays when somebody else gave something below it', () => {
    const draft = toggle(set('运营', '工单', '查看'), NO_DRAFT, at('查看'), NOTHING)
    expect(heldAfter(tree, set('运营', '工单', '查看', '指派'), draft)).toEqual(set('运营', '工单', '指派'))
  })
})

test.each([
  ['查看', null],
  ['工单', null],
  ['导出', '您没有“导出”权限，不能授予或收回'],
  ['系统', '您没有“系统”内的任何权限，不能授予或收回'],
])('what stands against ticking %s', (key, reason) => {
  expect(refusalOf(at(key), NOTHING)).toBe(reason)
})

describe('what the administrator’s role must keep', () => {
  const system = [
    menu(
      '系统',
      page('用户', button('user:manage')),
      page('角色', button('role:manage')),
      page('字典', button('dict:manage')),
    ),
  ]
  const systemTree = indexTree(system)
  const nodeAt = (key: string) => systemTree.get(key)!.node
  const base = new Set(systemTree.keys())
  const kept = keptOf({ roleCode: 'admin' }, systemTree, base)

  test('are the rights to manage users and roles, as long as it has them', () => {
    expect(kept).toEqual(set('user:manage', 'role:manage'))
    expect(keptOf({ roleCode: 'admin' }, systemTree, set('用户', 'user:manage'))).toEqual(set('user:manage'))
    expect(keptOf({ roleCode: 'r10010' }, systemTree, base)).toEqual(NOTHING)
  })
  test.each([
    ['user:manage', '管理员角色必须保留“user:manage”权限，否则无人能再管理系统'],
    ['用户', '管理员角色必须保留“用户”内的权限，否则无人能再管理系统'],
    ['字典', null],
    ['系统', null],
  ])('stands against unticking %s', (key, reason) => {
    expect(refusalOf(nodeAt(key), kept)).toBe(reason)
  })
  test('stays when everything around it goes', () => {
    const draft = toggle(base, NO_DRAFT, nodeAt('系统'), kept)
    expect(heldAfter(systemTree, base, draft)).toEqual(
      set('系统', '用户', 'user:manage', '角色', 'role:manage'),
    )
  })
})

import { describe, expect, test } from 'vitest'
import { entry, layout } from './menu-fixture.ts'
import { assembleRoutes, breadcrumbOf, findPage, groupsOf, modulesOf } from './menu.ts'

const NOBODY = new Set<string>()

const menu = [
  entry('/dashboard/analysis', '首页'),
  layout('/operation', '生产运营', [
    entry('/workPortal', '工作门户'),
    layout('/operation/tasks', '任务管理', [
      entry('/taskCenter', '任务中心'),
      entry('/operation/taskView', '任务视图', { hidden: true }),
    ]),
    entry('/operation/plan', '巡检计划'),
  ]),
  layout('/station', '电站', [
    entry('/station/archive', '电站档案'),
    entry('/station/archive/:id', '电站详情', { hidden: true }),
    entry('/station/archive/7', '第七电站', { route: '0', component: 'pages/unused' }),
  ]),
  layout('/empty', '空模块', []),
  entry('/solarCare', '一体化平台'),
]
const routes = assembleRoutes(menu, NOBODY)

describe('assembly', () => {
  test('every entry with a component is a page, layouts lead to their first one', () => {
    expect(routes.pages.map(({ pattern }) => pattern)).toEqual([
      '/dashboard/analysis',
      '/workPortal',
      '/taskCenter',
      '/operation/taskView',
      '/operation/plan',
      '/station/archive',
      '/station/archive/:id',
      '/solarCare',
    ])
    expect([...routes.redirects]).toEqual([
      ['/operation/tasks', '/taskCenter'],
      ['/operation', '/workPortal'],
      ['/station', '/station/archive'],
    ])
  })

  test('a redirect of the menu wins over the first page, and an entry that always shows is its own', () => {
    const { redirects } = assembleRoutes(
      [
        layout('/a', 'A', [entry('/a/1', '1'), entry('/a/2', '2')], { redirect: '/a/2' }),
        layout('/b', 'B', [entry('/b/1', '1')], { alwaysShow: true }),
      ],
      NOBODY,
    )
    expect([...redirects]).toEqual([['/a', '/a/2']])
  })

  test.each([
    ['nothing asked', [], [], true],
    ['one of several held', ['order:list', 'order:assign'], ['order:assign'], true],
    ['none held', ['order:list'], ['station:list'], false],
  ])('permission list: %s', (_case, permissionList, held, open) => {
    const { pages } = assembleRoutes(
      [layout('/a', 'A', [entry('/a/1', '1')], { meta: { permissionList } })],
      new Set(held),
    )
    expect(pages).toHaveLength(open ? 1 : 0)
  })

  test.each([
    [
      'the dashboard wherever it stands',
      [entry('/workPortal', '门户'), entry('/dashboard/analysis', '首页')],
      '/dashboard/analysis',
    ],
    [
      'else the first entry that is no layout',
      [layout('/a', 'A', [entry('/a/1', '1')]), entry('/b', 'B')],
      '/a/1',
    ],
    ['not a hidden one', [entry('/a', 'A', { hidden: true }), entry('/b', 'B')], '/b'],
    ['not a flag', [entry('/screen/page', '大屏'), entry('/solarCare', '平台')], null],
    ['nothing', [], null],
  ])('home: %s', (_case, entries, home) => {
    expect(assembleRoutes(entries, NOBODY).home).toBe(home)
  })
})

describe('finding a page', () => {
  test.each([
    ['/taskCenter', '/taskCenter', '任务中心'],
    ['/operation/taskView', '/operation/taskView', '任务视图'],
    ['/station/archive', '/station/archive', '电站档案'],
    ['/station/archive/42', '/station/archive/:id', '电站详情'],
    ['/station/archive/7', '/station/archive/:id', '第七电站'],
  ])('%s is answered by %s and called %s', (path, pattern, title) => {
    expect(findPage(routes, path)).toMatchObject({ pattern, title })
  })

  test.each(['/', '/operation', '/nowhere', '/station/archive/42/more'])('%s is no page', (path) => {
    expect(findPage(routes, path)).toBeNull()
  })
})

describe('what is drawn', () => {
  test('modules without flags and without empty ones', () => {
    expect(modulesOf(routes).map(({ meta }) => meta.title)).toEqual(['首页', '生产运营', '电站'])
  })

  test('groups keep the order of the menu; hidden entries are not drawn', () => {
    const groups = groupsOf(modulesOf(routes)[1]!)
    expect(groups.map(({ title, links }) => [title, links.map(({ meta }) => meta.title)])).toEqual([
      [null, ['工作门户']],
      ['任务管理', ['任务中心']],
      [null, ['巡检计划']],
    ])
  })

  test('a module that is a page is its own side menu', () => {
    expect(groupsOf(menu[0]!)).toEqual([{ title: null, links: [menu[0]] }])
  })

  test('an entry that always shows is one link', () => {
    const always = entry('/b', 'B', { alwaysShow: true, children: [entry('/b/1', '1')] })
    expect(groupsOf(layout('/m', 'M', [always]))).toEqual([{ title: null, links: [always] }])
  })
})

describe('breadcrumb', () => {
  const always = entry('/b', 'B', { alwaysShow: true, children: [entry('/b/1', '1')] })
  const inside = assembleRoutes([layout('/m', 'M', [always, entry('/c', 'C')])], NOBODY)

  test.each([
    ['/b/1', ['B', '1']],
    ['/b', []],
    ['/c', []],
  ])('at %s: %j', (path, titles) => {
    expect(breadcrumbOf(findPage(inside, path)!.trail).map(({ meta }) => meta.title)).toEqual(titles)
  })
})

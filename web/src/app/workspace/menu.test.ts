import { describe, expect, test } from 'vitest'
import { entry, layout } from './menu-fixture.ts'
import {
  addressOf,
  assembleRoutes,
  breadcrumbOf,
  findPage,
  firstPath,
  isFramed,
  isLink,
  itemsOf,
  modulesOf,
  sideItemsOf,
  type SideItem,
} from './menu.ts'

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
  entry('/solarCare', '智能巡检系统', { component: 'flags/solarCare' }),
  entry('/AIGC', '智能助手', { component: 'flags/Assistant' }),
  entry('/houseHold', '户用系统', { component: 'flags/houseHold' }),
  entry('/screen/page', '大屏', { component: 'screens/ScreenPage' }),
]
const routes = assembleRoutes(menu, NOBODY)

/** Pages that need no menu entry. */
const everybodys = [
  '/personal/downBigExcel',
  '/isolarerp/employee/individual',
  '/user/tickling/tickling',
  '/my/messages',
  '/my/orders',
  '/operation/inspection',
  '/operation/inspection/print',
  '/preview',
  '/taskCenter/print',
  '/operation/orderStatistics/print',
  '/my/device',
  '/personal',
  '/personal/print',
  '/operation/ticket/print',
  '/operation/ticketReview/print',
  '/my',
  '/my/outbox',
  '/my/reports',
  '/my/manual',
  '/my/scan',
]
const patternsOf = ({ pages }: typeof routes) => pages.map(({ pattern }) => pattern)

describe('assembly', () => {
  test('every entry with a component is a page, layouts lead to their first one', () => {
    expect(patternsOf(routes)).toEqual([
      '/dashboard/analysis',
      '/workPortal',
      '/taskCenter',
      '/operation/taskView',
      '/operation/plan',
      '/station/archive',
      '/station/archive/:id',
      '/solarCare',
      '/screen/page',
      ...everybodys,
    ])
    expect([...routes.redirects]).toEqual([
      ['/operation/tasks', '/taskCenter'],
      ['/operation', '/workPortal'],
      ['/station', '/station/archive'],
    ])
  })

  test('children become routes at any depth', () => {
    const deep = layout('/1', '1', [layout('/2', '2', [layout('/3', '3', [entry('/4', '4')])])])
    expect(findPage(assembleRoutes([deep], NOBODY), '/4')?.trail.map(({ path }) => path)).toEqual([
      '/1',
      '/2',
      '/3',
      '/4',
    ])
  })

  test('a redirect of the menu wins over the first page, and an entry that always shows leads to itself', () => {
    const { redirects, pages } = assembleRoutes(
      [
        layout('/a', 'A', [entry('/a/1', '1'), entry('/a/2', '2')], { redirect: '/a/2' }),
        entry('/b', 'B', { redirect: '/b/1', children: [entry('/b/1', '1')] }),
        entry('/c', 'C', { redirect: '/c/1', alwaysShow: true, children: [entry('/c/1', '1')] }),
      ],
      NOBODY,
    )
    expect([...redirects]).toEqual([
      ['/a', '/a/2'],
      ['/b', '/b/1'],
    ])
    expect(pages.map(({ pattern }) => pattern)).toEqual(
      expect.arrayContaining(['/a/1', '/b/1', '/c', '/c/1']),
    )
  })

  test('only an entry with a route flag other than 0 is a named route', () => {
    expect(routes.named.get('station/archive')).toBe('/station/archive')
    expect(routes.named.has('station/archive/7')).toBe(false)
    expect(routes.named.get('dashboard')).toBe('/')
  })

  test('the menu leads by name to a named route, by path to any other', () => {
    const [plan, seventh] = [menu[1]!.children![2]!, menu[2]!.children![2]!]
    expect(addressOf({ ...routes, named: new Map([[plan.name, '/moved']]) }, plan)).toBe('/moved')
    expect(addressOf(routes, plan)).toBe('/operation/plan')
    expect(addressOf(routes, seventh)).toBe('/station/archive/7')
  })

  test('an entry for everybody gives way to the menu’s own', () => {
    const own = entry('/user/tickling/tickling', '反馈处理', { hidden: true })
    const found = findPage(assembleRoutes([layout('/system', '系统', [own])], NOBODY), own.path)
    expect(found?.title).toBe('反馈处理')
    expect(findPage(routes, own.path)?.title).toBe('问题反馈')
  })

  test.each([
    ['nothing asked', [], [], true],
    ['one of several held', ['order:list', 'order:assign'], ['order:assign'], true],
    ['none held', ['order:list'], ['station:list'], false],
  ])('a route by its permission list: %s', (_case, permissionList, held, open) => {
    const { pages } = assembleRoutes(
      [layout('/a', 'A', [entry('/a/1', '1')], { meta: { permissionList } })],
      new Set(held),
    )
    expect(pages).toHaveLength(everybodys.length + (open ? 1 : 0))
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
    [
      'a hidden one where nothing else is',
      [layout('/a', 'A', [entry('/a/1', '1', { hidden: true })])],
      '/a/1',
    ],
    [
      'not a flag',
      [entry('/screen/page', '大屏'), entry('/screen/jd', '大屏'), entry('/AIGC', '助手')],
      null,
    ],
    ['nor a sister system', [entry('/solarCare', '平台')], null],
    [
      'nor another system',
      [entry('/bi', '报表', { meta: { url: 'https://bi.example/' } }), entry('/b', 'B')],
      '/b',
    ],
    ['nothing', [], null],
  ])('the home page is %s', (_case, entries, home) => {
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

test('a path with a query is answered by the whole address', () => {
  const late = entry('/taskCenter?view=late', '超时工单', { route: '0' })
  const own = assembleRoutes([entry('/taskCenter', '任务中心'), late], NOBODY)
  expect(findPage(own, '/taskCenter', '?view=late')?.title).toBe('超时工单')
  expect(findPage(own, '/taskCenter', '?view=all')?.title).toBe('任务中心')
  expect(addressOf(own, late)).toBe('/taskCenter?view=late')
})

describe('other systems', () => {
  test.each([
    ['a page of our own', {}, false, false],
    ['an address alone is shown in a tab', { url: 'https://bi.example/' }, true, false],
    ['an outside address is a link', { url: 'https://bi.example/', internalOrExternal: true }, true, true],
    ['and so is whatever has a target', { target: '_blank' }, false, true],
  ])('%s', (_case, meta, framed, link) => {
    const own = entry('/bi', '报表', { meta })
    expect([isFramed(own), isLink(own)]).toEqual([framed, link])
    const found = findPage(assembleRoutes([own], NOBODY), '/bi')
    expect(found === null).toBe(link)
  })

  test('of the sister systems only /solarCare is shown in a tab', () => {
    expect(isFramed(findPage(routes, '/solarCare')!.entry)).toBe(true)
    expect([findPage(routes, '/houseHold'), findPage(routes, '/AIGC')]).toEqual([null, null])
  })
})

describe('what is drawn', () => {
  test('modules without flags and without empty ones', () => {
    expect(modulesOf(routes).map(({ meta }) => meta.title)).toEqual(['首页', '生产运营', '电站'])
  })

  const drawn = (items: SideItem[]) =>
    items.map(({ entry: root, links }) => [root.meta.title, links?.map(({ meta }) => meta.title) ?? null])

  test('the side menu keeps the order of the menu; hidden entries are not drawn', () => {
    expect(drawn(sideItemsOf(modulesOf(routes)[1]!))).toEqual([
      ['工作门户', null],
      ['任务管理', ['任务中心']],
      ['巡检计划', null],
    ])
  })

  test('without a head the modules are the root of the side menu', () => {
    expect(drawn(itemsOf(modulesOf(routes)))).toEqual([
      ['首页', null],
      ['生产运营', ['工作门户', '任务中心', '巡检计划']],
      ['电站', ['电站档案', '第七电站']],
    ])
  })

  test('a module that is a page is its own side menu', () => {
    expect(drawn(sideItemsOf(menu[0]!))).toEqual([['首页', null]])
  })

  test('an entry that always shows is one link', () => {
    const always = entry('/b', 'B', { alwaysShow: true, children: [entry('/b/1', '1')] })
    expect(drawn(sideItemsOf(layout('/m', 'M', [always])))).toEqual([['B', null]])
  })

  test('a module leads to its first page of our own', () => {
    const bi = entry('/bi', '报表', { meta: { url: 'https://bi.example/' } })
    expect(firstPath(layout('/m', 'M', [bi, entry('/m/1', '1')]))).toBe('/m/1')
  })
})

describe('breadcrumb', () => {
  const below = entry('/b/1', '1', { children: [entry('/b/1/2', '2')] })
  const always = entry('/b', 'B', { alwaysShow: true, children: [below] })
  const inside = assembleRoutes([layout('/m', 'M', [always, entry('/c', 'C')])], NOBODY)

  test.each([
    ['/b/1', ['B', '1']],
    ['/b/1/2', ['B', '1', '2']],
    ['/b', []],
    ['/c', []],
  ])('the breadcrumb at %s: %j', (path, titles) => {
    expect(breadcrumbOf(findPage(inside, path)!.trail).map(({ meta }) => meta.title)).toEqual(titles)
  })
})

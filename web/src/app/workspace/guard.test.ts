import { describe, expect, test } from 'vitest'
import { destinationOf } from './guard.ts'
import { entry, layout } from './menu-fixture.ts'
import { assembleRoutes } from './menu.ts'

const menu = [
  layout('/operation', '生产运营', [entry('/workPortal', '工作门户'), entry('/operation/plan/:id', '计划')]),
  layout('/round', '绕圈', [entry('/round/1', '1')], { redirect: '/about' }),
  layout('/about', '绕圈', [entry('/about/1', '1')], { redirect: '/round' }),
  layout('/moved', '搬走', [entry('/moved/1', '1')], { redirect: '/operation' }),
]
const routes = { ...assembleRoutes(menu, new Set()), home: '/workPortal' }
const screens = {
  ...assembleRoutes([...menu, entry('/screen/page', '大屏'), entry('/screen/jd', 'JD 大屏')], new Set()),
  home: '/workPortal',
}

test.each([
  ['/', { kind: 'redirect', to: '/workPortal' }],
  ['/user', { kind: 'redirect', to: '/workPortal' }],
  ['/user/login', { kind: 'redirect', to: '/workPortal' }],
  ['/user/alteration', { kind: 'redirect', to: '/workPortal' }],
  ['/operation', { kind: 'redirect', to: '/workPortal' }],
  ['/moved', { kind: 'redirect', to: '/workPortal' }],
  ['/round', { kind: 'redirect', to: '/404' }],
  ['/404', { kind: 'unknown' }],
  ['/nowhere', { kind: 'redirect', to: '/404' }],
  ['/user/nobody', { kind: 'redirect', to: '/404' }],
  ['/taskCenterX', { kind: 'redirect', to: '/404' }],
  ['/taskCenter', { kind: 'denied' }],
  ['/personal/unknown', { kind: 'denied' }],
  ['/orderHall', { kind: 'denied' }],
  ['/system/user', { kind: 'denied' }],
  ['/system', { kind: 'denied' }],
  ['/solarCare', { kind: 'denied' }],
  ['/product/yunyin', { kind: 'denied' }],
])('where the address %s leads', (path, destination) => {
  expect(destinationOf(routes, path)).toEqual(destination)
})

test.each([
  '/workPortal',
  '/operation/plan/7',
  '/personal',
  '/personal/downBigExcel',
  '/isolarerp/employee/individual',
  '/user/tickling/tickling',
])('%s opens', (path) => {
  expect(destinationOf(routes, path).kind).toBe('page')
})

test('/workPortal is denied as soon as the menu lacks it', () => {
  const without = {
    ...assembleRoutes([entry('/station/archive', '电站')], new Set()),
    home: '/station/archive',
  }
  expect(destinationOf(without, '/workPortal')).toEqual({ kind: 'denied' })
})

describe('pages with the whole window', () => {
  test.each(['/screen/page', '/screen/jd'])(
    '%s opens where the menu has it, and is denied elsewhere',
    (path) => {
      expect(destinationOf(screens, path).kind).toBe('bare')
      expect(destinationOf(routes, path).kind).toBe('denied')
    },
  )

  test('/preview shows what its id names; without one it leads to the first menu path', () => {
    expect(destinationOf(routes, '/preview', '?id=7')).toMatchObject({
      kind: 'bare',
      page: { entry: { component: 'work-orders/OrderPreviewPage' } },
    })
    expect(destinationOf(routes, '/preview')).toEqual({ kind: 'redirect', to: '/workPortal' })
    expect(destinationOf(routes, '/preview', '?id=')).toEqual({ kind: 'redirect', to: '/workPortal' })
  })
})

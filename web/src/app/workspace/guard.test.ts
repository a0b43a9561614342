import { expect, test } from 'vitest'
import { destinationOf } from './guard.ts'
import { entry, layout } from './menu-fixture.ts'
import { assembleRoutes } from './menu.ts'

const routes = {
  ...assembleRoutes(
    [
      layout('/operation', '生产运营', [
        entry('/workPortal', '工作门户'),
        entry('/operation/plan/:id', '计划'),
      ]),
    ],
    new Set(),
  ),
  home: '/workPortal',
}

test.each([
  ['/', { kind: 'redirect', to: '/workPortal' }],
  ['/user', { kind: 'redirect', to: '/workPortal' }],
  ['/user/login', { kind: 'redirect', to: '/workPortal' }],
  ['/operation', { kind: 'redirect', to: '/workPortal' }],
  ['/404', { kind: 'unknown' }],
  ['/nowhere', { kind: 'redirect', to: '/404' }],
  ['/taskCenterX', { kind: 'redirect', to: '/404' }],
  ['/taskCenter', { kind: 'denied' }],
  ['/system/user', { kind: 'denied' }],
  ['/system', { kind: 'denied' }],
])('%s', (path, destination) => {
  expect(destinationOf(routes, path)).toEqual(destination)
})

test.each(['/workPortal', '/operation/plan/7'])('%s opens', (path) => {
  expect(destinationOf(routes, path).kind).toBe('page')
})

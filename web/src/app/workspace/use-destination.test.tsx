import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paths } from '@heliodesk/contract/paths.ts'
import { useCurrentLocation } from '../../lib/location.ts'
import { entry } from './menu-fixture.ts'
import { assembleRoutes } from './menu.ts'
import { useDestination } from './use-destination.ts'

const routes = { ...assembleRoutes([entry('/workPortal', '工作门户')], new Set()), home: '/workPortal' }

beforeEach(() => {
  window.history.replaceState({ idx: 0 }, '', '#/')
  useCurrentLocation.setState({ pathname: '/', search: '' })
})
afterEach(cleanup)

test('the root leads home', () => {
  renderHook(() => useDestination(routes))
  expect(window.location.hash).toBe('#/workPortal')
})

test('an address typed before the root is drawn is not replaced by the home page', () => {
  window.location.hash = paths.profile.href()
  renderHook(() => useDestination(routes))
  expect(window.location.hash).toBe(paths.profile.href())
})

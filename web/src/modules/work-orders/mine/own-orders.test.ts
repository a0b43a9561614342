import { otherStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { expect, test } from 'vitest'
import { fullOrder } from '../order.fixture.ts'
import { byDay, inTab, mapsTo, shownTab, type MyOrder } from './own-orders.ts'

const own = (id: string, more: Partial<MyOrder>): MyOrder => ({
  ...fullOrder,
  latitude: null,
  longitude: null,
  deviceCode: null,
  stepsDone: 0,
  steps: 0,
  flowSts: 2,
  overHours: null,
  planStartTime: null,
  planEndTime: null,
  ...more,
  id,
})
const going = own('going', { otherSts: otherStatuses.inExecution, overHours: 2 })
const given = own('given', { otherSts: otherStatuses.notStarted })
const returned = own('returned', { otherSts: otherStatuses.returned })
const checked = own('checked', { flowSts: 3 })
const all = [going, given, returned, checked]
const ids = (orders: MyOrder[]) => orders.map(({ id }) => id)

test('each order is in the tab of its work, and also among the late ones', () => {
  expect(ids(inTab(all, 'going'))).toEqual(['going', 'returned'])
  expect(ids(inTab(all, 'given'))).toEqual(['given'])
  expect(ids(inTab(all, 'checked'))).toEqual(['checked'])
  expect(ids(inTab(all, 'late'))).toEqual(['going'])
})

test('the list opens where there is something; an address wins', () => {
  expect(shownTab(null, all)).toBe('going')
  expect(shownTab(null, [checked])).toBe('checked')
  expect(shownTab('late', [checked])).toBe('late')
  expect(shownTab('constructor', [])).toBe('going')
})

test('today is what is due by then or should have begun', () => {
  const orders = [
    own('late', { planEndTime: '2026-11-27 18:00:00' }),
    own('begun', { planStartTime: '2026-11-28 08:00:00', planEndTime: '2026-11-30 18:00:00' }),
    own('later', { planStartTime: '2026-11-29 08:00:00', planEndTime: '2026-11-30 18:00:00' }),
    own('unplanned', {}),
  ]
  const { today, later } = byDay(orders, '2026-11-28')
  expect([ids(today), ids(later)]).toEqual([
    ['late', 'begun'],
    ['later', 'unplanned'],
  ])
})

test('Android chooses the map app itself; elsewhere each has an address of its own', () => {
  const place = { latitude: 37.79, longitude: 107.4, psName: '红柳沟 一期' }
  const name = encodeURIComponent(place.psName)
  expect(mapsTo(place, 'Linux; Android 14')).toEqual([
    { title: '导航', href: `geo:37.79,107.4?q=37.79,107.4(${name})` },
  ])
  const others = mapsTo(place, 'iPhone; CPU iPhone OS 18_0')
  expect(others.map(({ title }) => title)).toEqual(['高德地图', '百度地图', 'Apple 地图'])
  expect(others[0]!.href).toContain(`to=107.4,37.79,${name}`)
})

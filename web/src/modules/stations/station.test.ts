import { describe, expect, it } from 'vitest'
import { countTypes } from './device-types.ts'
import { narrowBy } from './station-list.tsx'
import {
  coordinatesOf,
  dcAcRatio,
  inputOf,
  placeOf,
  stateOf,
  statesAfter,
  yearsOnGrid,
  type StationDetail,
} from './station.ts'

const station: StationDetail = {
  psId: '7',
  psName: '示例一期',
  psaId: '3',
  psaName: '示例光伏项目',
  depId: '5',
  depName: '宁夏运维中心',
  depCode: 'A01A02',
  siteType: 'C',
  siteTypeLabel: '集中式',
  capacityKwp: 50_000,
  province: '宁夏',
  city: null,
  gridDate: '2020-12-25',
  maintenanceStatus: '1',
  status: '1',
  version: 4,
  acKw: 40_000,
  latitude: 0,
  longitude: 106.2,
  ownerName: null,
  tariff: 0,
  externalKey: 'EX-001',
}

it('what is edited is every field that the call would otherwise clear', () => {
  const { psId, version, psaName, depName, depCode, siteTypeLabel, externalKey, ...rest } = station
  expect(inputOf(station)).toEqual(rest)
  expect([psId, version, psaName, depName, depCode, siteTypeLabel, externalKey]).toHaveLength(7)
})

describe('the state of a station', () => {
  it('is one word, and retired weighs more than disabled', () => {
    expect(stateOf({ maintenanceStatus: '1', status: '1' })).toEqual({ on: true, text: '在维' })
    expect(stateOf({ maintenanceStatus: '1', status: '3' })).toEqual({ on: false, text: '停用' })
    expect(stateOf({ maintenanceStatus: '2', status: '3' })).toEqual({ on: false, text: '退场' })
    expect(stateOf({ maintenanceStatus: '2', status: '1' })).toEqual({ on: false, text: '退场' })
  })
  it('follows retiring and coming back', () => {
    expect(stateOf(statesAfter(true)).text).toBe('退场')
    expect(stateOf(statesAfter(false)).text).toBe('在维')
  })
})

describe('facts in words', () => {
  it('keep zero apart from nothing', () => {
    expect(coordinatesOf(station)).toBe('0, 106.2')
    expect(coordinatesOf({ ...station, latitude: null })).toBeNull()
  })
  it('count only full years', () => {
    expect(yearsOnGrid('2020-12-25', '2026-12-24')).toBe('5 年')
    expect(yearsOnGrid('2020-12-25', '2026-12-25')).toBe('6 年')
    expect(yearsOnGrid('2026-06-01', '2026-11-21')).toBeNull()
    expect(yearsOnGrid(null)).toBeNull()
  })
  it('need both powers for their ratio', () => {
    expect(dcAcRatio(station)).toBe('1.25')
    expect(dcAcRatio({ capacityKwp: 1, acKw: 0 })).toBeNull()
    expect(dcAcRatio({ capacityKwp: null, acKw: 1 })).toBeNull()
  })
  it('name the places that are known', () => {
    expect(placeOf(station)).toBe('宁夏')
    expect(placeOf({ province: '江苏', city: '盐城市' })).toBe('江苏 盐城市')
    expect(placeOf({ province: null, city: null })).toBe('')
  })
})

it('devices are counted by type, the most frequent first', () => {
  const devices = ['箱变', '逆变器', '逆变器'].map((deviceType) => ({ deviceType }))
  expect(countTypes(devices)).toEqual([
    { type: '逆变器', count: 2 },
    { type: '箱变', count: 1 },
  ])
})

it('only filters in force narrow the list', () => {
  expect(narrowBy({})).toEqual({})
  expect(
    narrowBy({ psName: [' 一期 '], maintenanceStatus: ['2'], psaIds: ['3', '4'], depCode: ['A01'] }),
  ).toEqual({
    psName: '一期',
    maintenanceStatus: '2',
    psaIds: '3,4',
    depCode: 'A01',
  })
  expect(narrowBy({ psName: [' '], maintenanceStatus: ['9'] })).toEqual({})
})

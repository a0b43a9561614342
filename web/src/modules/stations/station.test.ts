import { describe, expect, it } from 'vitest'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { isLive, narrowingOf, type FilterValues } from '../../kit/search-bar/filters.ts'
import { projectFilters } from './Projects.tsx'
import { stationFilters } from './station-list.tsx'
import {
  coordinatesOf,
  dcAcRatio,
  differencesBetween,
  inputOf,
  placeOf,
  stateOf,
  warrantyOf,
  yearsOnGrid,
  type StationDetail,
} from './station.ts'

it('has no filter that its page’s other list has too: both stand in one address', () => {
  const names = projectFilters((code) => code).map(({ name }) => name)
  const others = new Set(stationFilters([], null).map(({ name }) => name))
  expect(names.filter((name) => others.has(name))).toEqual([])
})

it('narrows the list by name while one types, since the server answers at once', () => {
  expect(
    stationFilters([], null)
      .filter(isLive)
      .map(({ name }) => name),
  ).toEqual(['psName'])
})

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
  county: null,
  address: null,
  contactName: null,
  contactPhone: null,
  warrantyEnd: null,
  retiredOn: null,
  retireReason: null,
  createTime: '2020-12-25 10:00:00',
}

it('what is edited is every field that the call would otherwise clear', () => {
  const input: Record<string, unknown> = inputOf(station)
  const fields = Object.keys(stationCalls.edit.input.shape).filter(
    (each) => each !== 'psId' && each !== 'version',
  )
  expect(Object.keys(input).toSorted()).toEqual(fields.toSorted())
  for (const field of fields) expect(input[field]).toEqual(station[field as keyof StationDetail])
})

describe('what somebody else changed meanwhile', () => {
  const fresh = { ...station, ownerName: '新业主', capacityKwp: 60_000, depId: '6', depName: '山东运维中心' }

  it('is told field by field in words, with what stands against it in the form', () => {
    const mine = { ...inputOf(station), ownerName: '我的业主', tariff: 0.3 }
    expect(differencesBetween(station, fresh, mine)).toEqual([
      { field: 'depId', title: '归属部门', before: '宁夏运维中心', now: '山东运维中心', mine: null },
      { field: 'capacityKwp', title: '装机容量', before: '50000', now: '60000', mine: null },
      { field: 'ownerName', title: '业主', before: '--', now: '新业主', mine: '我的业主' },
    ])
  })

  it('is nothing where both wrote the same', () => {
    expect(differencesBetween(station, fresh, inputOf(fresh)).every(({ mine }) => mine === null)).toBe(true)
    expect(differencesBetween(station, station, inputOf(station))).toEqual([])
  })
})

describe('the state of a station', () => {
  it('is one word, and retired weighs more than disabled', () => {
    expect(stateOf({ maintenanceStatus: '1', status: '1' })).toEqual({ on: true, text: '在维' })
    expect(stateOf({ maintenanceStatus: '1', status: '3' })).toEqual({ on: false, text: '停用' })
    expect(stateOf({ maintenanceStatus: '2', status: '3' })).toEqual({ on: false, text: '退场' })
    expect(stateOf({ maintenanceStatus: '2', status: '1' })).toEqual({ on: false, text: '退场' })
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
  it('say how long a warranty still lasts', () => {
    expect(warrantyOf(null)).toBeNull()
    expect(warrantyOf('2027-06-30', '2026-11-21')).toBe('2027-06-30')
    expect(warrantyOf('2026-12-01', '2026-11-21')).toBe('2026-12-01（还有 10 天）')
    expect(warrantyOf('2026-11-21', '2026-11-21T18:00:00')).toBe('2026-11-21（还有 0 天）')
    expect(warrantyOf('2026-11-20', '2026-11-21')).toBe('2026-11-20（已过保）')
  })
  it('need both powers for their ratio', () => {
    expect(dcAcRatio(station)).toBe('1.25')
    expect(dcAcRatio({ capacityKwp: 1, acKw: 0 })).toBeNull()
    expect(dcAcRatio({ capacityKwp: null, acKw: 1 })).toBeNull()
  })
  it('name the places that are known', () => {
    expect(placeOf(station)).toBe('宁夏')
    expect(placeOf({ province: '江苏', city: '盐城市', county: '射阳县' })).toBe('江苏 盐城市 射阳县')
    expect(placeOf({ province: null, city: null, county: null })).toBe('')
  })
})

it('only filters in force narrow the list', () => {
  const narrowed = (values: FilterValues) => narrowingOf(stationFilters([{ province: '青海' }], null), values)
  expect(narrowed({})).toEqual({})
  expect(
    narrowed({ psName: [' 一期 '], maintenanceStatus: ['2'], psId: ['A01A02', 'p3', 'p4', '77'] }),
  ).toEqual({
    psName: '一期',
    maintenanceStatus: '2',
    depCodes: 'A01A02',
    psaIds: '3,4',
    psIds: '77',
  })
  expect(narrowed({ psName: [' '] })).toEqual({})
  expect(narrowed({ capacity: ['roof'], gridDate: ['2020-01-01', '2021-12-31'], located: ['0'] })).toEqual({
    minKwp: 1000,
    maxKwp: 5999.999,
    gridFrom: '2020-01-01',
    gridTo: '2021-12-31',
    located: '0',
  })
  expect(narrowed({ capacity: ['large'], province: ['青海'], siteType: ['C'], status: ['3'] })).toEqual({
    minKwp: 50_000,
    province: '青海',
    siteType: 'C',
    status: '3',
  })
})

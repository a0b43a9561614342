import { expect, it } from 'vitest'
import { labelAddress, warrantyOf } from './device.ts'
import { spaceChoices } from '../../domain/devices/space-choices.ts'
import { deviceFilters } from './device-list.tsx'
import { deviceSortFields } from '@heliodesk/contract/device-fields.ts'
import { orderBy } from '../../kit/page-table/paging.ts'
import { narrowingOf } from '../../kit/search-bar/filters.ts'
import { labelSizes, sheetsOf, type LabelSize } from './label-sizes.ts'

it('a label leads to the device in the ledger, whatever stands in its code', () => {
  expect(
    labelAddress('SF0001-NB-001', '#/station/device', 'https://pv.example/#/station/device?psId=1'),
  ).toBe('https://pv.example/#/station/device?device=SF0001-NB-001')
  expect(labelAddress('A/1', '#/station/device', 'https://pv.example/')).toBe(
    'https://pv.example/#/station/device?device=A%2F1',
  )
})

it('labels fill sheets of A4, the first one after the places that are used up', () => {
  for (const size of Object.keys(labelSizes) as LabelSize[]) {
    const { columns, rows, width, height } = labelSizes[size]
    expect(columns * width).toBeLessThanOrEqual(210)
    expect(rows * height).toBeLessThanOrEqual(297)
  }
  const labels = Array.from({ length: 25 }, (_each, at) => at)
  expect(sheetsOf(labels, 'medium', 0).map((sheet) => sheet.length)).toEqual([24, 1])
  const [first, second] = sheetsOf(labels, 'medium', 3)
  expect(first!.slice(0, 5)).toEqual([null, null, null, 0, 1])
  expect(second).toEqual([21, 22, 23, 24])
  expect(sheetsOf(labels.slice(0, 1), 'large', 99)).toHaveLength(1)
  expect(sheetsOf([], 'small', 0)).toEqual([])
})

it('a warranty is told by what is left of it', () => {
  const today = '2026-06-15'
  expect(warrantyOf(null, today)).toBeNull()
  expect(warrantyOf('2026-06-14', today)).toEqual({ text: '已过保', state: 'over' })
  expect(warrantyOf('2026-06-15', today)).toEqual({ text: '今天到期', state: 'soon' })
  expect(warrantyOf('2026-09-13', today)).toEqual({ text: '90 天后到期', state: 'soon' })
  expect(warrantyOf('2026-09-14', today)).toEqual({ text: '在保', state: 'in' })
})

it('the filters in force go to the call, and impossible ones are left out', () => {
  expect(
    narrowingOf(deviceFilters([{ value: '9', label: '光伏区' }]), {
      keyword: [' NB '],
      psId: ['A01A03', 'p40', '77'],
      typeId: ['5'],
      spaceId: ['9'],
      status: ['3'],
      warranty: ['soon'],
    }),
  ).toEqual({
    keyword: 'NB',
    depCodes: 'A01A03',
    psaIds: '40',
    psIds: '77',
    typeId: ['5'],
    spaceId: '9',
    status: '3',
    warranty: 'soon',
  })
  expect(narrowingOf(deviceFilters([]), { keyword: ['  '], status: ['7'], warranty: ['never'] })).toEqual({})
  expect(orderBy({ field: 'ratedKw', kind: 'asc' }, deviceSortFields)).toEqual({
    orderField: 'ratedKw',
    orderType: 'asc',
  })
  expect(orderBy({ field: 'psName', kind: 'asc' }, deviceSortFields)).toEqual({})
})

it('spaces to filter by are offered with what lies above them, where there are any', () => {
  const space = (id: string, name: string, children: never[] = []) => ({
    id,
    psId: '1',
    parentId: null,
    name,
    kind: '1' as const,
    kindName: '区域',
    sort: 0,
    deviceCount: 0,
    version: 1,
    children,
  })
  const choices = spaceChoices([space('1', '光伏区', [space('2', '3号方阵')] as never[])])
  expect(choices).toEqual([
    { value: '1', label: '光伏区', depth: 0, kind: '区域' },
    { value: '2', label: '光伏区/3号方阵', depth: 1, kind: '区域' },
  ])
  expect(deviceFilters(choices).map(({ name }) => name)).toContain('spaceId')
  expect(deviceFilters([]).map(({ name }) => name)).not.toContain('spaceId')
})

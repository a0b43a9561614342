import { provinces } from '@heliodesk/contract/provinces.ts'
import { expect, it } from 'vitest'
import { cellOf, COLUMNS, moveTo, neighboursOf, ROWS } from './cells.ts'

const names = provinces.map(({ name }) => name)
const cells = [...names, null].map(cellOf)
const place = (name: string) => names.indexOf(name)
const after = (key: string, name: string) => names[moveTo(key, cells, place(name))!]

it('has 34 provinces and the other stations, each in a cell of its own', () => {
  expect(names).toHaveLength(34)
  expect(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size).toBe(35)
  for (const { column, row } of cells) {
    expect(column).toBeGreaterThanOrEqual(1)
    expect(column).toBeLessThanOrEqual(COLUMNS)
    expect(row).toBeGreaterThanOrEqual(0)
    expect(row).toBeLessThan(ROWS)
  }
})

it('keeps provinces in the places in which people look for them', () => {
  for (const [name, column, row] of [
    ['黑龙江', 8, 0],
    ['新疆', 1, 2],
    ['宁夏', 3, 2],
    ['山东', 5, 3],
    ['上海', 7, 4],
    ['香港', 5, 7],
  ] as const)
    expect(cellOf(name)).toMatchObject({ column, row })
})

it.each([
  ['ArrowRight', '宁夏', '山西'],
  ['ArrowLeft', '宁夏', '甘肃'],
  ['ArrowUp', '宁夏', '内蒙古'],
  ['ArrowDown', '宁夏', '陕西'],
  // Over a gap, the nearest one ahead.
  ['ArrowRight', '江西', '浙江'],
  ['ArrowRight', '福建', '台湾'],
  ['ArrowDown', '黑龙江', '吉林'],
  ['Home', '宁夏', '黑龙江'],
])('%s goes from %s to %s', (key, from, to) => expect(after(key, from)).toBe(to))

it('stays where nothing is ahead, and ignores other keys', () => {
  expect(moveTo('ArrowLeft', cells, place('新疆'))).toBeNull()
  expect(moveTo('ArrowUp', cells, place('黑龙江'))).toBeNull()
  expect(moveTo('a', cells, place('宁夏'))).toBeNull()
})

it('reaches every province by arrows alone, from any of them', () => {
  for (const chosen of [names, ['新疆', '海南', '吉林'], ['西藏', '上海']]) {
    const some = chosen.map(cellOf)
    for (const start of some.keys()) {
      const reached = new Set([start])
      for (const at of reached)
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
          const next = moveTo(key, some, at)
          if (next !== null) reached.add(next)
        }
      expect(reached.size).toBe(some.length)
    }
  }
})

const withStations = ['河北', '山东', '安徽', '宁夏', '新疆', '其他', '上海']

it.each([
  ['山东', '河北', '安徽'],
  // From one column to the next.
  ['河北', '宁夏', '山东'],
  ['安徽', '山东', '上海'],
  ['宁夏', '其他', '河北'],
  ['新疆', null, '其他'],
  ['上海', '安徽', null],
  // Without stations of its own, as a link may have it.
  ['江苏', '安徽', '上海'],
])('%s lies between %s and %s', (name, ...between) => {
  const { before, after: next } = neighboursOf(name, withStations)
  expect([before, next]).toEqual(between)
})

it('leads through all provinces once, whatever their order in the answer', () => {
  const way = [names.find((each) => neighboursOf(each, names).before === null)!]
  for (let next = neighboursOf(way[0]!, names).after; next; next = neighboursOf(next, names).after)
    way.push(next)
  expect(way.toSorted()).toEqual(names.toSorted())
  expect(neighboursOf('山东', names.toReversed())).toEqual(neighboursOf('山东', names))
})

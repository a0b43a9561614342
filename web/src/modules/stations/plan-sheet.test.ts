import { describe, expect, it } from 'vitest'
import {
  cellError,
  imported,
  monthsOf,
  numberOf,
  pasted,
  PLAN_TEMPLATE,
  sheetOf,
  sumOf,
  type Plan,
  type Sheet,
} from './plan-sheet.ts'

const empty: Sheet = Array.from({ length: 12 }, () => ({
  planElectric: '',
  irradiation: '',
  equivalentHours: '',
}))

describe('a resource plan is filled', () => {
  it('by a block of a spreadsheet from the cell on, and what falls beyond is left out', () => {
    const sheet = pasted(empty, '1,000\t100\r\n2000\t110\t9\t8\r\n', 10, 'planElectric')
    expect(sheet[10]).toEqual({ planElectric: '1,000', irradiation: '100', equivalentHours: '' })
    expect(sheet[11]).toEqual({ planElectric: '2000', irradiation: '110', equivalentHours: '9' })
    expect(pasted(empty, '1\n2\n3', 11, 'irradiation')[11]!.irradiation).toBe('1')
    expect(pasted(empty, '7\t8', 0, 'equivalentHours')[0]!.equivalentHours).toBe('7')
  })

  it('by a row of twelve, which goes down the months', () => {
    const row = Array.from({ length: 12 }, (_each, at) => String(at + 1)).join('\t')
    expect(pasted(empty, row, 0, 'planElectric').map(({ planElectric }) => Number(planElectric))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
  })

  it('by a file that names its months, others stay', () => {
    const rows = [
      ['月份', '计划发电量'],
      ['3月', '1,300.5', '30', '3', '备注'],
      ['１２ 月', '1200'],
    ]
    const sheet = imported(empty, rows)!
    expect(sheet[2]).toEqual({ planElectric: '1,300.5', irradiation: '30', equivalentHours: '3' })
    expect(monthsOf(sheet)[2]).toMatchObject({ planElectric: 13_005_000 })
    expect(sheet[11]).toEqual({ planElectric: '1200', irradiation: '', equivalentHours: '' })
    expect(sheet[0]).toEqual(empty[0])
    expect(imported(empty, [['没有', '月份'], ['13月'], []])).toBeNull()
    expect(monthsOf(empty).map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    const template = PLAN_TEMPLATE.replace('\uFEFF', '')
      .split('\r\n')
      .map((line) => line.split(','))
    expect(imported(empty, template)).toEqual(empty)
    expect(template.slice(1, 13).map(([month]) => month)).toEqual(
      Array.from({ length: 12 }, (_each, at) => `${at + 1}月`),
    )
  })
})

describe('planned energy (spec 2 §5)', () => {
  const stored = { month: 1, planElectric: 37_095_000.05, irradiation: 95.5, equivalentHours: null }

  it('is kept in kWh, shown divided by 10,000 to 6 decimals and submitted multiplied again', () => {
    const sheet = sheetOf({ months: [stored] } as Plan)
    expect(sheet).toEqual([{ planElectric: '3,709.500005', irradiation: '95.5', equivalentHours: '' }])
    expect(monthsOf(sheet)).toEqual([stored])
    expect(monthsOf([{ ...sheet[0]!, planElectric: '1.2' }])[0]).toMatchObject({ planElectric: 12_000 })
  })

  it('is typed with 6 decimals at most, below the most that is kept', () => {
    expect(cellError('planElectric', '10,000,000')).toBeNull()
    expect(cellError('planElectric', '10000001')).toBe('不能大于 10000000')
    expect(cellError('planElectric', '0.1234567')).toBe('最多 6 位小数')
  })
})

describe('a cell', () => {
  it.each([
    ['', null, null],
    ['1,2.5', null, 12.5],
    ['１２', null, 12],
    ['12x', '请输入数字', null],
    ['-1', '请输入数字', null],
    ['1.234', '最多 2 位小数', null],
    ['501', '不能大于 500', null],
  ])('“%s” says %s', (text, error, value) => {
    expect(cellError('irradiation', text)).toBe(error)
    if (error === null) expect(numberOf(text)).toBe(value)
  })

  it('that cannot be read does not count in the sum', () => {
    const sheet = pasted(empty, '100\nx\n50.5', 0, 'planElectric')
    expect(sumOf(sheet, 'planElectric')).toBe('150.500000')
    expect(sumOf(empty, 'planElectric')).toBeNull()
  })
})

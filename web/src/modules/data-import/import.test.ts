import { describe, expect, it } from 'vitest'
import { csvOf } from '@heliodesk/contract/csv.ts'
import { addedInWords, fileRefusal, runRefusal, sortFindings, stepOf, type ImportJob } from './import-job.ts'

const report = (counts: Partial<ImportJob['report']>): ImportJob['report'] => ({
  okCount: 0,
  badCount: 0,
  knownCount: 0,
  errorCount: 0,
  warningCount: 0,
  stations: 0,
  orders: 0,
  findings: [],
  ...counts,
})

describe('a checked file', () => {
  it('may be imported when no row is bad and some are new', () => {
    expect(runRefusal(report({ okCount: 3, knownCount: 2, warningCount: 9 }))).toBeNull()
  })
  it('may not with a single bad row, and says how many there are', () => {
    expect(runRefusal(report({ okCount: 3, badCount: 1200 }))).toContain('1,200 行错误')
  })
  it('may not when every row is there already', () => {
    expect(runRefusal(report({ knownCount: 5 }))).toContain('都已导入过')
  })
})

it('the steps behind an import follow its state', () => {
  expect(
    [null, 'checked' as const, 'importing' as const, 'failed' as const, 'done' as const].map(stepOf),
  ).toEqual([0, 1, 2, 2, 4])
})

it('what an import adds is told in words', () => {
  expect(addedInWords({ stations: 2, orders: 1500 })).toBe('新增 2 座电站、1,500 张工单')
  expect(addedInWords({ stations: 0, orders: 1 })).toBe('新增 1 张工单')
  expect(addedInWords({ stations: 1, orders: 0, updated: 3 })).toBe('新增 1 座电站，更新 3 座电站')
  expect(addedInWords({ stations: 0, orders: 0, days: 1461 })).toBe('写入 1,461 天发电量')
  expect(addedInWords({ stations: 0, orders: 0 })).toBe('没有新增')
})

describe('a file is refused before it is sent', () => {
  it.each([
    ['电站.xls', 10, 'XLS'],
    ['电站.pdf', 10, '只支持'],
    ['电站', 10, '只支持'],
    ['电站.csv', 0, '空'],
    ['电站.csv', 50 * 1024 * 1024 + 1, '超过 50 MB'],
  ])('%s of %d bytes', (name, size, reason) => {
    expect(fileRefusal({ name, size })).toContain(reason)
  })
  it.each([
    ['电站.CSV', 1],
    ['a.b.xlsx', 50 * 1024 * 1024],
  ])('but not %s of %d bytes', (name, size) => {
    expect(fileRefusal({ name, size })).toBeNull()
  })
})

it('findings are ordered as asked, else as the rows stand', () => {
  const finding = (row: number, level: 'error' | 'warning', field: string) => ({
    row,
    level,
    field,
    message: '',
  })
  const findings = [finding(2, 'warning', '省份'), finding(3, 'error', '容量'), finding(9, 'error', '省份')]
  const rows = (field: string, kind: 'asc' | 'desc' | '') =>
    sortFindings(findings, { field, kind }).map(({ row }) => row)
  expect(rows('', '')).toEqual([2, 3, 9])
  expect(rows('row', 'desc')).toEqual([9, 3, 2])
  expect(rows('level', 'asc')).toEqual([3, 9, 2])
  expect(rows('field', 'asc')).toEqual([3, 2, 9])
})

describe('a CSV text', () => {
  it('quotes what needs quotes and starts with the byte order mark', () => {
    expect(
      csvOf([
        ['行号', '原因'],
        [3, '含有“,”, "引号"\n和换行'],
      ]),
    ).toBe('\uFEFF行号,原因\r\n3,"含有“,”, ""引号""\n和换行"\r\n')
  })
  it('never holds a formula', () => {
    expect(csvOf([['=1+1', '+86', '-1', '@x', '电站=1', -5]])).toBe("\uFEFF'=1+1,'+86,'-1,'@x,电站=1,-5\r\n")
  })
})

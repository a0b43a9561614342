import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import readWorkbook from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import type { Cell, ExportColumn } from '../../kernel/export-kind.ts'
import { csvOf } from './csv.ts'
import { partOf } from '../../../test/zip.ts'
import { xlsxOf } from './xlsx.ts'

const columns: ExportColumn[] = [
  { title: '名称', type: 'text', width: 20 },
  { title: '数量', type: 'number', width: 10 },
  { title: '时间', type: 'time', width: 18 },
]

async function* pagesOf(rows: Cell[][], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

const numbered = (count: number): Cell[][] =>
  Array.from({ length: count }, (_each, at) => [`第 ${at + 1} 行`, at, null])

describe('an XLSX file', () => {
  it.each([
    [7, 3, 2],
    [6, 3, 4],
    [3, 3, 3],
    [0, 3, 1],
  ])('of %i rows, %i to a sheet, read %i at a time, goes on in further sheets', async (count, most, size) => {
    const rows = numbered(count)
    const file = await buffer(
      xlsxOf({ columns, rowCount: count, pages: pagesOf(rows, size), title: '工单', mark: null }, most),
    )
    const sheets = await readWorkbook(file)
    const expected = Math.max(1, Math.ceil(count / most))
    expect(sheets.map(({ sheet }) => sheet)).toEqual(
      Array.from({ length: expected }, (_each, at) => (at === 0 ? '工单' : `工单 ${at + 1}`)),
    )
    for (const [at, { data }] of sheets.entries()) {
      const part = rows.slice(at * most, (at + 1) * most)
      expect(data.slice(1).map((row) => row.slice(0, 2))).toEqual(part.map((row) => row.slice(0, 2)))
      expect(data[0]).toEqual(['名称', '数量', '时间'])
      expect(partOf(file, `xl/worksheets/sheet${at + 1}.xml`)).toContain(
        `<autoFilter ref="A1:C${part.length + 1}"/>`,
      )
    }
  })

  it('has times without a zone, and leaves out what XML cannot hold', async () => {
    const rows: Cell[][] = [['a\u0001b\uD800<&>"_x0041_', -0.5, '2026-11-21 18:06:00']]
    const file = await buffer(
      xlsxOf({ columns, rowCount: 1, pages: pagesOf(rows, 1), title: '工单', mark: null }),
    )
    const sheet = partOf(file, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('>ab\uFFFD&lt;&amp;&gt;&quot;_x005F_x0041_</t>')
    expect(sheet).toContain('<c r="B2"><v>-0.5</v></c>')
    const [first] = await readWorkbook(file)
    expect(first!.data[1]![2]).toEqual(new Date('2026-11-21T18:06:00Z'))
  })

  it('fails as its rows do', async () => {
    async function* broken(): AsyncGenerator<Cell[][]> {
      yield [['好', 1, null]]
      throw new Error('the line broke')
    }
    const file = xlsxOf({ columns, rowCount: 2, pages: broken(), title: '工单', mark: null })
    await expect(buffer(file)).rejects.toThrow('the line broke')
  })
})

describe('a CSV file', () => {
  it('is read back as it was, but for the apostrophe before a formula', async () => {
    const texts = fc.string({
      unit: fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '"',
        ',',
        '\r',
        '\n',
        '\t',
        ' ',
        '中',
        'a',
        "'",
        '💥',
        '＝',
        '\u200B',
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 20 }), async (given) => {
        const rows = given.map((text): Cell[] => [text, -1, null])
        const read: string[][] = parse(await buffer(csvOf(columns, pagesOf(rows, 3))), { bom: true })
        const expected = given.map((text) => [
          /^(?:[\t\r\n]|[\s\u200B]*[=+\-@＝])/.test(text) ? `'${text}` : text,
          '-1',
          '',
        ])
        expect(read.slice(1)).toEqual(expected)
      }),
    )
  })
})

import { exportMark } from '@heliodesk/contract/watermark.ts'
import { strFromU8, unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { describe, expect, test, vi } from 'vitest'
import { csvOfTable, readShown, xlsxOfTable, type ShownTable } from './spreadsheet.ts'

const table: ShownTable = {
  name: '工单[1]/2',
  columns: [
    { title: '编号', width: 160 },
    { title: '损失', width: 90, align: 'right' },
    { title: '并网', width: 100 },
    { title: '计划开始', width: 120 },
  ],
  rows: [
    ['GD2026', '1,234.5', '2026-11-21', '2026-11-21 18:00'].map((text, at) =>
      readShown(text, at === 1 ? 'right' : undefined),
    ),
    [readShown('=HYPERLINK("http://x")'), readShown('--', 'right'), null, readShown('<b>&"\u0001')],
  ],
}

describe('what a table shows', () => {
  test.each([
    ['1,284', 'right', { kind: 'number', value: 1284, decimals: 0 }],
    ['-12.50', 'right', { kind: 'number', value: -12.5, decimals: 2 }],
    ['12.5 kW', 'right', { kind: 'text', text: '12.5 kW' }],
    ['1,28', 'right', { kind: 'text', text: '1,28' }],
    ['12345678901234567', 'right', { kind: 'text', text: '12345678901234567' }],
    ['20261121', undefined, { kind: 'text', text: '20261121' }],
    ['2026-11-21', undefined, { kind: 'day', text: '2026-11-21' }],
    ['2026-11-21 08:30', undefined, { kind: 'time', text: '2026-11-21 08:30' }],
    [' -- ', undefined, null],
    ['', 'right', null],
  ] as const)('“%s” is read as what it is', (text, align, cell) => {
    expect(readShown(text, align)).toEqual(cell)
  })

  test('is a workbook with numbers, days and times, and no formula', async () => {
    const bytes = Buffer.from(await xlsxOfTable(table, null).arrayBuffer())
    const [sheet] = await readXlsx(bytes)
    expect(sheet!.sheet).toBe('工单 1  2')
    expect(sheet!.data).toEqual([
      ['编号', '损失', '并网', '计划开始'],
      ['GD2026', 1234.5, new Date('2026-11-21T00:00:00Z'), new Date('2026-11-21T18:00:00Z')],
      ['=HYPERLINK("http://x")', null, null, '<b>&"'],
    ])
  })

  test('says above and below each page and in its properties who exported it, and when', async () => {
    const mark = exportMark({ realname: '张<&>伟', phone: '13911112222' }, '2026-11-21 18:06')
    const parts = unzipSync(new Uint8Array(await xlsxOfTable(table, mark).arrayBuffer()))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
    expect(sheet).toMatch(/<autoFilter [^>]*\/><headerFooter>.*<\/headerFooter><\/worksheet>$/)
    expect(sheet).toContain(
      '<oddHeader>&amp;R导出人：张&lt;&amp;&amp;&gt;伟 2222　导出时间：2026-11-21 18:06</oddHeader>',
    )
    const properties = strFromU8(parts['docProps/core.xml']!)
    expect(properties).toContain('<dc:creator>张&lt;&amp;&gt;伟 2222</dc:creator>')
    expect(properties).toContain('>2026-11-21T18:06:00Z</dcterms:created>')
    expect(await readXlsx(Buffer.from(await xlsxOfTable(table, mark).arrayBuffer()))).toHaveLength(1)
  })

  test('is CSV that a spreadsheet reads as UTF-8 and carries nothing out of', () => {
    expect(csvOfTable(table)).toBe(
      '\uFEFF编号,损失,并网,计划开始\r\nGD2026,1234.5,2026-11-21,2026-11-21 18:00\r\n' +
        `"'=HYPERLINK(""http://x"")",,,"<b>&""\u0001"\r\n`,
    )
  })
})

test('a workbook is the same for the same texts, whenever it is made', async () => {
  const made = async (time: string) => {
    vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] })
    const blob = xlsxOfTable(table, null)
    vi.useRealTimers()
    return new Uint8Array(await blob.arrayBuffer())
  }
  expect(await made('2026-11-01T08:00:00Z')).toEqual(await made('2031-02-03T09:10:11Z'))
})

import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { packageParts, sheetPath, textCell } from '@heliodesk/contract/xlsx.ts'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { checkApart } from './check-apart.ts'

const moment = { now: new Date('2026-03-01T00:00:00Z'), timeZone: 'Asia/Shanghai' }

/** A workbook whose one sheet has these cells. */
async function workbook(cells: string[]): Promise<Buffer> {
  const rows = cells.map((place) => `<row r="${/\d+/.exec(place)![0]}">${textCell(place, '电站名称')}</row>`)
  const zip = new ZipFile()
  for (const [path, xml] of Object.entries(packageParts(['表']))) zip.addBuffer(Buffer.from(xml), path)
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`
  zip.addBuffer(Buffer.from(sheet), sheetPath(1))
  zip.end()
  return buffer(zip.outputStream as Readable)
}

it.each(['XFD1048576', 'A2000000000'])(
  'a small file that spreads to %s is refused, and takes no more than its own process with it',
  async (place) => {
    const bytes = await workbook(['A1', place])
    expect(bytes.length).toBeLessThan(4096)
    const before = process.memoryUsage.rss()
    await expect(checkApart({ kind: 'stations', bytes, moment }, 1)).rejects.toThrow(
      '文件内容过大，请拆分后分别导入',
    )
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  },
  150_000,
)

it('a check that nobody waits for any more ends', async () => {
  const ending = new AbortController()
  const checking = checkApart({ kind: 'stations', bytes: await workbook(['A1']), moment }, 1, ending.signal)
  ending.abort(new Error('the server stops'))
  await expect(checking).rejects.toThrow('the server stops')
})

it('a file that takes too long is refused, and its places are free again', async () => {
  const task = { kind: 'stations' as const, bytes: await workbook(['A1', 'A2']), moment }
  const late = Array.from({ length: 3 }, () => checkApart(task, 1, undefined, 1))
  for (const each of late) await expect(each).rejects.toThrow('文件读取超时，请拆分后分别导入')
  expect(await checkApart(task, 1)).toMatchObject({ kind: 'stations', rows: [{ name: '电站名称' }] })
})

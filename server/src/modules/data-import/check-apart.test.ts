import { expect, it } from 'vitest'
import { checkApart } from './check-apart.ts'
import { TOO_LARGE } from './table.ts'
import { allowedTo, spreadingTo, workbook } from './workbook.fixture.ts'

const moment = { now: new Date('2026-03-01T00:00:00Z'), timeZone: 'Asia/Shanghai' }

it.each([spreadingTo, 'A2000000000'])('a small file that spreads to %s is refused at once', async (place) => {
  const bytes = await workbook(['A1', place])
  expect(bytes.length).toBeLessThan(4096)
  // Reading it would end the process.
  await expect(checkApart({ kind: 'stations', bytes, moment }, 1)).rejects.toThrow(TOO_LARGE.message)
})

it('a file that needs more memory than its process has takes no other process with it', async () => {
  const bytes = await workbook(['A1', allowedTo])
  const before = process.memoryUsage.rss()
  const checking = checkApart({ kind: 'stations', bytes, moment }, 1, undefined, { heapMb: 64 })
  await expect(checking).rejects.toThrow(TOO_LARGE.message)
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
})

it('a check that nobody waits for any more ends', async () => {
  const ending = new AbortController()
  const checking = checkApart({ kind: 'stations', bytes: await workbook(['A1']), moment }, 1, ending.signal)
  ending.abort(new Error('the server stops'))
  await expect(checking).rejects.toThrow('the server stops')
})

it('a file that takes too long is refused, and its places are free again', async () => {
  const task = { kind: 'stations' as const, bytes: await workbook(['A1', 'A2']), moment }
  const late = Array.from({ length: 3 }, () => checkApart(task, 1, undefined, { patienceMs: 1 }))
  for (const each of late) await expect(each).rejects.toThrow('文件读取超时，请拆分后分别导入')
  expect(await checkApart(task, 1)).toMatchObject({ kind: 'stations', rows: [{ name: '电站名称' }] })
})

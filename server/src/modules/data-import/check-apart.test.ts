import { expect, it } from 'vitest'
import { checkApart } from './check-apart.ts'
import { spreadingTo, workbook } from './workbook.fixture.ts'

const moment = { now: new Date('2026-03-01T00:00:00Z'), timeZone: 'Asia/Shanghai' }

it.each([spreadingTo, 'A2000000000'])(
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

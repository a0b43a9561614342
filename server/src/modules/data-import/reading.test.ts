import { beforeAll, expect, it } from 'vitest'
import { importTemplate } from '@heliodesk/contract/data-import.ts'
import { resourcePlanCalls } from '@heliodesk/contract/resource-plans.ts'
import { useHarness, type Answer } from '../../../test/harness.ts'
import { signInAdministrator } from '../../../test/hire.ts'
import { checkApart } from './check-apart.ts'
import { sendFile as sendUpload } from '../../../test/upload.ts'
import { sendFile } from './upload.fixture.ts'
import { allowedTo, workbook } from './workbook.fixture.ts'

const harness = useHarness()
let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})

const sent = { kind: 'stations', depCode: 'A01', content: importTemplate('stations') } as const

const readers: [string, () => Promise<Answer>, object][] = [
  ['an import', () => sendFile(harness, admin, sent), { state: 'checked' }],
  [
    'a plan',
    () =>
      sendUpload(
        harness,
        admin,
        resourcePlanCalls.readFile.path,
        {},
        { name: '计划.csv', content: '月份\n1月' },
      ),
    { rows: [['月份'], ['1月']] },
  ],
]

it.each(readers)(
  'a file of %s waits for its turn without a connection to the database',
  async (_of, send, answered) => {
    const ending = new AbortController()
    const moment = { now: new Date(), timeZone: 'Asia/Shanghai' }
    const slow = { kind: 'stations' as const, bytes: await workbook(['A1', allowedTo]), moment }
    // Of six companies, two at a time: they take longer than the looks, on a busy machine too.
    const others = [1, 2, 3, 4, 5, 6].map((company) => checkApart(slow, -company, ending.signal))
    let done = false
    const uploading = send().finally(() => (done = true))
    let freeLooks = 0
    const look = () => {
      const { totalCount, idleCount } = harness.pool
      if (totalCount === idleCount) freeLooks++
      return freeLooks
    }
    // Were a connection held, none of the looks would find all free, but for the first few.
    await expect.poll(look, { interval: 10, timeout: 10_000 }).toBeGreaterThan(25)
    expect(done).toBe(false)
    ending.abort(new Error('enough'))
    await Promise.allSettled(others)
    expect((await uploading).body).toMatchObject({ result_code: '1', result_data: answered })
  },
  60_000,
)

it('a file is read as what its form says in front of it, and nothing else behind it', async () => {
  const form = new FormData()
  form.set('file', new Blob([importTemplate('stations')]), 'a.csv')
  form.set('kind', 'devices')
  const multipart = new Response(form)
  const { status, body } = await harness.request('POST', '/data-import/upload?kind=stations&depCode=A01', {
    token: admin,
    body: Buffer.from(await multipart.arrayBuffer()),
    headers: { 'content-type': multipart.headers.get('content-type')! },
  })
  expect([status, body.result_msg]).toEqual([400, '参数有误：导入类型（kind）：文件前后所填的不一致'])
  expect((await sendFile(harness, admin, sent)).status).toBe(200)
})

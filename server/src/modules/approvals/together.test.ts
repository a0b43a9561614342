import { messageCalls } from '@heliodesk/contract/messages.ts'
import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { describe, expect, it } from 'vitest'
import { askForLeave, crew } from '../../../test/crew.ts'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'
import { tryDownload, upload } from '../../../test/files.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  ...crew,
  eastMaster: 'a_east_master',
  keeper: { username: 'together.keeper', codes: ['workflow:manage'] },
})

const MINUTE = 60_000
const UNKNOWN = '数据不存在或无权查看'
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id

async function leave(token = people.worker) {
  const { processInstanceId } = await askForLeave(harness, token)
  return { processInstanceId }
}
const detail = (token: string, asked: { processInstanceId: string }) =>
  harness.call(token, calls.detail, asked)
const lines = async (token: string, asked: { processInstanceId: string }) =>
  (await harness.call(token, calls.activities, asked)).map(({ content, message, files }) =>
    [content, message, ...files.map(({ name }) => name)].filter(Boolean).join(' | '),
  )
const page = async (token: string, box: 'todo' | 'copied' | 'started') =>
  (await harness.call(token, calls.page, { box, size: 100 })).pageList
const taskOf = async (token: string, { processInstanceId }: { processInstanceId: string }) =>
  (await page(token, 'todo')).find((row) => row.processInstanceId === processInstanceId)!.taskId!

describe('a copy', () => {
  it('gives the right to read, and nothing else', async () => {
    const asked = await leave()
    expect((await harness.refused(people.colleague, calls.detail, asked)).message).toBe(UNKNOWN)
    await harness.call(people.worker, calls.copyTo, {
      ...asked,
      personIds: [idOf('colleague')],
      opinion: '请知悉',
    })
    expect(await detail(people.colleague, asked)).toMatchObject({
      isUnread: true,
      canCopy: false,
      canUrge: false,
      canVoid: false,
      steps: [{ isMine: false }],
    })
    expect(await lines(people.colleague, asked)).toContainEqual(
      expect.stringMatching(/worker · 抄送给.*colleague \| 请知悉$/),
    )
    const taskId = await taskOf(people.master, asked)
    for (const [call, more, message] of [
      [calls.complete, { taskId, outcome: 'approve' }, '您不是该环节的办理人'],
      [calls.copyTo, { personIds: [idOf('manager')] }, '只有发起人和办理人可以抄送'],
      [calls.urge, {}, '只有发起人或流程管理员可以催办'],
      [calls.end, { auditOpinion: '理由' }, '只有发起人或流程管理员可以作废'],
    ] as const)
      expect((await harness.refused(people.colleague, call, { ...asked, ...more })).message).toBe(message)
  })

  it('is unread until it is opened', async () => {
    const asked = await leave()
    await harness.call(people.master, calls.copyTo, { ...asked, personIds: [idOf('colleague')] })
    const before = await harness.call(people.colleague, calls.counts, {})
    expect((await page(people.colleague, 'copied'))[0]).toMatchObject({
      ...asked,
      isUnread: true,
      taskId: null,
    })
    await harness.call(people.colleague, calls.markRead, asked)
    expect((await page(people.colleague, 'copied'))[0]).toMatchObject({ ...asked, isUnread: false })
    expect(await harness.call(people.colleague, calls.counts, {})).toMatchObject({
      copied: before.copied,
      unread: before.unread - 1,
    })
    expect((await detail(people.worker, asked)).copies).toEqual([
      { person: expect.stringContaining('colleague') as string, readTime: expect.any(String) as string },
    ])
  })

  it('is for people within reach, once each', async () => {
    const asked = await leave()
    const copy = (personIds: string[], token = people.worker) =>
      harness.refused(token, calls.copyTo, { ...asked, personIds })
    expect((await copy([idOf('colleague'), idOf('outsider')])).message).toMatch(/数据范围不包含此流程/)
    expect((await page(people.outsider, 'copied')).length).toBe(0)
    expect((await copy([idOf('worker')])).message).toBe('不能抄送给自己')
    expect((await copy([])).message).toMatch(/请选择抄送给/)
    expect((await copy([idOf('colleague')], people.eastMaster)).message).toBe(UNKNOWN)
    const answers = await Promise.allSettled(
      [1, 2].map(() =>
        harness.call(people.worker, calls.copyTo, { ...asked, personIds: [idOf('colleague')] }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await copy([idOf('colleague')])).message).toBe('所选人员都已收到抄送')
    expect((await lines(people.worker, asked)).filter((line) => line.includes('抄送'))).toHaveLength(1)
  })

  it('repeated with its key has the effect of one', async () => {
    const asked = await leave()
    const body = { ...asked, personIds: [idOf('colleague')] }
    const headers = { 'idempotency-key': 'copy-once-0001' }
    for (const code of ['1', '1']) {
      const answer = await harness.request('POST', calls.copyTo.path, { token: people.worker, body, headers })
      expect(answer.body.result_code).toBe(code)
    }
    expect((await lines(people.worker, asked)).filter((line) => line.includes('抄送'))).toHaveLength(1)
  })
})

describe('a comment', () => {
  it('stands in the history with its files, which whoever may look at the process may read', async () => {
    const asked = await leave()
    const file = await upload(harness, people.worker, { purpose: 'process', name: '车票.png' })
    await harness.call(people.worker, calls.comment, { ...asked, comment: '车票已订', files: [file.path] })
    expect(await lines(people.master, asked)).toContainEqual(
      expect.stringMatching(/worker · 评论 \| 车票已订 \| 车票\.png$/),
    )
    const get = (token: string) => tryDownload(harness, token, file.path)
    expect(await get(people.master)).toMatchObject({ status: 200, message: null })
    const stranger = await signInAdministrator(harness, harness.otherTenant)
    for (const token of [people.outsider, people.colleague, stranger]) {
      expect((await get(token)).message).toBe(UNKNOWN)
      expect((await harness.refused(token, calls.comment, { ...asked, comment: '我也看看' })).message).toBe(
        UNKNOWN,
      )
    }
  })

  it('may follow the end, and an opinion has files too', async () => {
    const asked = await leave()
    const file = await upload(harness, people.master, { purpose: 'process', name: '排班.png' })
    const taskId = await taskOf(people.master, asked)
    await harness.call(people.master, calls.complete, {
      ...asked,
      taskId,
      outcome: 'reject',
      opinion: '排班冲突',
      files: [file.path],
    })
    expect(await lines(people.worker, asked)).toContainEqual(
      expect.stringMatching(/不同意 \| 排班冲突 \| 排班\.png$/),
    )
    await harness.call(people.worker, calls.end, { ...asked, auditOpinion: '不去了' })
    await harness.call(people.worker, calls.comment, { ...asked, comment: '改天再请' })
    expect((await lines(people.worker, asked))[0]).toMatch(/评论 \| 改天再请$/)
    expect(await detail(people.worker, asked)).toMatchObject({ status: 'voided' })
  })

  it('needs a text, and files of its sender', async () => {
    const asked = await leave()
    expect((await harness.refused(people.worker, calls.comment, { ...asked, comment: ' ' })).message).toMatch(
      /此项为必填项/,
    )
    const file = await upload(harness, people.colleague, { purpose: 'process' })
    const comment = { ...asked, comment: '附件', files: [file.path] }
    expect((await harness.refused(people.worker, calls.comment, comment)).message).toMatch(/文件不存在/)
    expect(await lines(people.worker, asked)).toHaveLength(2)
  })
})

describe('an urge', () => {
  it('is counted for who holds the step, and not repeated too soon', async () => {
    const asked = await leave()
    await harness.call(people.worker, calls.urge, { ...asked, opinion: '车票要过期了' })
    const mine = async () =>
      (await page(people.master, 'todo')).find((row) => row.processInstanceId === asked.processInstanceId)
    expect(await mine()).toMatchObject({ urged: 1 })
    const [told] = (await harness.call(people.master, messageCalls.list, {})).pageList
    expect(told).toMatchObject({ kind: 'approvalUrged', done: null, note: '部门负责人审批 · 车票要过期了' })
    expect((await detail(people.master, asked)).steps).toMatchObject([{ urged: 1 }])
    expect((await lines(people.master, asked))[1]).toMatch(
      /部门负责人审批 · .*worker · 催办 \| 车票要过期了$/,
    )
    expect((await harness.refused(people.keeper.token, calls.urge, asked)).message).toBe(
      '刚催办过，30 分钟后可以再次催办',
    )
    harness.clock.advance(29 * MINUTE)
    expect((await harness.refused(people.worker, calls.urge, asked)).message).toMatch(/1 分钟后/)
    harness.clock.advance(MINUTE)
    const answers = await Promise.allSettled(
      [1, 2, 3].map(() => harness.call(people.worker, calls.urge, asked)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mine()).toMatchObject({ urged: 2 })
    expect((await page(people.worker, 'started'))[0]).toMatchObject({ urged: 2 })
  })

  it('is for its starter and those who keep the processes, while it runs', async () => {
    const asked = await leave()
    expect((await harness.refused(people.master, calls.urge, asked)).message).toBe(
      '只有发起人或流程管理员可以催办',
    )
    expect((await harness.refused(people.outsider, calls.urge, asked)).message).toBe(UNKNOWN)
    await harness.call(people.keeper.token, calls.urge, asked)
    await harness.call(people.worker, calls.withdraw, asked)
    harness.clock.advance(60 * MINUTE)
    expect((await harness.refused(people.worker, calls.urge, asked)).message).toBe('流程已结束')
  })

  it('comes as often as the company sets', async () => {
    const admin = await signInAdministrator(harness, harness.tenant)
    const { version } = await harness.call(admin, settingCalls.business, {})
    await harness.call(admin, settingCalls.editBusiness, { version, urgeMinutes: 5 })
    const asked = await leave()
    await harness.call(people.worker, calls.urge, asked)
    harness.clock.advance(5 * MINUTE)
    await harness.call(people.worker, calls.urge, asked)
  })
})

it('colleagues are those within reach of the place, or of the own department', async () => {
  const asked = await leave()
  const found = await harness.call(people.worker, calls.colleagues, asked)
  const ids = found.map(({ id }) => id)
  expect(ids).toContain(idOf('master'))
  expect(ids).toContain(idOf('manager'))
  expect(ids).not.toContain(idOf('outsider'))
  expect((await harness.call(people.worker, calls.colleagues, {})).map(({ id }) => id)).toEqual(ids)
  expect((await harness.refused(people.outsider, calls.colleagues, asked)).message).toBe(UNKNOWN)
})

it('phrases are a person’s own, in their order, beside those of the company', async () => {
  const { company } = await harness.call(people.worker, calls.phrases, {})
  expect(company).toContain('同意')
  await harness.call(people.worker, calls.setPhrases, { phrases: ['已阅', '请尽快', '已阅'] })
  expect((await harness.call(people.worker, calls.phrases, {})).own).toEqual(['已阅', '请尽快'])
  await Promise.all(
    [['甲', '乙'], ['丙']].map((phrases) => harness.call(people.worker, calls.setPhrases, { phrases })),
  )
  expect([['甲', '乙'], ['丙']]).toContainEqual((await harness.call(people.worker, calls.phrases, {})).own)
  expect((await harness.call(people.colleague, calls.phrases, {})).own).toEqual([])
  await harness.call(people.worker, calls.setPhrases, { phrases: [] })
  expect((await harness.call(people.worker, calls.phrases, {})).own).toEqual([])
})

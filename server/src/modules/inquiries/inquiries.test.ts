import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, signInAdministrator, useSignedIn } from '../../../test/hire.ts'
import { tryDownload, upload, visit } from '../../../test/files.ts'

const harness = useHarness()
const NOT_FOUND = '数据不存在或无权查看'

const people = useSignedIn(harness, {
  worker: 'a_worker',
  colleague: 'a_colleague',
  admin: 'a_admin',
  stranger: 'b_admin',
})

const feedback = (token: string, input: object = {}) =>
  harness.call(token, inquiryCalls.addFeedback, { kind: 'usage', content: '列表加载很慢', ...input })

const letter = (token: string, input: object = {}) =>
  harness.call(token, inquiryCalls.addLetter, { title: '关于夜班补贴', content: '建议调整', ...input })

const detail = (token: string, id: string) => harness.call(token, inquiryCalls.detail, { id })
const unread = async (token: string) => {
  const { mail, feedback: waiting } = await harness.call(token, shellCalls.unread, { businessType: 2 })
  return { mail, feedback: waiting }
}

type Values = { mailbox?: boolean; mailRecipients?: string[] }

async function configure(values: Values, token = people.admin) {
  const { version } = await harness.call(token, settingCalls.system, {})
  await harness.call(token, settingCalls.editSystem, { ...values, version })
}

async function refusedConfigure(values: Values, token = people.admin) {
  const { version } = await harness.call(token, settingCalls.system, {})
  return (await harness.refused(token, settingCalls.editSystem, { ...values, version })).message
}

describe('feedback', () => {
  it('goes from the sender to the office and the answer back, with pictures on both sides', async () => {
    const [shot, sketch] = [await upload(harness, people.worker), await upload(harness, people.admin)]
    const sent = await feedback(people.worker, { files: [shot.path], phone: '13900001234' })
    expect(sent).toMatchObject({
      box: 'feedback',
      kind: 'usage',
      state: 'waiting',
      own: true,
      office: false,
      phone: '13900001234',
      files: [{ name: '截图.png', path: shot.path }],
      messages: [],
    })
    const seen = await detail(people.admin, sent.id)
    expect(seen).toMatchObject({ senderName: '甲公司worker', own: false, office: true, unread: true })

    const answered = await harness.call(people.admin, inquiryCalls.reply, {
      id: sent.id,
      version: seen.version,
      content: '已优化，请再试',
      files: [sketch.path],
    })
    expect(answered.state).toBe('answered')
    const back = await detail(people.worker, sent.id)
    expect(back).toMatchObject({ unread: true, state: 'answered', replyCount: 1, fileCount: 2 })
    expect(back.messages).toMatchObject([
      { content: '已优化，请再试', fromOffice: true, own: false, files: [{ path: sketch.path }] },
    ])
    for (const file of [shot.path, sketch.path])
      for (const token of [people.worker, people.admin])
        expect((await tryDownload(harness, token, file)).message).toBeNull()
    expect((await visit(harness, back.messages[0]!.files[0]!.url)).status).toBe(200)

    const further = await harness.call(people.worker, inquiryCalls.reply, {
      id: sent.id,
      version: back.version,
      content: '还是慢',
    })
    expect(further).toMatchObject({ state: 'waiting', replyCount: 2 })
    expect(further.messages[1]).toMatchObject({ fromOffice: false, own: true })
  })

  it('is seen by nobody else, neither by its id nor by the path of its pictures', async () => {
    const { path } = await upload(harness, people.worker)
    const { id, version } = await feedback(people.worker, { files: [path] })
    for (const token of [people.colleague, people.stranger]) {
      const refused = await Promise.all([
        harness.refused(token, inquiryCalls.detail, { id }),
        harness.refused(token, inquiryCalls.reply, { id, version, content: '冒名' }),
        harness.refused(token, inquiryCalls.process, { id, version }),
        harness.refused(token, inquiryCalls.close, { id, version }),
        harness.refused(token, inquiryCalls.read, { id, version }),
      ])
      expect(refused.map(({ message }) => message)).toEqual(Array(5).fill(NOT_FOUND))
      expect((await tryDownload(harness, token, path)).message).toBe(NOT_FOUND)
      const { records } = await harness.call(token, inquiryCalls.list, { box: 'feedback' })
      expect(records.map((each) => each.id)).not.toContain(id)
    }
    const office = await harness.call(people.stranger, inquiryCalls.list, { box: 'feedback', side: 'office' })
    expect(office.total).toBe(0)
    const refused = await harness.refused(people.colleague, inquiryCalls.list, {
      box: 'feedback',
      side: 'office',
    })
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('处理问题反馈') })
  })

  it('is answered by holders of its right, whatever their role', async () => {
    const { token } = await hire(harness, { username: 'answerer', codes: ['feedback:answer'] })
    const { id, version } = await feedback(people.worker)
    const taken = await harness.call(token, inquiryCalls.process, { id, version })
    expect(taken.state).toBe('processing')
    const closed = await harness.call(token, inquiryCalls.close, { id, version: taken.version })
    expect(closed.state).toBe('closed')
  })

  it('is not handled by its sender without the right', async () => {
    const { id, version } = await feedback(people.worker)
    for (const call of [inquiryCalls.process, inquiryCalls.close])
      expect((await harness.refused(people.worker, call, { id, version })).status).toBe(403)
  })

  it('once closed takes no further word, and says why', async () => {
    const { id, version } = await feedback(people.worker)
    const closed = await harness.call(people.admin, inquiryCalls.close, { id, version })
    const again = { id, version: closed.version }
    expect(
      await harness.refused(people.worker, inquiryCalls.reply, { ...again, content: '还有' }),
    ).toMatchObject({
      message: '当前状态为已关闭，不能补充',
    })
    expect(
      await harness.refused(people.admin, inquiryCalls.reply, { ...again, content: '好的' }),
    ).toMatchObject({
      message: '当前状态为已关闭，不能回复',
    })
    expect(await harness.refused(people.admin, inquiryCalls.process, again)).toMatchObject({
      message: '当前状态为已关闭，不能开始处理',
    })
    expect((await harness.refused(people.admin, inquiryCalls.close, again)).message).toBe(
      '当前状态为已关闭，不能关闭',
    )
  })

  it('of two who answer at once takes one answer; the other is told to look again', async () => {
    const { id, version } = await feedback(people.worker)
    const second = await signInAdministrator(harness, harness.tenant)
    const answer = (token: string, content: string) =>
      harness
        .call(token, inquiryCalls.reply, { id, version, content })
        .then(() => 'sent')
        .catch((error: Error) => (error.message.includes('对方刚有新的动态') ? 'stale' : error.message))
    const outcomes = await Promise.all([answer(people.admin, '甲'), answer(second, '乙')])
    expect(outcomes.toSorted()).toEqual(['sent', 'stale'])
    expect((await detail(people.worker, id)).messages).toHaveLength(1)
  })

  it('sent again under one key is one', async () => {
    const body = { kind: 'data', content: '重复提交的一条' }
    const options = { token: people.worker, body, headers: { 'idempotency-key': 'feedback-sent-twice' } }
    const answers = await Promise.all([
      harness.request('POST', inquiryCalls.addFeedback.path, options),
      harness.request('POST', inquiryCalls.addFeedback.path, options),
    ])
    expect(answers[0]!.body.result).toEqual(answers[1]!.body.result)
    const { total } = await harness.call(people.worker, inquiryCalls.list, {
      box: 'feedback',
      keyword: '重复提交',
    })
    expect(total).toBe(1)
  })

  it('takes only files that its sender uploaded for it, and keeps nothing when one is wrong', async () => {
    const mine = await upload(harness, people.worker)
    const foreign = await upload(harness, people.colleague)
    const picture = await upload(harness, people.worker, { purpose: 'avatar' })
    for (const path of [foreign.path, picture.path, 'ab/none.png']) {
      const refused = await harness.refused(people.worker, inquiryCalls.addFeedback, {
        kind: 'usage',
        content: '带错附件',
        files: [mine.path, path],
      })
      expect(refused.message).toBe('文件不存在或已过期，请重新上传')
    }
    const { total } = await harness.call(people.worker, inquiryCalls.list, {
      box: 'feedback',
      keyword: '带错附件',
    })
    expect(total).toBe(0)
    const { rows } = await harness.owner.query('select kept_at from stored_file where path = $1', [mine.path])
    expect(rows).toEqual([{ kept_at: null }])
  })

  it.each([
    [{ kind: 'usage', content: '  ' }, '内容（content）：此项为必填项'],
    [{ kind: 'usage', content: '长'.repeat(1001) }, '内容（content）：最多允许输入1000个字符'],
    [{ kind: 'praise', content: '好' }, '类型（kind）'],
    [{ kind: 'usage', content: '好', phone: '电话' }, '联系电话（phone）：请输入正确的手机号或座机号'],
    [
      { kind: 'usage', content: '好', files: Array(6).fill('a/b.png') },
      '附件（files）：最多上传5个附件，请确认!',
    ],
  ])('%j is refused, naming the field', async (input, message) => {
    const refused = await harness.refused(people.worker, inquiryCalls.addFeedback, input)
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(message) })
  })

  it('of exactly 1000 characters and five pictures is taken', async () => {
    const files = await Promise.all(
      Array.from({ length: 5 }, (_each, at) => upload(harness, people.worker, { name: `${at}.png` })),
    )
    const paths = files.map(({ path }) => path)
    const sent = await feedback(people.worker, { content: '长'.repeat(1000), files: paths })
    expect(sent.files.map(({ path }) => path)).toEqual(paths)
  })
})

describe('the list', () => {
  it('is filtered by state, kind and words, and for the office begins with what waits', async () => {
    const { token } = await hire(harness, { username: 'lister', codes: ['feedback:answer'] })
    const first = await feedback(people.colleague, { kind: 'suggestion', content: '甲乙丙一' })
    const second = await feedback(people.colleague, { kind: 'data', content: '甲乙丙二' })
    await harness.call(token, inquiryCalls.reply, {
      id: second.id,
      version: second.version,
      content: '收到',
    })
    const ids = async (narrow: object) => {
      const input = { box: 'feedback', side: 'office', keyword: '甲乙丙', ...narrow } as const
      const { records } = await harness.call(token, inquiryCalls.list, input)
      return records.map(({ id }) => id)
    }
    expect(await ids({})).toEqual([first.id, second.id])
    expect(await ids({ state: 'answered' })).toEqual([second.id])
    expect(await ids({ kind: 'suggestion' })).toEqual([first.id])
    expect(await ids({ keyword: '甲公司colleague' })).toEqual(expect.arrayContaining([first.id, second.id]))
    expect(await ids({ pageSize: 1, pageNo: 2 })).toEqual([second.id])
    const past = { box: 'feedback', side: 'office', keyword: '甲乙丙', pageSize: 1, pageNo: 9 } as const
    expect(await harness.call(token, inquiryCalls.list, past)).toMatchObject({ records: [], total: 2 })
  })

  it.each(['SUN2000', 'sun2000', 'ÅNGSTRÖM', 'ångström', '逆变器故障', '77-8', 'sun 逆变器 ång'])(
    'finds the words “%s” in upper and lower case, and in any order',
    async (keyword) => {
      const { id } = await feedback(people.colleague, {
        content: `逆变器故障 Sun2000 Ångström 77-8 ${keyword.length}`,
      })
      const { records } = await harness.call(people.colleague, inquiryCalls.list, {
        box: 'feedback',
        side: 'own',
        keyword: `${keyword} ${keyword.length}`,
      })
      expect(records.map((each) => each.id)).toContain(id)
    },
  )
})

describe('a letter to the manager', () => {
  it('reaches the administrators while nobody is named, and its answer returns', async () => {
    const sent = await letter(people.worker)
    const box = await harness.call(people.admin, inquiryCalls.list, { box: 'mail', side: 'office' })
    expect(box.records.map(({ id }) => id)).toContain(sent.id)
    await harness.call(people.admin, inquiryCalls.reply, { id: sent.id, version: 1, content: '本月起执行' })
    const back = await detail(people.worker, sent.id)
    expect(back).toMatchObject({ title: '关于夜班补贴', state: 'answered', unread: true })
    expect(back.messages[0]!.content).toBe('本月起执行')
  })

  it('is seen by the named recipients and its sender only, even before administrators', async () => {
    await configure({ mailRecipients: ['a_manager'] })
    const manager = await harness.signIn('a_manager')
    const { path } = await upload(harness, people.worker, { purpose: 'mail' })
    const { id } = await letter(people.worker, { files: [path] })
    expect(await detail(manager, id)).toMatchObject({ office: true, files: [{ path }] })
    expect((await tryDownload(harness, manager, path)).message).toBeNull()
    for (const token of [people.admin, people.colleague, people.stranger]) {
      expect((await harness.refused(token, inquiryCalls.detail, { id })).message).toBe(NOT_FOUND)
      expect((await tryDownload(harness, token, path)).message).toBe(NOT_FOUND)
    }
    const refused = await harness.refused(people.admin, inquiryCalls.list, { box: 'mail', side: 'office' })
    expect(refused.message).toBe('您不是总经理信箱的收信人')

    await harness.owner.query(`update app_user set status = '2' where username = 'a_manager'`)
    expect(await detail(people.admin, id)).toMatchObject({ office: true })
    await harness.owner.query(`update app_user set status = '1' where username = 'a_manager'`)
    const { token: clerk } = await hire(harness, { username: 'mail.clerk', codes: ['setting:system'] })
    await configure({ mailRecipients: [] }, clerk)
  })

  it('is read by nobody who made himself a recipient', async () => {
    const own = '收信人（mailRecipients）：不能使自己成为收信人，请由其他管理员修改'
    const { token: clerk } = await hire(harness, { username: 'own.clerk', codes: ['setting:system'] })
    expect(await refusedConfigure({ mailRecipients: ['a_manager', 'own.clerk'] }, clerk)).toBe(own)
    await configure({ mailRecipients: ['a_manager'] }, clerk)
    expect(await refusedConfigure({ mailRecipients: ['a_manager', 'A_Admin'] })).toBe(own)
    // Without named recipients, letters go to the administrators.
    expect(await refusedConfigure({ mailRecipients: [] })).toBe(own)
    await configure({ mailRecipients: ['own.clerk', 'a_manager'] })
    await configure({ mailRecipients: ['own.clerk'] }, clerk)
    await configure({ mailRecipients: [] }, clerk)
    expect((await harness.refused(clerk, inquiryCalls.list, { box: 'mail', side: 'office' })).message).toBe(
      '您不是总经理信箱的收信人',
    )
  })

  it('needs the right to write', async () => {
    const { token } = await hire(harness, { username: 'speechless', codes: ['order:list'] })
    const refused = await harness.refused(token, inquiryCalls.addLetter, { title: '标题', content: '内容' })
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('给总经理写信') })
  })

  it.each([
    [{ title: '', content: '内容' }, '标题（title）：此项为必填项'],
    [{ title: '长'.repeat(51), content: '内容' }, '标题（title）：最多允许输入50个字符'],
  ])('%j is refused, naming the field', async (input, message) => {
    const refused = await harness.refused(people.worker, inquiryCalls.addLetter, input)
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(message) })
  })

  it('is neither written nor read while the mailbox is off', async () => {
    const { id } = await letter(people.worker)
    await configure({ mailbox: false })
    const refused = [
      await harness.refused(people.worker, inquiryCalls.addLetter, { title: '标题', content: '内容' }),
      await harness.refused(people.worker, inquiryCalls.list, { box: 'mail' }),
      await harness.refused(people.admin, inquiryCalls.list, { box: 'mail', side: 'office' }),
    ]
    expect(refused.map(({ message }) => message)).toEqual(Array(3).fill('总经理信箱未开放'))
    expect((await harness.refused(people.worker, inquiryCalls.detail, { id })).message).toBe(NOT_FOUND)
    expect((await unread(people.admin)).mail).toBe(0)
    expect(await harness.call(people.worker, inquiryCalls.boxes, {})).toMatchObject({
      mailbox: false,
      offices: [],
    })
    await configure({ mailbox: true })
    expect((await detail(people.worker, id)).id).toBe(id)
  })
})

describe('what is unread', () => {
  it('counts answers until they are seen, and for the office what waits, by kind', async () => {
    const { token: writer } = await hire(harness, { username: 'unreader', codes: ['mail:write'] })
    const before = await unread(people.admin)
    const sent = await feedback(writer)
    const posted = await letter(writer)
    expect(await unread(writer)).toEqual({ mail: 0, feedback: 0 })
    expect(await unread(people.admin)).toEqual({ mail: before.mail + 1, feedback: before.feedback + 1 })

    for (const { id } of [sent, posted])
      await harness.call(people.admin, inquiryCalls.reply, { id, version: 1, content: '答复' })
    expect(await unread(people.admin)).toEqual(before)
    expect(await unread(writer)).toEqual({ mail: 1, feedback: 1 })
    const wire = { token: writer, body: { businessType: 2 } }
    expect((await harness.request('POST', shellCalls.unread.path, wire)).body).toMatchObject({
      result_code: '1',
      result_data: { isNotReadNum: 0, mail: 1, feedback: 1 },
    })

    const { version } = await detail(writer, sent.id)
    await harness.call(writer, inquiryCalls.read, { id: sent.id, version })
    expect(await unread(writer)).toEqual({ mail: 1, feedback: 0 })
    expect((await detail(writer, sent.id)).unread).toBe(false)
  })

  it('of the office is each person’s own, and a later word makes it unread again', async () => {
    const { token } = await hire(harness, { username: 'second.reader', codes: ['feedback:answer'] })
    const { id } = await feedback(people.worker)
    await harness.call(people.admin, inquiryCalls.read, { id, version: 1 })
    expect((await detail(people.admin, id)).unread).toBe(false)
    expect((await detail(token, id)).unread).toBe(true)
    await harness.call(people.worker, inquiryCalls.reply, { id, version: 1, content: '补充' })
    expect((await detail(people.admin, id)).unread).toBe(true)
  })

  it('never goes back, and what was not seen is not marked', async () => {
    const { id } = await feedback(people.worker)
    await harness.call(people.admin, inquiryCalls.reply, { id, version: 1, content: '第一次' })
    await harness.call(people.worker, inquiryCalls.read, { id, version: 2 })
    await harness.call(people.worker, inquiryCalls.read, { id, version: 1 })
    expect((await detail(people.worker, id)).unread).toBe(false)
    await harness.call(people.admin, inquiryCalls.reply, { id, version: 2, content: '第二次' })
    await harness.call(people.worker, inquiryCalls.read, { id, version: 2 })
    expect((await detail(people.worker, id)).unread).toBe(true)
    await harness.call(people.worker, inquiryCalls.read, { id, version: 9_007_199_254_740_991 })
    expect((await detail(people.worker, id)).unread).toBe(false)
  })
})

import { appearanceCalls } from '@heliodesk/contract/appearance.ts'
import { appearanceSheetCalls as calls } from '@heliodesk/contract/appearance-sheet.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../../../test/files.ts'
import { planned } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'
import { useSheets } from './sheet.fixture.ts'

const site = useSheets()
const { harness } = site
const own = (who: keyof typeof site.people) => site.people[who].token

beforeAll(site.threeItems)

describe('the sheet of an appearance order', () => {
  it('begins with the work, with the items as they are then, and keeps them', async () => {
    const order = await site.create({ taskType: 18 })
    expect(await harness.call(own('master'), calls.sheet, { orderId: order.id })).toBeNull()
    const { id } = await site.begun()
    const before = (await site.sheetOf(id)).rowList.map(({ no, project, mark }) => [no, project, mark])
    expect(before).toEqual([
      [1, '围栏', 60],
      [2, '消防', 30],
      [3, '宿舍', 10],
    ])
    const [item] = await harness.call(own('admin'), appearanceCalls.list, {})
    const { exampleFileList: _files, ...facts } = item!
    const changed = await harness.call(own('admin'), appearanceCalls.insert, { ...facts, mark: 50 })
    expect((await site.sheetOf(id)).rowList[0]).toMatchObject({ project: '围栏', mark: 60 })
    const other = await site.begun()
    expect((await site.sheetOf(other.id)).rowList[0]).toMatchObject({ mark: 50 })
    const { exampleFileList: _none, ...again } = changed
    await harness.call(own('admin'), appearanceCalls.insert, { ...again, mark: 60 })
  })

  it('goes from the self-assessment by review and rework to the last check', async () => {
    const order = await site.assessed()
    const self = await site.sheetOf(order.id)
    expect(self.self).toEqual({ got: 90, base: 90, score: 100 })
    expect(self.rowList[0]).toMatchObject({
      contentList: ['无缺口'],
      mark: 60,
      isNotInvolve: false,
      exampleFileList: [],
      uploadFileList: [{ stepNo: 1, uploaderId: site.people.worker.id }],
      selfScore: 60,
      score: null,
      improvementSuggest: '',
      examineSuggest: '',
    })
    const submitted = await site.submit(order)
    expect(submitted.flowSts).toBe(3)
    await site.review(order.id, 1, 40, { examineSuggest: '补挂标识' })
    const reviewed = await site.review(order.id, 2, 30)
    expect(reviewed.review).toEqual({ got: 70, base: 90, score: 77.8 })
    expect(reviewed.rowList.map(({ rework }) => rework)).toEqual(['asked', 'none', 'none'])
    const early = await site.checkRefused(submitted, true)
    expect(early.message).toBe('不能通过：还有 1 项须整改，请退回整改：“围栏”')
    const back = await site.check(submitted, false)
    expect(back.flowSts).toBe(2)
    expect((await site.sheetOf(order.id)).rowList[0]!.rework).toBe('open')

    const undone = await harness.refused(own('worker'), workOrderCalls.reformExecute, await site.work(back))
    expect(undone.message).toBe('还不能提交，还差 1 项整改：检查项“围栏”未整改')
    const version = (await site.sheetOf(order.id)).rowList[0]!.version
    const photoless = { orderId: order.id, no: 1, version, note: '已补挂' }
    expect((await harness.refused(own('worker'), calls.rework, photoless)).message).toBe(
      '请先上传“围栏”整改后的照片',
    )
    const photographed = await site.photograph(order.id, 1)
    expect(photographed.rowList[0]).toMatchObject({ uploadFileList: [{}], afterFileList: [{}] })
    const done = await site.rework(order.id, 1, '已补挂')
    expect(done.rowList[0]).toMatchObject({ rework: 'done', reworkNote: '已补挂', firstScore: 40, score: 40 })
    const again = await site.submit(back)
    expect((await site.checkRefused(again, true)).message).toBe('不能通过：还有 1 项整改未复检：“围栏”')
    await site.review(order.id, 1, 50, { rework: true })
    expect((await site.checkRefused(again, true)).message).toMatch('项须整改')
    const closed = await site.review(order.id, 1, 54)
    expect(closed).toMatchObject({ review: { got: 84, base: 90, score: 93.3 }, passRefusal: null })
    expect(closed.rowList[0]).toMatchObject({ rework: 'closed', firstScore: 40, score: 54 })
    expect(closed.rowList[0]!.trail.map(({ action, score, note }) => [action, score, note])).toEqual([
      ['assess', 60, ''],
      ['review', 40, '补挂标识'],
      ['rework', null, '已补挂'],
      ['recheck', 50, ''],
      ['recheck', 54, ''],
    ])
    const wrong = await site.checkRefused(again, true, { score: 99 })
    expect(wrong.message).toBe('评分（score）：由检查单计算，为 93.3 分')
    expect((await site.check(again, true, { suggestion: '保持' })).flowSts).toBe(4)
    const detail = await harness.call(own('master'), workOrderCalls.detail, { id: order.id })
    expect(detail).toMatchObject({ score: 93.3, suggestion: '保持' })
    const { trend } = await site.sheetOf(order.id)
    expect(trend).toMatchObject([{ orderId: order.id, score: 93.3 }])
  })

  it('does not pass below the mark, which a company sets', async () => {
    const order = await site.assessed()
    const submitted = await site.submit(order)
    await site.review(order.id, 1, 50)
    await site.review(order.id, 2, 30)
    expect((await site.checkRefused(submitted, true)).message).toBe(
      '不能通过：得分 88.9，未达到达标线 90 分，请退回整改',
    )
    const { version } = await harness.call(own('admin'), settingCalls.business, {})
    const set = await harness.call(own('admin'), settingCalls.editBusiness, {
      version,
      appearance: { passMark: 88 },
    })
    expect(set.values.appearance).toEqual({ passMark: 88, reworkPercent: 80, needTicket: false })
    expect((await site.check(submitted, true)).flowSts).toBe(4)
    await harness.call(own('admin'), settingCalls.editBusiness, {
      version: set.version,
      appearance: { passMark: 90 },
    })
  })

  it('is submitted only when every item is marked and photographed', async () => {
    const order = await site.begun()
    const refused = await harness.refused(own('worker'), workOrderCalls.reformExecute, await site.work(order))
    expect(refused.message).toBe(
      '还不能提交，还差 3 项自评、1 项的现场照片：检查项“围栏”未自评；检查项“消防”未自评；检查项“宿舍”未自评；检查项“围栏”未上传现场照片',
    )
    await site.assess(order.id, 1, { isNotInvolve: true, notInvolveReason: '无围栏' })
    await site.assess(order.id, 2, { selfScore: 27.5 })
    await site.assess(order.id, 3, { selfScore: 10 })
    expect((await site.submit(order)).flowSts).toBe(3)
  })

  it('takes an item into the base that the reviewer gives a mark', async () => {
    const order = await site.assessed()
    const submitted = await site.submit(order)
    const reviewed = await site.review(order.id, 3, 0, { examineSuggest: '宿舍在用' })
    expect(reviewed.rowList[2]).toMatchObject({ isNotInvolve: false, notInvolveReason: '', rework: 'asked' })
    expect(reviewed.review.base).toBe(100)
    expect((await site.check(submitted, false)).flowSts).toBe(2)
    await site.photograph(order.id, 3)
    await site.rework(order.id, 3)
  })
})

describe('what the sheet refuses', () => {
  it('is said by name, and nothing is written', async () => {
    const order = await site.begun()
    const submitted = await site.submit(await site.assessed())
    const { path } = await upload(harness, own('worker'), { purpose: 'step' })
    const row = { no: 1, version: 1, selfScore: 5 }
    const seen = (await site.sheetOf(submitted.id)).rowList[1]!.version
    const mark = { no: 2, version: seen, score: 20 }
    const before = await wholeDatabase(harness)
    const assess = (
      who: 'worker' | 'worker2' | 'outsider' | 'foreigner',
      given: object,
      orderId = order.id,
    ) => harness.refused(own(who), calls.assess, { orderId, rowList: [{ ...row, ...given }] })
    const review = (who: 'master' | 'worker', given: object, orderId = submitted.id) =>
      harness.refused(own(who), calls.review, { orderId, rowList: [{ ...mark, ...given }] })
    const messages = [
      await assess('worker', { selfScore: 60.5 }),
      await assess('worker', { selfScore: 5.55 }),
      await assess('worker', { selfScore: undefined }),
      await assess('worker', { isNotInvolve: true }),
      await assess('worker', { no: 2, isNotInvolve: true, notInvolveReason: '无' }),
      await assess('worker', { no: 4 }),
      await assess('worker', { version: 7 }),
      await assess('worker', { version: seen, no: 2 }, submitted.id),
      await assess('worker2', {}),
      await assess('foreigner', {}),
      await harness.refused(own('worker'), calls.assess, { orderId: order.id, rowList: [row, row] }),
      await review('master', { score: 30.1 }),
      await review('master', { no: 1, version: 1, score: 1 }, order.id),
      await harness.refused(own('outsider'), calls.review, { orderId: submitted.id, rowList: [mark] }),
      await harness.refused(own('worker'), calls.rework, {
        orderId: order.id,
        no: 1,
        version: 1,
        note: '好',
      }),
      await harness.refused(own('worker'), calls.addPhoto, { orderId: order.id, no: 9, path }),
      await harness.refused(own('worker'), calls.addPhoto, { orderId: submitted.id, no: 1, path }),
      await harness.refused(own('outsider'), calls.sheet, { orderId: order.id }),
    ].map(({ message }) => message)
    expect(messages).toEqual([
      '自评得分（selfScore）：“围栏”不能大于满分 60',
      expect.stringContaining('最多一位小数'),
      expect.stringContaining('请填写得分'),
      expect.stringContaining('请说明为什么不涉及'),
      '不涉及（isNotInvolve）：“消防”每座电站都有，不能不涉及',
      '数据不存在或无权查看',
      '检查项已在别处更新，请刷新后重试',
      '工单验收中，不能保存',
      expect.stringMatching(/^只有负责人 .+ 和协作人可以保存$/),
      '数据不存在或无权查看',
      expect.stringContaining('检查项不能重复'),
      '评审得分（score）：“消防”不能大于满分 30',
      '工单处理中，不能验收通过',
      '数据不存在或无权查看',
      '“围栏”不需要整改',
      '数据不存在或无权查看',
      '工单验收中，不能保存',
      '数据不存在或无权查看',
    ])
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('includes a review by who assessed, also after the order went to somebody else', async () => {
    const { admin, worker, worker2 } = site.people
    const { id, version } = await site.create({ taskType: 18 })
    const assigned = await harness.call(own('master'), workOrderCalls.reformAssign, {
      reformType: '18',
      id,
      version,
      liableUserId: worker.id,
      assistUserIds: [admin.id],
      ...planned,
    })
    const started = await harness.call(own('worker'), workOrderCalls.start, assigned)
    const skipped = { isNotInvolve: true, notInvolveReason: '无' }
    await harness.call(own('admin'), calls.assess, {
      orderId: id,
      rowList: [
        { no: 1, version: 1, ...skipped },
        { no: 2, version: 1, selfScore: 30 },
        { no: 3, version: 1, ...skipped },
      ],
    })
    const moved = await harness.call(own('master'), workOrderCalls.reassign, {
      ...started,
      liableUserId: worker2.id,
      reason: '人员请假',
      planEndTime: planned.planEndTime,
    })
    await harness.call(own('worker2'), workOrderCalls.reformExecute, await site.work(moved))
    const input = { orderId: id, rowList: [{ no: 2, version: 2, score: 30 }] }
    expect((await harness.refused(own('admin'), calls.review, input)).message).toBe(
      '执行人不能验收自己的工单',
    )
    expect((await harness.call(own('master'), calls.review, input)).review.score).toBe(100)
  })

  it('includes marks of items that were reviewed, and photos of others after the submission', async () => {
    const order = await site.assessed()
    const submitted = await site.submit(order)
    await site.review(order.id, 1, 40)
    await site.review(order.id, 2, 30)
    await site.check(submitted, false)
    const rows = (await site.sheetOf(order.id)).rowList
    const marked = { orderId: order.id, rowList: [{ no: 2, version: rows[1]!.version, selfScore: 30 }] }
    expect((await harness.refused(own('worker'), calls.assess, marked)).message).toBe(
      '“消防”已评审，不能再自评',
    )
    const { path } = await upload(harness, own('worker'), { purpose: 'step' })
    const photo = await harness.refused(own('worker'), calls.addPhoto, { orderId: order.id, no: 2, path })
    expect(photo.message).toBe('“消防”已评审，不能再添加照片')
    const found = rows[0]!.uploadFileList[0]!.id
    const kept = await harness.refused(own('worker'), calls.removePhoto, {
      orderId: order.id,
      photoId: found,
    })
    expect(kept.message).toBe('照片已随工单提交，不能删除')
    await site.photograph(order.id, 1)
    await site.rework(order.id, 1)
    const after = (await site.sheetOf(order.id)).rowList[0]!.afterFileList[0]!.id
    const removed = await harness.call(own('worker'), calls.removePhoto, {
      orderId: order.id,
      photoId: after,
    })
    expect(removed.rowList[0]).toMatchObject({ rework: 'open', afterFileList: [] })
    const step = await harness.refused(own('worker'), workOrderCalls.removePhoto, {
      id: order.id,
      photoId: found,
    })
    expect(step.message).toBe('数据不存在或无权查看')
  })

  it('is one of two marks at the same time', async () => {
    const order = await site.begun()
    const marks = [3, 4, 5, 6].map((selfScore) =>
      harness.call(own('worker'), calls.assess, {
        orderId: order.id,
        rowList: [{ no: 2, version: 1, selfScore }],
      }),
    )
    const done = await Promise.allSettled(marks)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { trail, selfScore } = (await site.sheetOf(order.id)).rowList[1]!
    expect(trail).toMatchObject([{ action: 'assess', score: selfScore }])
  })

  it('is a submission beside the removal of its photo', async () => {
    const order = await site.assessed()
    const photoId = (await site.sheetOf(order.id)).rowList[0]!.uploadFileList[0]!.id
    const work = await site.work(order)
    const [submitted, removed] = await Promise.allSettled([
      harness.call(own('worker'), workOrderCalls.reformExecute, work),
      harness.call(own('worker'), calls.removePhoto, { orderId: order.id, photoId }),
    ])
    expect([submitted.status, removed.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

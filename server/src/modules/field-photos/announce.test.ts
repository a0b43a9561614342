import { ANNOUNCED_BYTES, fieldPhotoCalls as calls } from '@heliodesk/contract/field-photos.ts'
import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { tryDownload, upload } from '../../../test/files.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { fieldPhoto, sha256, useFieldPhotos } from './field-photos.fixture.ts'
import { sweepPhotos } from './sweep.ts'

const site = useFieldPhotos()
const { harness } = site
const DAY_MS = 86_400_000

const arrivedOn = async (id: string, given = {}) => {
  const photo = fieldPhoto()
  await site.announce(id, photo, given)
  await site.put(photo, 0)
  return photo
}
const marksOf = async (id: string) =>
  (await site.detail(id)).photoList.map(({ stepNo, marks }) => [stepNo, marks])
const terminate = ({ id, version }: { id: string; version: number }) =>
  harness.call(site.people.admin.token, workOrderCalls.terminate, { id, version, reason: '重复' })
const reassign = ({ id, version }: { id: string; version: number }) =>
  harness.call(site.people.master.token, workOrderCalls.reassign, {
    id,
    version,
    liableUserId: site.people.worker2.id,
    reason: '人员请假',
    planEndTime: '2030-01-02 18:00:00',
  })
const check = (order: { id: string; version: number }, pass: boolean) =>
  harness.call(site.people.admin.token, workOrderCalls.check, {
    ...order,
    pass,
    auditOpinion: '请补照片',
    score: 90,
  })

describe('a photo of an order', () => {
  it('is kept in every case, and marked when it comes late', async () => {
    const order = await site.begun()
    expect(await site.announce(order.id, fieldPhoto())).toEqual({
      outcome: 'done',
      marks: [],
      message: '照片已登记，传完后显示在工单中',
    })
    const handedOver = await site.begun()
    await reassign(handedOver)
    expect(await site.announce(handedOver.id, fieldPhoto())).toMatchObject({
      outcome: 'record',
      marks: ['非执行人补交'],
    })
    const ended = await site.begun()
    await terminate(ended)
    expect(await site.announce(ended.id, fieldPhoto())).toMatchObject({
      outcome: 'record',
      marks: ['终止后补交'],
    })
    const submitted = await site.submitted()
    expect(await site.announce(submitted.id, fieldPhoto())).toMatchObject({
      outcome: 'done',
      marks: ['提交后补交'],
      message: '照片会保留在工单中，标为“提交后补交”',
    })
    const closed = await check(await site.submitted(), true)
    await arrivedOn(closed.id, { stepNo: 2 })
    expect(await marksOf(closed.id)).toContainEqual([2, ['关闭后补交']])
  })

  it('says when the clock of its phone cannot be right, or it was long on its way', async () => {
    const { id } = await site.begun()
    const now = harness.clock.now().getTime()
    const announced = async (at: number, skew: number | null) =>
      (await site.announce(id, fieldPhoto(), { at: now + at, skew })).marks
    expect(await announced(DAY_MS, null)).toEqual(['设备时间晚于实际时间'])
    expect(await announced(DAY_MS, DAY_MS)).toEqual([])
    expect(await announced(-8 * DAY_MS, 0)).toEqual(['7 天以前所做'])
    expect(await announced(-6 * DAY_MS, 0)).toEqual([])
  })

  it('that is announced twice is one, and its id is nobody else’s', async () => {
    const [one, other] = [await site.begun(), await site.begun()]
    const photo = fieldPhoto()
    await site.announce(one.id, photo, { at: 0 })
    expect(await site.announce(one.id, photo)).toEqual({
      outcome: 'same',
      marks: ['7 天以前所做'],
      message: '照片已经登记过',
    })
    const { content: _content, ...facts } = photo
    const input = { id: one.id, at: 0, skew: null, stepNo: 1, part: 'step', photo: facts } as const
    const { worker, worker2, foreigner } = site.people
    const before = await wholeDatabase(harness)
    const refusals = [
      [worker, { ...input, id: other.id }],
      [worker, { ...input, stepNo: 2 }],
      [worker, { ...input, photo: { ...facts, size: 9 } }],
      [worker2, input],
    ] as const
    for (const [{ token }, sent] of refusals)
      expect(await harness.refused(token, calls.photo, sent)).toMatchObject({ code: 'photo.used' })
    expect((await harness.refused(foreigner.token, calls.photo, input)).message).toBe('数据不存在或无权查看')
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('is refused where it can never be one', async () => {
    const { id } = await site.begun()
    const { content: _content, ...photo } = fieldPhoto()
    const input = { id, at: 0, skew: null, stepNo: 1, part: 'step', photo }
    const { worker, outsider } = site.people
    const before = await wholeDatabase(harness)
    const refusals = [
      [worker, { ...input, stepNo: 99 }, '作业步骤（stepNo）：工单没有第 99 步'],
      [worker, { ...input, part: 'before' }, '检查项（stepNo）：工单的检查单没有第 1 项'],
      [worker, { ...input, photo: { ...photo, size: 10 * 1024 * 1024 + 1 } }, '请上传小于10MB文件!'],
      [
        worker,
        { ...input, photo: { ...photo, id: 'x' } },
        '参数有误：照片编号（photo.id）：不是有效的照片编号',
      ],
      [
        worker,
        { ...input, photo: { ...photo, latitude: 3 } },
        '参数有误：经度（photo.longitude）：纬度和经度应同时填写',
      ],
      [outsider, input, '拒绝访问：需要“执行工单”权限（order:execute）'],
    ] as const
    for (const [{ token }, sent, message] of refusals)
      expect((await harness.refused(token, calls.photo, sent)).message).toBe(message)
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('counts among those of its step before it arrives', async () => {
    const { id } = await site.begun()
    const { token } = site.people.worker
    const add = async () => {
      const { path } = await upload(harness, token, { purpose: 'step' })
      return { id, stepNo: 1, path }
    }
    for (let n = 0; n < 7; n++) await site.announce(id, fieldPhoto())
    await harness.call(token, workOrderCalls.addPhoto, await add())
    await harness.call(token, workOrderCalls.addPhoto, await add())
    const full = '最多上传9个附件，请确认!（已有 2 张，还有 7 张等待上传）'
    expect((await harness.refused(token, workOrderCalls.addPhoto, await add())).message).toBe(full)
    await site.announce(id, fieldPhoto(), { stepNo: 2 })
  })

  it('beyond the limit of its step is kept as a supplementary record, with its tile', async () => {
    const { id } = await site.begun()
    for (let n = 0; n < 9; n++) await site.announce(id, fieldPhoto())
    const tenth = fieldPhoto()
    expect(await site.announce(id, tenth)).toEqual({
      outcome: 'record',
      marks: ['超出张数'],
      message: '照片会保留在工单中，标为“超出张数”',
    })
    const recordsOf = async () =>
      (await harness.call(site.people.master.token, fieldWorkCalls.records, { id })).rows
    expect(await recordsOf()).toMatchObject([
      {
        act: 'photo',
        outcome: 'record',
        lines: [{ label: '第 1 步照片', text: '现场.jpg' }],
        why: '每步最多 9 张照片，保留在工单中，并注明“超出张数”',
        photo: null,
      },
    ])
    expect((await site.detail(id)).awaitedPhotoList.map(({ holdsUp }) => holdsUp)).toEqual([
      ...Array.from({ length: 9 }, () => true),
      false,
    ])
    await site.put(tenth, 0)
    expect((await site.detail(id)).photoList).toEqual([])
    const [record] = await recordsOf()
    expect(record!.photo).toMatchObject({ stepNo: 1, marks: ['超出张数'], file: { size: tenth.size } })
    const { path } = record!.photo!.file
    expect(sha256((await tryDownload(harness, site.people.master.token, path)).bytes)).toBe(tenth.sha256)
  })

  it('is not taken from a person of whom too much is on its way', async () => {
    const { id } = await site.begun()
    const { worker } = site.people
    await harness.owner.query("update field_photo set state = 'forgone' where state = 'waiting'")
    const first = fieldPhoto()
    await site.announce(id, first)
    await harness.owner.query('update field_photo set size = $1 where id = $2', [
      ANNOUNCED_BYTES - 1,
      first.id,
    ])
    const { content: _content, ...photo } = fieldPhoto()
    const input = { id, at: 0, stepNo: 1, part: 'step', photo }
    expect((await harness.refused(worker.token, calls.photo, input)).message).toBe(
      '等待上传的照片超过 2 GB，请先连上网络传完',
    )
    await harness.call(worker.token, calls.forget, { photoId: first.id })
  })
})

describe('an order with a photo on its way', () => {
  const filledIn = async (id: string, submit = true) => {
    const { version } = await site.detail(id)
    return { id, version, submit, ...(await site.filled(id)) }
  }

  it('is not submitted before it arrives, and its draft is saved', async () => {
    const { id } = await site.begun()
    const { token } = site.people.worker
    const [one, two] = [fieldPhoto(), fieldPhoto()]
    await site.announce(id, one)
    await site.announce(id, two, { stepNo: 2 })
    const refused = await harness.refused(token, workOrderCalls.execute, await filledIn(id))
    expect(refused).toMatchObject({ code: 'order.photos_awaited' })
    expect(refused.message).toMatch(
      /^还不能提交，有照片没有传完：2 张在 .+ 的手机上；请等待上传，或在工单中选择不再等待$/,
    )
    await harness.call(token, workOrderCalls.execute, await filledIn(id, false))
    await site.put(one, 0)
    await site.put(two, 0)
    expect((await harness.call(token, workOrderCalls.execute, await filledIn(id))).flowSts).toBe(3)
  })

  it('does not wait for a record of somebody whose order it is not', async () => {
    const order = await site.begun()
    await reassign(order)
    await site.announce(order.id, fieldPhoto())
    const { token } = site.people.worker2
    await harness.call(token, workOrderCalls.start, await site.detail(order.id)).catch(() => undefined)
    expect((await harness.call(token, workOrderCalls.execute, await filledIn(order.id))).flowSts).toBe(3)
  })

  it('goes on without it when its executor says so, and takes it should it come', async () => {
    const order = await site.begun()
    const photo = fieldPhoto()
    await site.announce(order.id, photo)
    await site.put(photo, 0, 1000)
    await reassign(order)
    const { worker2 } = site.people
    expect(await harness.call(worker2.token, calls.forget, { photoId: photo.id })).toEqual({})
    expect((await site.detail(order.id)).awaitedPhotoList).toMatchObject([
      { state: 'forgone', received: 1000 },
    ])
    await harness.call(worker2.token, workOrderCalls.execute, await filledIn(order.id))
    expect(await site.received(photo)).toBe(1000)
    expect(await site.put(photo, 1000)).toMatchObject({ ok: true, bytes: photo.size })
    const { photoList, awaitedPhotoList } = await site.detail(order.id)
    expect(awaitedPhotoList).toEqual([])
    expect(photoList.some(({ file }) => file.size === photo.size)).toBe(true)
    await harness.call(site.people.worker.token, calls.forget, { photoId: photo.id })
    expect((await site.detail(order.id)).photoList).toHaveLength(photoList.length)
  })

  it('gives it up after 90 days, and waits again when its phone comes back', async () => {
    const { id } = await site.begun()
    const [old, fresh] = [fieldPhoto(), fieldPhoto()]
    for (const photo of [old, fresh]) {
      await site.announce(id, photo)
      await site.put(photo, 0, 1000)
    }
    await harness.owner.query(
      "update field_photo set received_at = now() - interval '91 days' where id = $1",
      [old.id],
    )
    await runOnce(harness.pool, sweepPhotos, harness.env)
    const states = async () =>
      new Map((await site.detail(id)).awaitedPhotoList.map((each) => [each.id, [each.state, each.received]]))
    expect(await states()).toEqual(
      new Map([
        [old.id, ['undelivered', 0]],
        [fresh.id, ['waiting', 1000]],
      ]),
    )
    expect(await site.piecesLeft()).toBe(1)
    expect(await site.put(old, 1000)).toMatchObject({ bytes: 0 })
    await site.put(old, 0, 500)
    expect((await states()).get(old.id)).toEqual(['waiting', 500])
    expect(await site.put(old, 500)).toMatchObject({ ok: true, bytes: old.size })
  })
})

describe('a returned order', () => {
  it('gets more photos of any step, and keeps those that were submitted', async () => {
    const submitted = await site.submitted(7)
    const before = (await site.detail(submitted.id)).photoList
    expect(before.length).toBeGreaterThan(0)
    const { id } = await check(submitted, false)
    const { stepList } = await site.detail(id)
    const { token } = site.people.worker
    for (const [at] of stepList.entries()) {
      const { path } = await upload(harness, token, { purpose: 'step' })
      await harness.call(token, workOrderCalls.addPhoto, { id, stepNo: at + 1, path })
      await arrivedOn(id, { stepNo: at + 1 })
    }
    const after = (await site.detail(id)).photoList
    expect(after).toHaveLength(before.length + 2 * stepList.length)
    expect(after.map((photo) => photo.id)).toEqual(expect.arrayContaining(before.map((photo) => photo.id)))
    expect(after.flatMap(({ marks }) => marks)).toEqual([])
    expect((await site.submit({ id })).flowSts).toBe(3)
  })
})

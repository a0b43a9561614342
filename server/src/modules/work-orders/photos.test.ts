import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { upload } from '../../../test/files.ts'
import { useSite } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const site = useSite()
const { harness } = site

const begun = async (taskType = 7) => {
  const assigned = await site.assignTo(await site.create({ taskType }))
  return harness.call(site.people.worker.token, calls.start, assigned)
}
const uploaded = async (token = site.people.worker.token) =>
  (await upload(harness, token, { purpose: 'step' })).path
const photosOf = async (id: string, token = site.people.master.token) =>
  (await harness.call(token, calls.detail, { id })).photoList
const add = async (id: string, stepNo = 1) =>
  harness.call(site.people.worker.token, calls.addPhoto, { id, stepNo, path: await uploaded() })

/** What everybody who fills in an order of type 7 sends, without any photo. */
async function photoless(id: string) {
  const document = await site.filled(id)
  await harness.owner.query('delete from work_order_photo where order_id = $1', [id])
  return document
}

describe('the photos of a step', () => {
  it('are told with their person, time and place, and leave the version as it was', async () => {
    const { id, version } = await begun()
    const content = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#0a5' } })
      .withExif({
        IFD2: { DateTimeOriginal: '2029:12:31 08:30:00' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '31/1 12/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '121/1 30/1 0/1',
        },
      })
      .jpeg()
      .toBuffer()
    const sent = { purpose: 'step', name: '停机.jpg', content } as const
    const { path } = await upload(harness, site.people.worker.token, sent, { keepLocation: '1' })
    const { photoList } = await harness.call(site.people.worker.token, calls.addPhoto, {
      id,
      stepNo: 2,
      path,
    })
    expect(photoList).toMatchObject([
      {
        stepNo: 2,
        file: { path, name: '停机.jpg', fileUrlThumbnail: expect.any(String) as string },
        uploaderId: site.people.worker.id,
        takenTime: '2029-12-31 08:30:00',
        latitude: 31.2,
        longitude: 121.5,
      },
    ])
    await add(id, 1)
    const seen = await harness.call(site.people.master.token, calls.detail, { id })
    expect(seen.version).toBe(version)
    expect(seen.photoList.map(({ stepNo, takenTime }) => [stepNo, takenTime])).toEqual([
      [1, null],
      [2, '2029-12-31 08:30:00'],
    ])
  })

  it('are read by who sees the order, and by nobody else', async () => {
    const { id } = await begun()
    const [photo] = (await add(id)).photoList
    const read = (token: string) =>
      harness.request('GET', `/sys/oss/file/downLoad?path=${encodeURIComponent(photo!.file.path)}`, {
        headers: { 'x-access-token': token },
      })
    expect((await read(site.people.master.token)).headers['content-type']).toBe('image/png')
    for (const { token } of [site.people.outsider, site.people.foreigner])
      expect((await read(token)).headers['content-type']).toMatch(/^application\/json/)
  })

  it('are needed where the step says so, by name', async () => {
    const { id, version } = await begun()
    const document = await photoless(id)
    const needing = document.stepList.flatMap(({ name, needPhoto }, at) =>
      needPhoto ? [[at + 1, name] as const] : [],
    )
    expect(needing.length).toBeGreaterThan(1)
    const work = { id, version, submit: true, ...document }
    const refused = await harness.refused(site.people.worker.token, calls.execute, work)
    expect(refused.message).toBe(
      `还不能提交，还差 ${needing.length} 步的照片：${needing.map(([, name]) => `作业步骤“${name}”未上传照片`).join('；')}`,
    )
    for (const [stepNo] of needing.slice(1)) await add(id, stepNo)
    const again = await harness.refused(site.people.worker.token, calls.execute, work)
    expect(again.message).toBe(`还不能提交，还差 1 步的照片：作业步骤“${needing[0]![1]}”未上传照片`)
    await add(id, needing[0]![0])
    expect((await harness.call(site.people.worker.token, calls.execute, work)).flowSts).toBe(3)
  })

  it('are deleted by their uploader until the order is submitted, and not after it came back', async () => {
    const { id, version } = await begun(12)
    const first = (await add(id)).photoList[0]!
    const gone = await harness.call(site.people.worker.token, calls.removePhoto, { id, photoId: first.id })
    expect(gone.photoList).toEqual([])
    const kept = (await add(id)).photoList[0]!
    const submitted = await harness.call(site.people.worker.token, calls.execute, {
      id,
      version,
      submit: true,
      ...(await site.filled(id)),
    })
    const remove = { id, photoId: kept.id }
    const late = await harness.refused(site.people.worker.token, calls.removePhoto, remove)
    expect(late.message).toBe('工单验收中，不能保存')
    const path = await uploaded()
    const extra = await harness.refused(site.people.worker.token, calls.addPhoto, { id, stepNo: 1, path })
    expect(extra.message).toBe('工单验收中，不能保存')
    await harness.call(site.people.admin.token, calls.check, {
      ...submitted,
      pass: false,
      auditOpinion: '请补照片',
    })
    const back = await harness.refused(site.people.worker.token, calls.removePhoto, remove)
    expect(back.message).toBe('照片已随工单提交，不能删除')
    await harness.call(site.people.worker.token, calls.addPhoto, { id, stepNo: 1, path })
    expect((await photosOf(id)).filter(({ stepNo }) => stepNo === 1)).toHaveLength(2)
  })

  it('are refused with a reason, and nothing is written', async () => {
    const { id } = await begun(12)
    const other = await begun(12)
    const used = (await add(other.id)).photoList[0]!
    const path = await uploaded()
    const foreign = await uploaded(site.people.worker2.token)
    const { worker, worker2, outsider, foreigner } = site.people
    const before = await wholeDatabase(harness)
    const refusals = [
      [worker, { id, stepNo: 99, path }, '作业步骤（stepNo）：工单没有第 99 步'],
      [worker, { id, stepNo: 1, path: used.file.path }, '照片（path）：已在工单的步骤中，请重新上传'],
      [worker, { id, stepNo: 1, path: foreign }, '文件不存在或已过期，请重新上传'],
      [outsider, { id, stepNo: 1, path }, '拒绝访问'],
      [foreigner, { id, stepNo: 1, path }, '数据不存在或无权查看'],
    ] as const
    for (const [{ token }, input, message] of refusals)
      expect((await harness.refused(token, calls.addPhoto, input)).message).toContain(message)
    const others = { id: other.id, photoId: used.id }
    expect((await harness.refused(worker2.token, calls.removePhoto, others)).message).toContain('只有负责人')
    const elsewhere = { id, photoId: used.id }
    expect((await harness.refused(worker.token, calls.removePhoto, elsewhere)).message).toBe(
      '数据不存在或无权查看',
    )
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('of a person who handed the order over stay', async () => {
    const { id, version } = await begun(12)
    const photo = (await add(id)).photoList[0]!
    const { worker2 } = site.people
    await harness.call(site.people.master.token, calls.reassign, {
      id,
      version,
      liableUserId: worker2.id,
      reason: '人员请假',
      planEndTime: '2030-01-02 18:00:00',
    })
    const refused = await harness.refused(worker2.token, calls.removePhoto, { id, photoId: photo.id })
    expect(refused.message).toMatch(/^照片由 .+ 上传，只有本人可以删除$/)
  })

  it('are at most nine of a step, also at the same time', async () => {
    const { id } = await begun(12)
    const paths: string[] = []
    for (let n = 0; n < 11; n++) paths.push(await uploaded())
    const answers = await Promise.allSettled(
      paths.map((path) => harness.call(site.people.worker.token, calls.addPhoto, { id, stepNo: 1, path })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    expect(await photosOf(id)).toHaveLength(9)
  })
})

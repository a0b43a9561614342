import { randomUUID } from 'node:crypto'
import { fieldReportCalls as calls } from '@heliodesk/contract/field-reports.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { expect, it } from 'vitest'
import { fieldPhoto, useFieldPhotos, type FieldPhoto } from './field-photos.fixture.ts'

const site = useFieldPhotos()
const { harness } = site

const reported = async (psId = site.stationId, token = site.people.worker.token) => {
  const report = randomUUID()
  const at = harness.clock.now().getTime()
  const answer = await harness.call(token, calls.report, { report, at, skew: 0, psId, text: '支架锈蚀' })
  return { report, ...answer }
}
const announce = (report: string, { content: _content, ...photo }: FieldPhoto) => ({
  report,
  at: harness.clock.now().getTime(),
  skew: 0,
  photo,
})
const send = (report: string, photo: FieldPhoto, token = site.people.worker.token) =>
  harness.call(token, calls.photo, announce(report, photo))
const detail = (id: string) => harness.call(site.people.admin.token, workOrderCalls.detail, { id })

it('photos follow the report onto its order, and nobody waits for them', async () => {
  const { report, orderId } = await reported()
  const photo = fieldPhoto()
  expect(await send(report, photo)).toMatchObject({ outcome: 'record', marks: [] })
  expect(await send(report, photo)).toMatchObject({ outcome: 'same' })
  expect((await detail(orderId)).awaitedPhotoList).toMatchObject([
    { id: photo.id, part: 'report', holdsUp: false, state: 'waiting' },
  ])
  expect(await site.put(photo, 0)).toMatchObject({ ok: true, bytes: photo.size })
  const order = await detail(orderId)
  expect(order.awaitedPhotoList).toEqual([])
  expect(order.photoList).toEqual([])
  expect(order.report?.photoList).toMatchObject([{ uploaderId: site.people.worker.id, marks: [] }])
})

it('a photo that comes before its report is refused, and taken after it', async () => {
  const report = randomUUID()
  const photo = fieldPhoto()
  expect(await harness.refused(site.people.worker.token, calls.photo, announce(report, photo))).toMatchObject(
    { code: 'report.unknown', message: '还没有收到这份缺陷上报，照片留在手机上' },
  )
  const at = harness.clock.now().getTime()
  await harness.call(site.people.worker.token, calls.report, {
    report,
    at,
    skew: 0,
    psId: site.stationId,
    text: '电缆破损',
  })
  expect(await send(report, photo)).toMatchObject({ outcome: 'record' })
})

it('photos of a report of another person or company are not taken', async () => {
  const { report } = await reported()
  const photo = fieldPhoto()
  expect((await harness.refused(site.people.worker2.token, calls.photo, announce(report, photo))).code).toBe(
    'report.used',
  )
  expect(
    (await harness.refused(site.people.foreigner.token, calls.photo, announce(report, photo))).code,
  ).toBe('report.unknown')
})

it('a tenth photo is refused', async () => {
  const { report } = await reported()
  for (let count = 0; count < 9; count++) await send(report, fieldPhoto())
  expect(
    await harness.refused(site.people.worker.token, calls.photo, announce(report, fieldPhoto())),
  ).toMatchObject({ code: 'file.too_many' })
})

it('photos arrive after the reporter lost sight of the order, and from who may not execute orders', async () => {
  const east = harness.tenant.stations.find(({ depCode }) => depCode === 'A01A01')!
  const lost = await reported(east.id)
  const photo = fieldPhoto()
  await send(lost.report, photo)
  expect(await site.put(photo, 0)).toMatchObject({ ok: true })
  const { token } = site.people.master
  const { report, orderId } = await reported(site.stationId, token)
  const masters = fieldPhoto()
  await send(report, masters, token)
  expect(await site.put(masters, 0, undefined, { token })).toMatchObject({ ok: true })
  expect((await detail(orderId)).report?.photoList).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { asLeft, withAct } from '../../../domain/field/left.ts'
import { bookOf, photoOf, queued } from '../../../domain/field/rows.fixture.ts'
import { emptyBook } from '../../../lib/outbox/book.ts'
import { fullOrder } from '../order.fixture.ts'

const [first] = fullOrder.stepList
const order = {
  ...fullOrder,
  otherSts: 2,
  prerequisiteList: [{ name: '已停机', required: true, met: false }],
  stepList: [
    { ...first!, name: '断开断路器', done: false, doneAt: null, value: '', note: '' },
    { ...first!, name: '验电', done: false, doneAt: null, value: '', note: '' },
  ],
  workHoursList: [],
  awaitedPhotoList: [],
  executionNote: null,
}
const step = (stepNo: number, name: string, value: string, done = true) =>
  queued(order.id, {
    act: 'step',
    given: { stepNo, name, done, value, note: '', base: { done: false, value: '', note: '' } },
  })

test('without anything queued the order is as the server said', () => {
  expect(asLeft(order, emptyBook)).toEqual({
    order,
    waiting: new Set(),
    photos: [],
    elsewhere: [],
    isSubmitted: false,
  })
})

test('a day of work shows as it was done, the later over the earlier', () => {
  const left = asLeft(
    order,
    bookOf([
      queued(order.id, { act: 'start', given: {} }),
      queued(order.id, { act: 'prerequisite', given: { no: 1, name: '已停机', met: true } }),
      step(1, '断开断路器', '1.0', false),
      step(1, '断开断路器', '1.2 A'),
      queued(order.id, { act: 'photo', given: { stepNo: 2, part: 'step', photo: photoOf('p1') } }),
      queued(order.id, {
        act: 'hours',
        given: {
          executorName: '李沐阳',
          actualStartTime: '2026-11-24 08:00:00',
          actualEndTime: '2026-11-24 09:30:00',
          peopleNum: 2,
          remark: '',
        },
      }),
      queued(order.id, { act: 'note', given: { executionNote: '换了熔断器', base: '' } }),
      queued(order.id, { act: 'submit', given: {} }),
    ]),
  )
  expect(left.order).toMatchObject({
    flowSts: 3,
    otherSts: 4,
    prerequisiteList: [{ met: true }],
    stepList: [
      { done: true, value: '1.2 A' },
      { done: false, value: '' },
    ],
    workHoursList: [{ executorName: '李沐阳', workHours: 3 }],
    executionNote: '换了熔断器',
  })
  expect(left.order.stepList[0]!.doneAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect([...left.waiting]).toEqual([1, 2])
  expect(left.photos.map(({ id, stepNo }) => [id, stepNo])).toEqual([['p1', 2]])
  expect(left.isSubmitted).toBe(true)
})

test('what was refused, of another order, or of a step that was renamed has no effect', () => {
  const refusal = { code: 'order.state', message: '工单已作废' }
  const { order: same } = asLeft(
    order,
    bookOf([
      { ...step(1, '断开断路器', '1'), refusal },
      queued('8', { act: 'note', given: { executionNote: '别的工单', base: '' } }),
      step(2, '旧名称', '2'),
      { ...step(1, '断开断路器', '3'), kind: 'ofAnotherVersion', key: 'other' },
    ]),
  )
  expect(same).toEqual(order)
})

test('an announced photo stays where it is shown until all of it has arrived; others are on other phones', () => {
  const awaited = (id: string) => ({
    id,
    stepNo: 1,
    part: 'step' as const,
    film: null,
    name: `${id}.jpg`,
    size: 9,
    received: 0,
    state: 'waiting' as const,
    reason: '',
    holderId: '9',
    holderName: '陈建国',
    since: '2026-11-24 08:00:00',
    holdsUp: true,
  })
  const mine = { id: 'p1', lane: order.id, size: 9, sha256: '', pieces: [], announced: true, lost: false }
  const left = asLeft(
    { ...order, awaitedPhotoList: [awaited('p1'), awaited('p2')] },
    { ...emptyBook, photos: new Map([['p1', mine]]) },
  )
  expect(left.photos).toEqual([{ key: null, id: 'p1', stepNo: 1, size: 9, film: null, isRefused: false }])
  expect(left.elsewhere.map(({ id }) => id)).toEqual(['p2'])
})

test('what the server has accepted may be applied again over what it answers', () => {
  const hours = queued(order.id, {
    act: 'hours',
    given: {
      executorName: '李沐阳',
      actualStartTime: '2026-11-24 08:00:00',
      actualEndTime: '2026-11-24 09:00:00',
      peopleNum: 1,
      remark: '',
    },
  })
  const photo = queued(order.id, { act: 'photo', given: { stepNo: 1, part: 'step', photo: photoOf('p1') } })
  const rows = [hours, photo, queued(order.id, { act: 'submit', given: {} })]
  const once = rows.reduce(withAct, order)
  expect(once).toMatchObject({
    flowSts: 3,
    otherSts: 4,
    workHoursList: [{ id: hours.key }],
    awaitedPhotoList: [{ id: 'p1' }],
  })
  expect(rows.reduce(withAct, once)).toEqual(once)
})

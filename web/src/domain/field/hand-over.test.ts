import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { expect, test } from 'vitest'
import type { Progress } from '../../lib/outbox/sender.ts'
import { intentOf } from './acts.ts'
import { handedOver, fieldState } from './field-state.ts'
import { handOverOf } from './hand-over.ts'
import { bookOf, photoOf, queued } from './rows.fixture.ts'

const refusal = { code: 'field.terminated', message: '工单已作废，不能登记工时' }
const hours = {
  executorName: '李沐阳',
  actualStartTime: '2026-11-24 08:00:00',
  actualEndTime: '2026-11-24 09:30:00',
  peopleNum: 2,
  remark: '长'.repeat(2000),
}
const resting: Progress = { isSending: false, rests: null }

test('a refused act is told in words, within the limits of the call, with its own time', () => {
  const row = queued('7', { act: 'hours', given: hours }, { at: 5, skew: 2, refusal })
  const act = handOverOf(row)!
  expect(act).toMatchObject({
    act: 'handOver',
    given: {
      at: 5,
      skew: 2,
      key: row.key,
      act: 'hours',
      words: '登记 李沐阳 的工时',
      reason: refusal.message,
    },
  })
  const body: unknown = JSON.parse(intentOf('7', act).body)
  expect(fieldWorkCalls.handOver.input.safeParse(body).success).toBe(true)
})

test('what was not refused, a photo and a report are not given away', () => {
  expect(handOverOf(queued('7', { act: 'start', given: {} }))).toBeNull()
  const photo = { stepNo: 1, part: 'step' as const, photo: photoOf('p') }
  expect(handOverOf(queued('7', { act: 'photo', given: photo }, { refusal }))).toBeNull()
  expect(
    handOverOf(queued('r-1', { act: 'report', given: { psId: '1', text: '渗油' } }, { refusal })),
  ).toBeNull()
})

test('an act on its way to the master asks for nothing any more, until that is refused too', () => {
  const row = queued('7', { act: 'start', given: {} }, { refusal })
  const onWay = queued('7', handOverOf(row)!)
  const book = bookOf([row, onWay])
  expect([...handedOver(book)]).toEqual([row.key])
  expect(fieldState(book, resting, true).text).toBe('等待发送 1')
  expect(fieldState(bookOf([row, { ...onWay, refusal }]), resting, true).text).toBe('需要处理 2')
})

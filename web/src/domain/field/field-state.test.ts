import { expect, test } from 'vitest'
import { emptyBook, type Book, type Photo, type Row } from '../../lib/outbox/book.ts'
import type { Progress } from '../../lib/outbox/sender.ts'
import { fieldState } from './field-state.ts'

const row = (key: string, part: Partial<Row> = {}): Row => ({
  key,
  lane: '7',
  kind: 'step',
  body: '{}',
  at: 0,
  skew: null,
  photo: null,
  last: false,
  seq: 1,
  tried: false,
  fails: 0,
  refusal: null,
  ...part,
})
const photo = (id: string, part: Partial<Photo> = {}): Photo => ({
  id,
  lane: '7',
  size: 1,
  sha256: '',
  pieces: [],
  announced: true,
  lost: false,
  ...part,
})
const book = (rows: Row[], photos: Photo[] = []): Book => ({
  ...emptyBook,
  rows: new Map(rows.map((each) => [each.key, each])),
  photos: new Map(photos.map((each) => [each.id, each])),
})
const refusal = { code: 'order.state', message: '工单已作废' }
const sending: Progress = { isSending: true, rests: null }
const resting = (rests: Progress['rests']): Progress => ({ isSending: false, rests })

test.each<[string, Book, Progress, boolean, string]>([
  ['nothing waits', book([]), resting(null), true, '已同步'],
  ['nothing waits without a signal', book([]), resting('noAnswer'), false, '已同步'],
  ['on their way', book([row('a'), row('b')]), sending, true, '正在发送 2'],
  ['no answer', book([row('a')]), resting('noAnswer'), true, '等待信号 1'],
  ['the browser is offline', book([row('a')]), resting(null), false, '等待信号 1'],
  ['an announced photo counts', book([row('a')], [photo('p')]), sending, true, '正在发送 2'],
  [
    'one whose announcement waits does not',
    book([row('a')], [photo('p', { announced: false })]),
    sending,
    true,
    '正在发送 1',
  ],
  ['signed out', book([row('a')]), resting('signedOut'), true, '等待登录 1'],
  ['an old version', book([row('a')]), resting('tooOld'), true, '等待更新 1'],
  ['the device failed', book([row('a')]), resting('device'), true, '本机存储异常 1'],
  ['a refusal comes first', book([row('a', { refusal }), row('b')]), sending, true, '需要处理 1'],
  ['a lost photo too', book([], [photo('p', { lost: true })]), resting(null), true, '需要处理 1'],
])('%s', (_name, waiting, progress, isOnline, text) => {
  expect(fieldState(waiting, progress, isOnline).text).toBe(text)
})

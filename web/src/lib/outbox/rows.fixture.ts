import type { Intent, Row } from './book.ts'

export const intent = (key: string, more: Partial<Intent> = {}): Intent => ({
  key,
  lane: 'order-1',
  kind: 'hours',
  body: '{"备注":"换了熔断器"}',
  at: 1,
  skew: null,
  photo: null,
  last: false,
  ...more,
})

export const row = (key: string, seq: number, more: Partial<Row> = {}): Row => ({
  ...intent(key),
  seq,
  tried: false,
  fails: 0,
  refusal: null,
  ...more,
})

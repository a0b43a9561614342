import { expect, test } from 'vitest'
import { continued } from './draft.ts'

const kept = { lane: 'a-1', text: '渗油', psId: '3', deviceCode: 'XB-1' }
const scanned = { deviceCode: 'XB-2', deviceName: '2 号箱变', psId: '3' }

test('without a draft, or with an empty one, the form begins with what was asked for', () => {
  expect(continued(null, 0, scanned)).toMatchObject({ draft: scanned, isOther: false })
  const { draft, isOther } = continued({ lane: 'a-1', deviceCode: 'XB-1', text: ' ' }, 0, scanned)
  expect([draft.deviceCode, draft.lane === 'a-1', isOther]).toEqual(['XB-2', false, false])
})

test('a draft goes on: for nothing, for its own device, and for the first one that is scanned', () => {
  expect(continued(kept, 0, {})).toEqual({ draft: kept, isOther: false })
  expect(continued(kept, 0, { deviceCode: 'XB-1' })).toEqual({ draft: kept, isOther: false })
  const open = { lane: 'a-1', text: '渗油' }
  expect(continued(open, 0, scanned)).toEqual({ draft: { ...open, ...scanned }, isOther: false })
})

test('a draft about another device is said to be one, also if it has photos only', () => {
  expect(continued(kept, 0, scanned)).toEqual({ draft: kept, isOther: true })
  expect(continued({ ...kept, text: '' }, 2, scanned).isOther).toBe(true)
})

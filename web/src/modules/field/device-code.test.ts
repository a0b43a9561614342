import { expect, test } from 'vitest'
import { deviceCodeIn } from './device-code.ts'

test('a label’s link leads to its device, wherever the product was reached when it was printed', () => {
  expect(deviceCodeIn('https://pv.example/#/station/device?device=SB0000001')).toBe('SB0000001')
  expect(deviceCodeIn('http://10.0.0.8:8080/#/my/device?device=A%2F1&tab=history')).toBe('A/1')
})

test('a code that was typed or stands alone on a label is taken as it is', () => {
  expect(deviceCodeIn(' SB0000001\n')).toBe('SB0000001')
  expect(deviceCodeIn('NB-07.3')).toBe('NB-07.3')
})

test('what is no device’s is nothing', () => {
  for (const text of [
    '',
    '  ',
    'https://weixin.qq.com/r/abc',
    'https://pv.example/#/taskCenter?order=1',
    '两 个',
    'WIFI:S:x;',
  ])
    expect(deviceCodeIn(text)).toBeNull()
})

import { expect, test } from 'vitest'
import { describeDevice } from './device.ts'

const chromium = (rest: string) =>
  `Mozilla/5.0 (${rest}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`

test.each([
  [chromium('Windows NT 10.0; Win64; x64'), 'Chrome 140 · Windows 10'],
  [`${chromium('Windows NT 10.0; Win64; x64')} Edg/140.0.0.0`, 'Edge 140 · Windows 10'],
  [chromium('X11; Linux x86_64'), 'Chrome 140 · Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.55',
    'WeChat 8 · iOS 18.5',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', '未知设备'],
  [null, '未知设备'],
])('%s is shown as %s', (userAgent, shown) => {
  expect(describeDevice(userAgent)).toBe(shown)
})

import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DeviceState } from './device-list.tsx'

afterEach(cleanup)

test.each<['1' | '3', string, string]>([
  ['1', '在用', 'ok'],
  ['3', '停用', 'stop'],
])('a device in state %s has the word %s and the sign %s', (status, statusName, sign) => {
  const { container } = render(<DeviceState status={status} statusName={statusName} />)
  expect(container.textContent).toBe(statusName)
  expect(container.querySelector('.glyph')!.classList.contains(sign)).toBe(true)
})

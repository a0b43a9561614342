import { expect, test } from 'vitest'
import { asksToClose, assistantAddress } from './assistant-address.ts'

const URL_OF_CHAT = 'https://chat.example/embed?lang=zh#/talk'

test('the chat frame’s address carries tenant id, token, API prefix and pageParams of type 1', () => {
  const address = new URL(
    assistantAddress({ url: URL_OF_CHAT, tenantId: '7', token: 'secret' }, 'https://desk.example/api'),
  )
  expect(address.origin + address.pathname + address.hash).toBe('https://chat.example/embed#/talk')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    lang: 'zh',
    tenant_id: '7',
    token: 'secret',
    apiPrefix: 'https://desk.example/api',
    pageParams: '{"type":1}',
  })
})

test('only the frame itself, at its own origin, closes the drawer, and only by the word', () => {
  const frame = {} as Window
  const message = { origin: 'https://chat.example', source: frame, data: 'close' }
  expect(asksToClose(message, URL_OF_CHAT, frame)).toBe(true)
  expect(asksToClose({ ...message, origin: 'https://evil.example' }, URL_OF_CHAT, frame)).toBe(false)
  expect(asksToClose({ ...message, source: {} as Window }, URL_OF_CHAT, frame)).toBe(false)
  expect(asksToClose({ ...message, data: 'hello' }, URL_OF_CHAT, frame)).toBe(false)
})

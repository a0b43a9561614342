import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../session.ts'
import { user } from '../user.fixture.ts'
import { keyOf } from './queue-key.ts'
import { memoryStore } from './store.fixture.ts'

const PERSON = `${user.tenantId}:${user.id}`
const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  useSession.setState({ token: 'T', user })
  const key = btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, at) => at)))
  asked
    .mockReset()
    .mockImplementation(async () => Response.json({ result_code: '1', result_msg: '', result_data: { key } }))
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  useSession.setState({ token: null, user: null })
})

test('the key comes from the server once, then from the device, and is shown to nobody', async () => {
  const { store } = memoryStore()
  const first = await keyOf(PERSON, store)
  expect(first.extractable).toBe(false)
  expect(await keyOf(PERSON, store)).toBe(first)
  expect(asked).toHaveBeenCalledOnce()
  const body = JSON.parse(asked.mock.calls[0]![1].body as string) as { device: string }
  expect(body.device).toMatch(/^[0-9a-f]{32}$/)
})

test('after a sign-out it is asked for again, and opens what was sealed before', async () => {
  const key = await keyOf(PERSON, memoryStore().store)
  const iv = new Uint8Array(12)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode('row'))
  const again = await keyOf(PERSON, memoryStore().store)
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, again, sealed)
  expect(new TextDecoder().decode(opened)).toBe('row')
})

test('nobody asks for the key of another person', async () => {
  await expect(keyOf('1:99', memoryStore().store)).rejects.toThrow('another person')
  expect(asked).not.toHaveBeenCalled()
})

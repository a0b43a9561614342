import { describe, expect, test, vi } from 'vitest'
import { useSession, type User } from '../session.ts'
import type { Row } from './book.ts'
import { outcomeOf, sendByCalls } from './line.ts'
import { NoAnswer, Rest } from './sender.ts'

const address = { method: 'POST', path: '/ops/order/save', envelope: 'erp' } as const

const ours = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '7' }
const answer = (status: number, headers: Record<string, string> = ours) => ({
  status,
  headers: new Headers(headers),
})
const accepted = JSON.stringify({ result_code: '1', result_msg: 'success', result_data: { version: 3 } })
const refused = JSON.stringify({
  result_code: '0',
  result_msg: '工单已收回',
  error_code: 'wrong_state',
  result_data: 9,
})

const caught = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('an answer', () => {
  test('accepts or refuses a command', () => {
    expect(outcomeOf(address, answer(200), accepted)).toEqual({ is: 'done', answer: { version: 3 } })
    expect(outcomeOf(address, answer(200), refused)).toEqual({
      is: 'refused',
      refusal: { code: 'wrong_state', message: '工单已收回', data: 9 },
    })
    expect(outcomeOf(address, answer(403), refused)).toMatchObject({ is: 'refused' })
  })

  test('of a broken server leaves the command where it is', () => {
    expect(outcomeOf(address, answer(500), refused)).toEqual({ is: 'failed' })
  })

  test.for([
    [401, 'signedOut', 0],
    [426, 'tooOld', 0],
    [429, 'busy', 20],
    [503, 'busy', 20],
  ] as const)('%d makes the queue rest: %s', ([status, why, seconds]) => {
    const given = answer(status, { ...ours, 'retry-after': '20' })
    expect(caught(() => outcomeOf(address, given, refused))).toMatchObject({ why, seconds })
  })

  test.for<[string, Record<string, string>]>([
    ['a page', { ...ours, 'content-type': 'text/html' }],
    ['JSON of somebody else', { 'content-type': 'application/json' }],
    ['nothing', {}],
  ])('that is %s is none', ([, headers]) => {
    expect(caught(() => outcomeOf(address, answer(200, headers), accepted))).toBeInstanceOf(NoAnswer)
    expect(caught(() => outcomeOf(address, answer(401, headers), accepted))).toBeInstanceOf(NoAnswer)
  })
})

describe('a row is sent', () => {
  const row = { key: 'key-12345', kind: 'save', body: '{"id":"5","hours":2}' } as Row
  const send = sendByCalls('u1', (kind) => (kind === 'save' ? address : undefined))
  const signIn = (id: string) => useSession.setState({ token: 't', user: { id, tenantId: '1' } as User })

  test('as the call that a screen makes, with its key', async () => {
    signIn('u1')
    const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(accepted, { headers: ours }))
    expect(await send(row)).toEqual({ is: 'done', answer: { version: 3 } })
    const [url, init] = fetch.mock.calls[0]!
    expect(url).toContain('/ops/order/save')
    expect(init!.headers).toMatchObject({ 'idempotency-key': 'key-12345' })
    expect(JSON.parse(init!.body as string)).toMatchObject({ id: '5', hours: 2 })
  })

  test('never in the name of somebody else', async () => {
    signIn('u2')
    const fetch = vi.spyOn(globalThis, 'fetch')
    await expect(send(row)).rejects.toMatchObject({ why: 'signedOut' })
    expect(fetch).not.toHaveBeenCalled()
  })

  test('when its build knows the call', async () => {
    signIn('u1')
    await expect(send({ ...row, kind: 'gone' })).rejects.toBeInstanceOf(Rest)
  })

  test('again later when nothing answers', async () => {
    signIn('u1')
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(send(row)).rejects.toBeInstanceOf(NoAnswer)
  })
})

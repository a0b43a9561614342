import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { leaveUnread } from './receive.ts'

const MB = 1024 * 1024

/** What remains of a request. */
function restOf() {
  const raw = Object.assign(new Readable({ read: () => undefined, highWaterMark: 64 * MB }), {
    complete: false,
  })
  leaveUnread({ raw } as unknown as FastifyRequest)
  return raw
}

it('the rest of a refused upload is read and dropped up to 16 MB; a sender that goes on has to wait', async () => {
  const raw = restOf()
  raw.push(Buffer.alloc(16 * MB))
  await new Promise(setImmediate)
  expect([raw.readableLength, raw.isPaused()]).toEqual([0, false])
  raw.push(Buffer.alloc(1))
  await new Promise(setImmediate)
  expect(raw.isPaused()).toBe(true)
  raw.destroy()
})

it('a request that was received whole is left alone', () => {
  const raw = Object.assign(new Readable({ read: () => undefined }), { complete: true })
  leaveUnread({ raw } as unknown as FastifyRequest)
  expect(raw.listenerCount('data')).toBe(0)
})

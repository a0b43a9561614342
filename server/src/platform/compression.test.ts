import { gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressLargeAnswers } from './compression.ts'

const large = Array.from({ length: 2000 }, (_, at) => ({ key: `s${at}`, name: `电站${at}`, children: [] }))

let app: FastifyInstance

beforeAll(async () => {
  app = fastify()
  compressLargeAnswers(app)
  app.get('/large', (_request, reply) => reply.header('vary', 'origin').send(large))
  app.get('/small', () => large.slice(0, 10))
  app.get('/text', (_request, reply) => reply.type('text/plain').send('x'.repeat(100_000)))
  await app.ready()
})
afterAll(() => app.close())

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

describe('answers', () => {
  it.each(['gzip', 'br, gzip', 'gzip;q=0.8, *;q=0.1', 'deflate, GZIP'])(
    'that are large are packed for callers who take %s, and are the same inside',
    async (accepted) => {
      const { headers, rawPayload } = await get('/large', accepted)
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'origin, accept-encoding' })
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(large)
      expect(rawPayload.length).toBeLessThan(JSON.stringify(large).length / 4)
    },
  )

  it.each([undefined, '', 'br', 'gzip;q=0', 'identity'])(
    'stay as they are for callers who take %s',
    async (accepted) => {
      const { headers, body } = await get('/large', accepted)
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers.vary).toBe('origin, accept-encoding')
      expect(JSON.parse(body)).toEqual(large)
    },
  )

  it('that are small, or no JSON, are never packed', async () => {
    for (const url of ['/small', '/text']) {
      const { headers } = await get(url, 'gzip')
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers).not.toHaveProperty('vary')
    }
  })
})

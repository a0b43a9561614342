import { buildApp } from '@heliodesk/server/app.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Harness } from '../server/test/harness.ts'
import { openWatchedPool, type ScanReport } from './watched-plans.ts'

/** A server on the harness's database; `plansOf` answers what PostgreSQL did for a call that must succeed. */
export function useWatchedServer(harness: Harness) {
  let app: FastifyInstance
  let watched: Awaited<ReturnType<typeof openWatchedPool>>

  beforeAll(async () => {
    watched = await openWatchedPool(harness.owner, harness.url)
    app = await buildApp({ pool: watched.pool, env: harness.env, strictOutput: true })
  })

  afterAll(async () => {
    await app.close()
    await watched.pool.end()
  })

  return {
    plansOf: async (token: string, path: string, body: object): Promise<ScanReport[]> => {
      const headers = { 'x-access-token': token }
      const answer = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload: body })
      expect(answer.json()).toMatchObject({ result_code: '1' })
      return watched.take()
    },
  }
}

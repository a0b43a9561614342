import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { answerFor } from './errors.ts'

it('a call for which no connection gets free is told that the system is busy', async () => {
  const pool = new pg.Pool({ connectionString: inject('postgresUrl'), max: 1 })
  const taken = await pool.connect()
  pool.options.connectionTimeoutMillis = 1
  const refused = await pool.connect().catch((error: unknown) => error)
  taken.release()
  await pool.end()
  expect(answerFor(refused, String)).toMatchObject({
    status: 503,
    code: 'busy',
    message: '系统繁忙，请稍后重试',
  })
})

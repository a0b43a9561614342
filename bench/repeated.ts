import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'

type Statement = { text: string; values: unknown[] }

/**
 * The floor's `/repeat` runs the statements of one call of the server, as its role in this tenant; `/repeated` reads
 * them from the file that record-statements.ts wrote.
 */
export function addRepeated(app: FastifyInstance, tenant: number, nameOf: (text: string) => string): void {
  const pool = new pg.Pool({ connectionString: process.env.FLOOR_LOGIN_URL, max: 16 })
  let statements: Statement[] = []

  app.post('/repeated', () => {
    const lines = readFileSync(process.env.FLOOR_RECORD_FILE!, 'utf8').trim().split('\n')
    statements = lines.map((line) => JSON.parse(line) as Statement)
    return { statements: statements.length }
  })

  app.post('/repeat', async () => {
    const client = await pool.connect()
    try {
      await client.query(`begin read only; select set_config('app.tenant', '${tenant}', true)`)
      const results = []
      for (const { text, values } of statements)
        results.push((await client.query({ name: nameOf(text), text, values })).rows)
      await client.query('commit')
      return results
    } finally {
      client.release()
    }
  })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRunningCluster } from '../src/platform/embedded-postgres/launch.ts'
import { openLogin } from '../src/platform/login-role.ts'
import { openPool } from '../src/platform/postgres.ts'
import { openOwnerPool } from './owner-pool.ts'
import { endServer, openSession, post, runServer, startServer, type ServerProcess } from './server-process.ts'
import { createTestTenant, type TestTenant } from './test-tenant.ts'

/** How often the server is killed; 20 times in the soak run. */
const KILLS = Number(process.env.HELIODESK_SERVER_KILLS ?? 2)
const WRITERS = 8
const BETWEEN_KILLS = 40

let dataDir: string
let server: ServerProcess
let tenant: TestTenant
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'heliodesk-crash-'))
  server = await startServer({ DATA_DIR: dataDir })
  const url = (await findRunningCluster(dataDir))!
  const pool = openPool(await openLogin(url, url))
  tenant = await createTestTenant(pool, { name: '抗灾公司', prefix: 'c' })
  await pool.end()
  token = await withOwner((owner) => openSession(owner, tenant, 'c_master'))
}, 180_000)

afterAll(async () => {
  await endServer(server, 'SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

async function withOwner<T>(run: (owner: pg.Pool) => Promise<T>): Promise<T> {
  const owner = openOwnerPool((await findRunningCluster(dataDir))!, 1)
  try {
    return await run(owner)
  } finally {
    await owner.end()
  }
}

/** Creates orders from several writers until `enough` are acknowledged and the server is killed meanwhile. */
async function writeUntilKilled(acknowledged: string[], enough: number) {
  const stationId = tenant.stations.find((station) => station.depCode === 'A01A02A01')!.id
  const killed: Promise<void>[] = []
  const write = async () => {
    for (;;) {
      const answer = await post(server, token, '/ops/order/insert', {
        psId: stationId,
        taskType: 12,
        taskDescription: '断电',
      })
      if (!answer) return
      expect(answer.result_code).toBe('1')
      acknowledged.push((answer.result_data as { workCode: string }).workCode)
      if (acknowledged.length >= enough && killed.length === 0) killed.push(endServer(server, 'SIGKILL'))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await Promise.all(killed)
}

describe('a killed server', () => {
  it(`loses nothing it acknowledged and leaves no gap in the codes (${KILLS} times)`, async () => {
    const acknowledged: string[] = []
    for (let kill = 1; kill <= KILLS; kill++) {
      await writeUntilKilled(acknowledged, acknowledged.length + BETWEEN_KILLS)
      server = await startServer({ DATA_DIR: dataDir })
      const stored = await withOwner(async (owner) => {
        const { rows } = await owner.query<{ work_code: string }>(
          'select work_code from work_order where tenant_id = $1 order by work_code',
          [tenant.tenantId],
        )
        return rows.map((row) => row.work_code)
      })
      expect(stored).toEqual(expect.arrayContaining(acknowledged))
      const numbers = Map.groupBy(stored, (code) => code.slice(0, 10))
      for (const codes of numbers.values()) {
        expect(codes.map((code) => Number(code.slice(10)))).toEqual(codes.map((_code, at) => at + 1))
      }
    }
  }, 1_200_000)

  it('refuses a second one on its data directory with a sentence that names it', async () => {
    const { code, output } = await runServer({ DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain(dataDir)
    expect(output).toMatch(/另一个|正在使用|已被/)
  }, 60_000)

  it('names the variable at fault and the port that is taken', async () => {
    expect(await runServer({ PORT: 'eighty' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('PORT=eighty'),
    })
    const other = await mkdtemp(join(tmpdir(), 'heliodesk-port-'))
    const { port } = new URL(server.url)
    const { code, output } = await runServer({ DATA_DIR: other, PORT: port })
    await rm(other, { recursive: true, force: true })
    expect(code).toBe(1)
    expect(output).toContain(`端口 ${port} 已被占用`)
  }, 120_000)

  it('stops cleanly on Ctrl+C', async () => {
    await endServer(server, 'SIGINT')
    expect(server.process.exitCode).toBe(0)
    expect(await findRunningCluster(dataDir)).toBeNull()
  }, 60_000)
})

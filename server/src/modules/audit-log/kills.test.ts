import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { sealAudit } from '../../../test/seal-audit.ts'
import { useKilledServers } from '../../../test/two-servers.ts'
import { verifyChain } from './verify.ts'

const harness = useHarness()
const { kill } = useKilledServers(harness)

const KILLS = 3
const ROLES = 200

it('two servers that are killed while they seal give every change one number', async () => {
  const { tenantId } = harness.tenant
  await harness.owner.query(
    `insert into role (tenant_id, role_code, role_name) select $1, 'killed' || n, 'n' from generate_series(1, ${ROLES}) n`,
    [tenantId],
  )
  let changes = ROLES
  const ending = new AbortController()
  const write = async () => {
    for (let round = 0; !ending.signal.aborted; round++) {
      await harness.owner.query(
        `update role set description = $2 where tenant_id = $1 and role_code like 'killed%'`,
        [tenantId, `第 ${round} 轮`],
      )
      changes += ROLES
      await sleep(20)
    }
  }
  const writing = write()
  for (let at = 0; at < KILLS; at++) await kill(at % 2)
  ending.abort()
  await writing
  await sealAudit(harness)
  const { rows } = await harness.owner.query<{ n: string; most: string }>(
    `select count(*) filter (where name like 'n killed%') as n, max(number) - count(*) as most
     from audit_entry where tenant_id = $1`,
    [tenantId],
  )
  expect(rows[0]).toEqual({ n: String(changes), most: '0' })
  expect((await verifyChain(harness.pool, tenantId)).broken).toBeNull()
}, 240_000)

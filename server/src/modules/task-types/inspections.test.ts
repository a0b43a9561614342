import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { updateTenants } from '../../seed/later-start.ts'

const harness = useHarness()

it('a company of an earlier version gets the type of inspections, beside one that it named so itself', async () => {
  const { tenant, otherTenant } = harness
  const ids = [tenant.tenantId, otherTenant.tenantId]
  // Versions are kept for ever; an earlier database never had them.
  await harness.owner.query(
    `begin; set local session_replication_role = replica;
     delete from task_type_version where tenant_id in (${ids.join()}) and type_id = 100;
     delete from task_type where tenant_id in (${ids.join()}) and id = 100; commit`,
  )
  await harness.owner.query(
    `insert into task_type (tenant_id, id, name, place, updated_at, updated_by) values ($1, 101, '巡检', 99, now(), null)`,
    [otherTenant.tenantId],
  )
  for (let start = 0; start < 2; start++) await updateTenants(harness.pool)
  const { rows } = await harness.owner.query<{ tenant: number; name: string }>(
    'select tenant_id as tenant, name from task_type where id = 100 and tenant_id = any($1::int[]) order by 1',
    [ids],
  )
  expect(rows).toEqual([
    { tenant: tenant.tenantId, name: '巡检' },
    { tenant: otherTenant.tenantId, name: '巡检（计划）' },
  ])
})

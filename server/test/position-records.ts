import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** The fields that name departments. */
export const departmentFields = Object.fromEntries(
  ['depId', 'departId', 'departmentId', 'depIds', 'departmentIds', 'intoId', 'pid', 'selecteddeparts'].map(
    (name) => [name, 'department'],
  ),
)

/** A position, and one that the administrator holds. */
export async function addPositionRecords({ owner }: Harness, tenant: TestTenant): Promise<void> {
  await owner.query(
    `with added as (
       insert into job_position (tenant_id, code, name) values ($1, 'secret', '机密岗位'), ($1, 'held', '机密在岗')
       returning *
     )
     insert into user_position (tenant_id, user_id, position_id)
     select tenant_id, $2, id from added where code = 'held'`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
}

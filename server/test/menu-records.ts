import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** The table that the ids in a draft of the menu refer to (records.ts). */
export const menuFields = { removedIds: 'permission', key: 'permission', above: 'permission' } as const

/** A change of the menu. */
export async function addMenuRecord(harness: Harness, tenant: TestTenant): Promise<void> {
  await harness.owner.query(
    `insert into menu_event (tenant_id, permission_id, at, actor_id, actor_name, action, name)
     select $1, min(id), now(), $2, '机密人员', 'edit', '机密菜单' from permission where tenant_id = $1`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
}

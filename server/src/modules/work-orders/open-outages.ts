import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'

/** Work on what is still out is not done, unless the company thinks otherwise. */
export async function requireClosedOutages({ db }: Pick<Ctx, 'db'>, orderId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(d.name, w.object_name) as name from outage w
    left join device d on d.tenant_id = w.tenant_id and d.id = w.device_id
    where w.order_id = ${orderId} and w.until_at is null order by w.from_at, w.id limit 1`.execute(db)
  if (!rows[0] || !(await readSettings(db)).business.values.losses.closedToSubmit) return
  throw new DomainError('order.outage_open', `还不能提交：${rows[0].name} 的停机尚未填写恢复时间`)
}

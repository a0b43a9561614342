import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'

/** Two values that two people gave one step are not accepted together: somebody chooses one first. */
export async function requireChosen({ db }: Pick<Ctx, 'db'>, orderId: string): Promise<void> {
  const { rows } = await sql<{ part: string }>`
    select distinct coalesce(r.content ->> 'stepNo', '0') as part from field_record r
    where r.order_id = ${orderId} and r.outcome = 'both'
      and not exists (select from field_choice c where c.tenant_id = r.tenant_id and c.record_id = r.id)`.execute(
    db,
  )
  if (rows.length === 0) return
  const parts = rows.map(({ part }) => Number(part)).toSorted((one, other) => one - other)
  const named = parts.map((part) => (part === 0 ? '执行情况' : `第 ${part} 步`))
  throw new DomainError('order.dispute_open', `不能验收通过：${named.join('、')}有不一致的内容，请先选定`)
}

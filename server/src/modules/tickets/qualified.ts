import { kilovolts, type Kilovolts } from '@heliodesk/contract/kilovolts.ts'
import { apartOn, roleTitle, type TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { placeNow } from '../../kernel/scope.ts'
import { toWireDay } from '../../kernel/wire-time.ts'

type Place = { depCode: string; voltage: Kilovolts }

/** Whether a person has a qualification today for the ticket `t`, by the published list. */
export const isQualified = (
  personId: string,
  role: TicketRole,
  today: string,
): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from qualification q join department d on d.tenant_id = q.tenant_id and d.id = q.department_id
    where q.person_id = ${personId}::bigint and ${role} = any(q.roles) and q.revoked_at is null
      and ${today}::date between q.valid_from and q.valid_until
      and starts_with(${placeNow(sql`t.dep_code`)}, d.org_code) and q.voltage::numeric >= t.voltage::numeric)`

type Entry = { id: string; realname: string; from: string; until: string; voltage: Kilovolts }

/** The entry of the published list by which a person has a role at a place today. Refused with what is wrong. */
export async function requireQualified(
  { db, now, who }: Pick<Ctx, 'db' | 'now' | 'who'>,
  { depCode, voltage }: Place,
  role: TicketRole,
  personId: string,
): Promise<{ qualificationId: string }> {
  const { rows } = await sql<Entry>`
    select q.id, u.realname, q.valid_from::text as "from", q.valid_until::text as until, q.voltage
    from qualification q
      join department d on d.tenant_id = q.tenant_id and d.id = q.department_id
      join app_user u on u.tenant_id = q.tenant_id and u.id = q.person_id
    where q.person_id = ${personId} and ${role} = any(q.roles) and q.revoked_at is null
      and starts_with(${depCode}, d.org_code)
    order by q.valid_until desc`.execute(db)
  const today = toWireDay(now, who.timeZone)
  const inTime = rows.filter(({ from, until }) => from <= today && until >= today)
  const fit = inTime.find((entry) => Number(entry.voltage) >= Number(voltage))
  if (fit) return { qualificationId: fit.id }
  throw new DomainError(
    'ticket.not_qualified',
    await shortfall({ db }, { rows, inTime, today }, role, personId),
  )
}

async function shortfall(
  { db }: Pick<Ctx, 'db'>,
  { rows, inTime, today }: { rows: Entry[]; inTime: Entry[]; today: string },
  role: TicketRole,
  personId: string,
): Promise<string> {
  const [latest] = rows
  const title = roleTitle(role)
  if (!latest) {
    const person = await db
      .selectFrom('app_user')
      .select('realname')
      .where('id', '=', personId)
      .executeTakeFirst()
    return `${person?.realname ?? '该人员'}不在该电站的三种人名单中（${title}）`
  }
  const [highest] = inTime.toSorted((one, other) => Number(other.voltage) - Number(one.voltage))
  if (highest) return `${latest.realname}的${title}资格只到 ${kilovolts[highest.voltage]}`
  return latest.until < today
    ? `${latest.realname}的${title}资格已于 ${latest.until} 到期`
    : `${latest.realname}的${title}资格 ${latest.from} 才生效`
}

/** Refuses a person who has another role on the ticket that must be somebody else's. */
export function requireApart(
  kind: TicketKind,
  held: readonly { role: TicketRole; personId: string | null }[],
  role: TicketRole,
  personId: string,
): void {
  const other = held.find((each) => each.personId === personId && apartOn(kind, each.role, role))
  if (other)
    throw new DomainError('ticket.roles_apart', `${roleTitle(role)}和${roleTitle(other.role)}不能是同一人`)
}

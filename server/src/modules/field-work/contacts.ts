import { contactRoles, type ContactRole, type fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { mastersOf } from '../order-comments/index.ts'
import { requireVisible } from '../work-orders/index.ts'

type Person = { id: string; realname: string; phone: string | null; role: ContactRole }

const places = Object.keys(contactRoles) as ContactRole[]

/** The people of an order whom somebody at work on it may call, without the caller: each of them once. */
export const listContacts: Handler<(typeof fieldWorkCalls)['contacts']> = async (ctx, { id }) => {
  await requireVisible(ctx, id)
  const masters = (await mastersOf(ctx, id)).map((master) => master.id)
  const { rows } = await sql<Person>`
    select u.id, u.realname, nullif(u.phone, '') as phone, known.role
    from (
      select unnest(${masters}::bigint[]) as id, 'master' as role
      union all select reporter_id, 'reporter' from work_order where id = ${id}
      union all (
        select actor_id, 'dispatcher' from work_order_event
        where order_id = ${id} and action in ('assign', 'reassign') order by id desc limit 1)
      union all select liable_user_id, 'liable' from work_order where id = ${id}
      union all select unnest(assist_user_ids), 'assistant' from work_order where id = ${id}
    ) known
    join app_user u on u.id = known.id
    where u.status = '1' and u.id <> ${ctx.who.userId} order by u.name_place, u.id`.execute(ctx.db)
  const people = new Map<string, Omit<Person, 'role'> & { roles: ContactRole[] }>()
  for (const { role, ...person } of rows.toSorted(
    (a, b) => places.indexOf(a.role) - places.indexOf(b.role),
  )) {
    const known = people.get(person.id)
    if (known) known.roles.push(role)
    else people.set(person.id, { ...person, roles: [role] })
  }
  return [...people.values()]
}

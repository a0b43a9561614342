import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'

/** Columns that hold the id of a record which people know by name. */
const referred = new Map([
  ['user_id', 'app_user'],
  ['role_id', 'role'],
  ['data_role_id', 'data_role'],
  ['permission_id', 'permission'],
  ['department_id', 'department'],
  ['position_id', 'job_position'],
  ['psa_id', 'psa'],
  ['station_id', 'station'],
  ['device_id', 'device'],
  ['order_id', 'work_order'],
  ['dictionary_id', 'dictionary'],
  ['ticket_id', 'ticket'],
  ['liable_user_id', 'app_user'],
  ['checker_id', 'app_user'],
  ['reporter_id', 'app_user'],
  ['created_by', 'app_user'],
  ['from_id', 'app_user'],
  ['to_id', 'app_user'],
  ['actor_id', 'app_user'],
  ['behalf_id', 'app_user'],
])

/** The table that a column's ids are of, or null. */
export const tableOfColumn = (column: string): string | null => referred.get(column) ?? null

export type Ref = { table: string; id: string }

export const keyOfRef = ({ table, id }: Ref): string => `${table}/${id}`

/** The present names of records, by `keyOfRef`; those that are gone, or of other tables, are missing. */
export async function namesOf({ db }: Pick<Ctx, 'db'>, refs: readonly Ref[]): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map()
  const of = (table: string) =>
    refs.filter((ref) => ref.table === table && /^\d{1,18}$/.test(ref.id)).map(({ id }) => id)
  const { rows } = await sql<{ key: string; name: string }>`
    select 'app_user/' || id as key, realname || ' ' || username as name from app_user where id = any(${of('app_user')}::bigint[])
    union all select 'role/' || id, role_name || ' ' || role_code from role where id = any(${of('role')}::bigint[])
    union all select 'permission/' || id, concat_ws(' ', name, code) from permission
      where id = any(${of('permission')}::bigint[])
    union all select 'department/' || id, name || ' ' || org_code from department
      where id = any(${of('department')}::bigint[])
    union all select 'job_position/' || id, name || ' ' || code from job_position where id = any(${of('job_position')}::bigint[])
    union all select 'psa/' || id, name from psa where id = any(${of('psa')}::bigint[])
    union all select 'station/' || id, name from station where id = any(${of('station')}::bigint[])
    union all select 'device/' || id, name from device where id = any(${of('device')}::bigint[])
    union all select 'work_order/' || id, work_code from work_order where id = any(${of('work_order')}::bigint[])
    union all select 'dictionary/' || id, dict_name || ' ' || dict_code from dictionary
      where id = any(${of('dictionary')}::bigint[])
    union all select 'ticket/' || id, coalesce(number, '未编号') from ticket where id = any(${of('ticket')}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}

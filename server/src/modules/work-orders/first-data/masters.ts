import { sql } from 'kysely'

/** Joins the station master of order `o`, who does not work on it, as `m`. */
export const joinMaster = sql`
  cross join lateral (
    select u.id, u.realname, d.org_code from app_user u
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
    join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.role_code = 'r10020'
    where u.tenant_id = o.tenant_id and u.id <> o.liable_user_id and starts_with(o.dep_code, d.org_code)
    order by u.id limit 1) m`

import type { sessionCalls } from '@heliodesk/contract/session.ts'
import type { DataColumn } from '@heliodesk/contract/data-columns.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import { sql } from 'kysely'
import type { PublicCtx } from '../../kernel/context.ts'
import type { Narrowing } from '../../kernel/narrowing.ts'
import { countOf } from '../../kernel/paging.ts'
import { visibleStations } from '../../kernel/scope.ts'
import type { Db } from '../../platform/postgres.ts'
import { onKey } from '../../platform/on-key.ts'
import { defaultPlacesOf } from '../departments/index.ts'
import { fileOf } from '../files/index.ts'
import { postOf } from '../positions/index.ts'

type UserInfo = Output<(typeof sessionCalls)['me']>

/** The signed-in user as the client stores it (spec 1 §3); never contains a hash. */
export async function getUserInfo(
  ctx: Pick<PublicCtx, 'db' | 'now' | 'env'>,
  tenantId: number,
  userId: string,
): Promise<UserInfo> {
  const { db } = ctx
  const { avatar, needHandover, hasAllData, mustChangePassword, relatedPsas, narrowing, ...user } = await db
    .selectFrom('app_user as u')
    .innerJoin('department as d', onKey('d.id', 'u.department_id'))
    .innerJoin('tenant as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.username', 'u.realname', 'u.avatar', 'u.phone', 'u.user_type as userType'])
    .select(['u.company_id as companyId', 'u.work_no as workNo', 'u.need_handover as needHandover'])
    .select(['u.must_change_password as mustChangePassword', 'u.has_all_data as hasAllData'])
    .select(['d.id as depId', 'd.name as departName', 'd.org_code as orgCode', 't.name as tenantName'])
    .select('t.time_zone as timeZone')
    .select(
      sql<string[]>`array(select up.psa_id::text from user_psa up where up.user_id = u.id)`.as('relatedPsas'),
    )
    .select(postOf('u').as('post'))
    .select(sql<Narrowing | null>`app.narrowing_of(u.tenant_id, u.id)`.as('narrowing'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const roles = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', onKey('r.id', 'ur.role_id'))
    .select(['r.role_code as roleCode', 'r.role_name as roleName'])
    .where('ur.user_id', '=', userId)
    .orderBy('r.role_code')
    .execute()
  // Both count stations, which move with their department.
  const person = { userId, orgCode: user.orgCode, hasAllData, relatedPsas, narrowing, moves: [] }
  return {
    ...user,
    avatar: avatar === null ? null : ((await fileOf(ctx, avatar))?.url ?? null),
    roles,
    needHandover: needHandover ? '1' : '0',
    hasAllData: hasAllData ? '1' : '0',
    dataRoles: await dataRolesOf(db, userId),
    hiddenColumns: Object.keys(narrowing?.columns ?? {}) as DataColumn[],
    tenantId: String(tenantId),
    firstTimeLogin: mustChangePassword ? '1' : '0',
    stationCount: await countVisibleStations(db, person),
    defaults: await defaultPlacesOf(db, person),
  }
}

const countVisibleStations = (db: Db, person: Parameters<typeof visibleStations>[0]): Promise<number> =>
  countOf(db.selectFrom('station as s').where('s.status', '=', '1').where(visibleStations(person, 's')))

/** The codes of the data roles in force, as clients of this family send them along (spec 2 §3). */
async function dataRolesOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select r.code from data_role r
    where r.id in (select id from app.data_roles_of(app.tenant_id(), ${userId}::bigint)) order by r.code`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

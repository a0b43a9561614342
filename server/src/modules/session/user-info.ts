import type { sessionCalls } from '@heliodesk/contract/session.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import { sql } from 'kysely'
import type { PublicCtx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import type { Db } from '../../platform/postgres.ts'
import { onKey } from '../../platform/on-key.ts'
import { defaultPlacesOf } from '../departments/index.ts'
import { fileOf } from '../files/index.ts'

type UserInfo = Output<(typeof sessionCalls)['me']>

/** The signed-in user as the client stores it (spec 1 §3); never contains a hash. */
export async function getUserInfo(
  ctx: Pick<PublicCtx, 'db' | 'now' | 'env'>,
  tenantId: number,
  userId: string,
): Promise<UserInfo> {
  const { db } = ctx
  const user = await db
    .selectFrom('app_user as u')
    .innerJoin('department as d', onKey('d.id', 'u.department_id'))
    .innerJoin('tenant as t', 't.id', 'u.tenant_id')
    .select([
      'u.id',
      'u.username',
      'u.realname',
      'u.avatar',
      'u.phone',
      'u.user_type',
      'u.company_id',
      'u.work_no',
      'u.must_change_password',
    ])
    .select([
      'u.need_handover',
      'u.has_all_data',
      'd.id as department_id',
      'd.name as department_name',
      'd.org_code',
      't.name as tenant_name',
    ])
    .select(
      sql<string[]>`array(select up.psa_id::text from user_psa up where up.user_id = u.id)`.as(
        'related_psas',
      ),
    )
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const roles = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', onKey('r.id', 'ur.role_id'))
    .select(['r.role_code', 'r.role_name'])
    .where('ur.user_id', '=', userId)
    .orderBy('r.role_code')
    .execute()
  const person = {
    userId,
    orgCode: user.org_code,
    hasAllData: user.has_all_data,
    relatedPsas: user.related_psas,
  }
  return {
    id: user.id,
    username: user.username,
    realname: user.realname,
    avatar: user.avatar === null ? null : ((await fileOf(ctx, user.avatar))?.url ?? null),
    phone: user.phone,
    userType: user.user_type,
    companyId: user.company_id,
    roles: roles.map((role) => ({ roleCode: role.role_code, roleName: role.role_name })),
    depId: user.department_id,
    departName: user.department_name,
    orgCode: user.org_code,
    workNo: user.work_no,
    needHandover: user.need_handover ? '1' : '0',
    hasAllData: user.has_all_data ? '1' : '0',
    dataRoles: [],
    tenantId: String(tenantId),
    tenantName: user.tenant_name,
    firstTimeLogin: user.must_change_password ? '1' : '0',
    stationCount: await countVisibleStations(db, person),
    defaults: await defaultPlacesOf(db, person),
  }
}

async function countVisibleStations(db: Db, person: Parameters<typeof visibleStations>[0]): Promise<number> {
  const { n } = await db
    .selectFrom('station as s')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('s.status', '=', '1')
    .where(visibleStations(person, 's'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

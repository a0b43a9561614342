import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { Granter } from '@heliodesk/contract/granter.ts'
import type { insightCalls } from '@heliodesk/contract/insight.ts'
import { permissionTitles, type PermissionCode } from '@heliodesk/contract/permissions.ts'
import { stepOf, titleOfAct, titleOfTicketState } from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { MissingRight } from '../../kernel/errors.ts'
import { requireRights } from '../../kernel/rights.ts'
import { reachesPlace, reachesStation, visiblePlaces, visibleStations } from '../../kernel/scope.ts'
import { toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { grantersOf, openersOf } from '../access/index.ts'
import { openStepsOf, readInstance } from '../approvals/index.ts'
import { ownDepartments } from '../departments/index.ts'
import { readTicket, requireSigner } from '../tickets/index.ts'
import { accountFault, asPerson } from './person.ts'

type Calls = typeof insightCalls
type Answer = Output<Calls['ask']>
type Check = Answer['checks'][number]
type Found = Pick<Answer, 'kind' | 'object' | 'checks'> & { granters: Granter[]; given?: Answer['given'] }
/** The caller, and the person as whoever the call served. */
type Asking = { ctx: Ctx; as: Ctx; depName: string }

const CHOOSE = new DomainError('insight.question', '请选择电站、两票、审批或权限')

/** Answers with what the calls themselves are decided by; what the caller may not see is not found. */
export const answer: Handler<Calls['ask']> = async (ctx, input) => {
  const { as, person } = await asPerson(ctx, input.personId)
  const found = await answerAbout({ ctx, as, depName: person.depName }, input)
  const fault = accountFault(person)
  const checks: Check[] = fault
    ? [{ about: 'account', met: false, title: '账号可以使用', note: fault }, ...found.checks]
    : found.checks
  return {
    given: [],
    ...found,
    person: { id: person.userId, realname: person.realname, depName: person.depName },
    may: checks.every(({ met }) => met),
    checks,
  }
}

function answerAbout(asking: Asking, input: Input<Calls['ask']>): Promise<Found> {
  if (input.psId !== undefined) return aboutStation(asking, input.psId)
  if (input.ticketId !== undefined) return aboutTicket(asking, input.ticketId)
  if (input.processInstanceId !== undefined) return aboutApproval(asking, input.processInstanceId)
  if (input.permissionId !== undefined) return aboutRight(asking, input.permissionId)
  throw CHOOSE
}

type Giving = { roleId: string; roleName: string; roleCode: string }

async function rolesGiving({ ctx, as }: Asking, which: { code: string } | { id: string }): Promise<Giving[]> {
  const isThis = 'code' in which ? sql`p.code = ${which.code}` : sql`p.id = ${which.id}`
  const { rows } = await sql<Giving>`
    select distinct r.id::text as "roleId", r.role_name as "roleName", r.role_code as "roleCode" from user_role ur
      join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      join role_permission rp on rp.tenant_id = r.tenant_id and rp.role_id = r.id
      join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
    where ur.user_id = ${as.who.userId} and ${isThis} order by 1`.execute(ctx.db)
  return rows
}

const namesOf = (roles: readonly Giving[]) =>
  roles.map(({ roleName, roleCode }) => `${roleName} ${roleCode}`).join('、') || '没有角色授予此权限'

async function rightCheck(asking: Asking, code: PermissionCode): Promise<Check> {
  const roles = await rolesGiving(asking, { code })
  return {
    about: 'right',
    met: roles.length > 0,
    title: `角色含“${permissionTitles[code]}”`,
    note: namesOf(roles),
  }
}

/** Who could grant the first of these permissions that is missing. */
const grantersIf = async ({ ctx, as }: Asking, check: Check, code: PermissionCode) =>
  check.met ? [] : grantersOf(ctx, as.who.userId, code)

async function aboutStation(asking: Asking, psId: string): Promise<Found> {
  const { ctx, as, depName } = asking
  const row = await ctx.db
    .selectFrom('station as s')
    .innerJoin('psa as p', (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.psa_id'),
    )
    .select(['s.name', 'p.name as psaName'])
    .select(sql<boolean>`${visiblePlaces(as.who, 's')}`.as('inPlace'))
    .select(sql<boolean>`${visibleStations(as.who, 's')}`.as('sees'))
    .select(sql<boolean>`starts_with(s.dep_code, ${as.who.orgCode})`.as('byDepartment'))
    .where('s.id', '=', psId)
    .where(visibleStations(ctx.who, 's'))
    .executeTakeFirstOrThrow(notFound)
  const right = await rightCheck(asking, 'station:list')
  const place: Check = {
    about: 'scope',
    met: row.inPlace,
    title: '电站在其部门或关联项目中',
    note: !row.inPlace
      ? `${row.name}不在${depName}及下级，也不在关联项目中`
      : as.who.hasAllData
        ? '拥有全部数据权限'
        : row.byDepartment
          ? `${row.name}在${depName}及下级`
          : `${row.name}在关联项目“${row.psaName}”`,
  }
  const names = (as.who.narrowing?.rows ?? []).map(({ id }) => id)
  const shown: Check = {
    about: 'rule',
    met: row.sees || !row.inPlace,
    title: '数据角色显示该电站',
    note: names.length === 0 ? '没有缩小范围的数据角色' : await dataRoleNames(ctx, names),
  }
  const granters = place.met
    ? await grantersIf(asking, right, 'station:list')
    : await openersOf(
        ctx,
        as.who.userId,
        sql`exists (select from station s where s.id = ${psId} and ${reachesStation('g', 'd', 's')})`,
      )
  return { kind: 'station', object: row.name, checks: [right, place, shown], granters }
}

async function dataRoleNames({ db }: Ctx, ids: string[]): Promise<string> {
  const rows = await db.selectFrom('data_role').select('name').where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ name }) => name).join('、')
}

/** Whether what a person is asked for is found as that person. */
async function isSeen(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === notFound().code) return false
    throw error
  }
}

async function aboutTicket(asking: Asking, ticketId: string): Promise<Found> {
  const { ctx, as, depName } = asking
  await requireRights(ctx, ['ticket:list'])
  const ticket = await readTicket(ctx, ticketId)
  const step = stepOf(ticket.kind, ticket.state, ticket.permittedAt !== null)
  const [sees, signs] = [await rightCheck(asking, 'ticket:list'), await rightCheck(asking, 'ticket:sign')]
  const visible = await isSeen(() => readTicket(as, ticketId))
  const title = step ? titleOfAct(ticket.kind, step.act) : ''
  const refusal = step && visible ? await refusalOf(() => requireSigner(as, ticket, step.signer)) : null
  const checks: Check[] = [
    sees,
    signs,
    {
      about: 'scope',
      met: visible,
      title: '票所在的电站在其数据范围内',
      note: visible ? '能看到该票' : `电站不在${depName}及下级、关联项目中，或被数据角色隐藏`,
    },
    {
      about: 'state',
      met: step !== null,
      title: '票还没有结束',
      note: titleOfTicketState(ticket.kind, ticket.state),
    },
    ...(step && visible
      ? [
          {
            about: 'rule' as const,
            met: refusal === null,
            title: `可以${title}`,
            note: refusal ?? '是办理这一步的人',
          },
        ]
      : []),
  ]
  const granters = !visible
    ? await openersOf(
        ctx,
        as.who.userId,
        sql`exists (select from ticket t where t.id = ${ticketId} and ${reachesPlace('g', 'd', 't')}
          and app.shows_station(t.tenant_id, g.id, t.dep_code, t.psa_id, t.station_id))`,
      )
    : [
        ...(await grantersIf(asking, sees, 'ticket:list')),
        ...(await grantersIf(asking, signs, 'ticket:sign')),
      ]
  return { kind: 'ticket', object: ticket.number ?? '草稿票', checks, granters: distinct(granters) }
}

/** The words of a refusal; null if there is none. */
async function refusalOf(require: () => Promise<unknown>): Promise<string | null> {
  try {
    await require()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    if (error instanceof MissingRight) return `缺少“${permissionTitles[error.perm as PermissionCode]}”权限`
    throw error
  }
}

const distinct = (granters: readonly Granter[]) =>
  granters.filter(({ id }, at) => granters.findIndex((each) => each.id === id) === at).slice(0, 5)

/** Nobody grants a step: it is the process that says whose it is. */
async function aboutApproval({ ctx, as }: Asking, instanceId: string): Promise<Found> {
  const instance = await readInstance(ctx, instanceId)
  const visible = await isSeen(() => readInstance(as, instanceId))
  const steps = await openStepsOf(as, instanceId)
  const mine = steps.filter(({ isMine }) => isMine)
  const named = (list: typeof steps) =>
    list.map(({ name, people }) => `${name}（${people.join('、') || '无人'}）`).join('；')
  const isOpen = steps.length > 0
  return {
    kind: 'approval',
    object: instance.title,
    checks: [
      {
        about: 'scope',
        met: visible,
        title: '能看到该流程',
        note: visible ? '是经办人、抄送人或管理流程' : '没有参与，也不在其数据范围内',
      },
      { about: 'state', met: isOpen, title: '流程还在办理', note: isOpen ? named(steps) : '没有待办的步骤' },
      {
        about: 'rule',
        met: mine.length > 0,
        title: '流程停在他这一步',
        note:
          mine.length > 0
            ? [named(mine), ...mine.flatMap(({ behalf }) => behalf.map((name) => `代${name}办理`))].join('，')
            : isOpen
              ? `应由${named(steps)}办理`
              : '没有待办的步骤',
      },
    ],
    granters: [],
  }
}

async function aboutRight(asking: Asking, permissionId: string): Promise<Found> {
  const { ctx, as } = asking
  const permission = await ctx.db
    .selectFrom('permission as p')
    .leftJoin('permission as above', (join) =>
      join.onRef('above.tenant_id', '=', 'p.tenant_id').onRef('above.id', '=', 'p.parent_id'),
    )
    .select(['p.name', 'p.code', 'p.menu_type', 'above.name as page'])
    .where('p.id', '=', permissionId)
    .executeTakeFirstOrThrow(notFound)
  const object =
    permission.menu_type === 2 && permission.page
      ? `${permission.page} · ${permission.name}`
      : permission.name
  const roles = await rolesGiving(asking, { id: permissionId })
  const check: Check = {
    about: 'right',
    met: roles.length > 0,
    title: `角色含“${object}”`,
    note: namesOf(roles),
  }
  return {
    kind: 'right',
    object,
    checks: [check],
    granters: check.met ? [] : await grantersOf(ctx, as.who.userId, permission.code),
    given: await givenBy(asking, roles),
  }
}

/** Who made the person a member of each role, the last time; unknown for those of before the history. */
async function givenBy({ ctx, as }: Asking, roles: readonly Giving[]): Promise<Answer['given']> {
  const { rows } = await sql<{ roleName: string; actorName: string | null; time: Date | null }>`
    select r.role_name as "roleName", given.actor_name as "actorName", given.at as time
    from role r left join lateral (
      select e.at, case when exists (select from app_user u
          join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
          where u.tenant_id = e.tenant_id and u.id = e.actor_id and ${ownDepartments(ctx.who, 'd.org_code')})
        then e.actor_name end as actor_name
      from role_event e where e.role_id = r.id and e.action = 'member'
        and e.added @> jsonb_build_array(jsonb_build_object('userId', ${as.who.userId}::text))
      order by e.id desc limit 1
    ) given on true
    where r.id = any(${roles.map(({ roleId }) => roleId)}::bigint[]) order by r.id`.execute(ctx.db)
  return rows.map(({ time, ...row }) => ({ ...row, time: toWireTimeOrNull(time, ctx.who.timeZone) }))
}

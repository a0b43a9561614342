import { orderQuestions, type accessCalls, type OrderQuestion } from '@heliodesk/contract/access.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import type { Granter } from '@heliodesk/contract/granter.ts'
import { permissionTitles, type PermissionCode } from '@heliodesk/contract/permissions.ts'
import { flowStatuses, type OrderAction } from '@heliodesk/contract/work-order-rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { placeNow, reachesOrder, reachesPlace } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { usersInScope } from '../users/index.ts'
import { readVisible, refusalFor } from '../work-orders/index.ts'
import { grantersOf, openersOf } from './granters.ts'

type Answer = Output<(typeof accessCalls)['askOrder']>
type Order = Awaited<ReturnType<typeof readVisible>>

const MOST_OTHERS = 5
/** How many people with right and scope are looked at to find others: rules of one order exclude only few. */
const CANDIDATES = 20

/** Answers by the permissions, scope and rules that the calls about the order themselves are refused by. */
export const answerAboutOrder: Handler<(typeof accessCalls)['askOrder']> = async (
  ctx,
  { personId: userId, orderId, action },
) => {
  await requireRights(ctx, ['order:list'])
  const order = await readVisible(ctx, orderId)
  const place = await readPlace(ctx, orderId)
  const person = await readPerson(ctx, userId, orderId)
  const checks = await checksOf(ctx, action, order, place, person)
  const all: Answer['all'] = []
  for (const each of Object.keys(orderQuestions) as OrderQuestion[])
    all.push({ action: each, may: allMet(await checksOf(ctx, each, order, place, person)) })
  return {
    person: { id: person.id, realname: person.realname, depName: person.depName },
    order: {
      id: order.id,
      workCode: place.workCode,
      psName: place.psName,
      flowStsName: flowStatuses[order.flowSts],
    },
    action,
    may: allMet(checks),
    checks,
    others: await othersWho(ctx, action, order, userId),
    granters: await grantersFor(ctx, checks, orderQuestions[action].perms, person, orderId),
    all,
  }
}

type Check = Answer['checks'][number]
const allMet = (checks: readonly Check[]) => checks.every(({ met }) => met)

type Place = { workCode: string; psName: string; psaName: string }

async function readPlace({ db }: Ctx, orderId: string): Promise<Place> {
  const { rows } = await sql<Place>`
    select o.work_code as "workCode", s.name as "psName", p.name as "psaName" from work_order o
      join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
      join psa p on p.tenant_id = o.tenant_id and p.id = o.psa_id
    where o.id = ${orderId}`.execute(db)
  return one(rows)
}

type Person = {
  id: string
  realname: string
  depName: string
  status: string
  firstPassword: boolean
  allData: boolean
  sees: boolean
  /** Whether only data roles can keep the order from the person. */
  inPlace: boolean
  /** The own department contains the order's. */
  byDepartment: boolean
  roles: { code: string; roleName: string; roleCode: string }[]
}

/** Whether this holds for the order, as `o`, and the person. */
const onOrder = (orderId: string, holds: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from work_order o where o.tenant_id = u.tenant_id and o.id = ${orderId} and ${holds})`

/** A person out of the caller's departments is refused as one that does not exist. */
async function readPerson(ctx: Ctx, userId: string, orderId: string): Promise<Person> {
  const { rows } = await sql<Person>`
    select u.id, u.realname, d.name as "depName", u.status, u.must_change_password as "firstPassword",
      u.has_all_data as "allData", ${onOrder(orderId, reachesOrder('u', 'd', 'o'))} as sees,
      ${onOrder(orderId, reachesPlace('u', 'd', 'o'))} as "inPlace",
      ${onOrder(orderId, sql`starts_with(${placeNow(sql`o.dep_code`)}, d.org_code)`)} as "byDepartment",
      (select coalesce(json_agg(json_build_object('code', p.code, 'roleName', r.role_name, 'roleCode', r.role_code)
          order by r.id), '[]')
        from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          join role_permission rp on rp.tenant_id = r.tenant_id and rp.role_id = r.id
          join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and starts_with(p.code, 'order:')) as roles
    ${usersInScope(ctx)} and u.id = ${userId}`.execute(ctx.db)
  const [person] = rows
  if (!person) throw notFound()
  return person
}

async function checksOf(
  ctx: Ctx,
  action: OrderQuestion,
  order: Order,
  place: Place,
  person: Person,
): Promise<Check[]> {
  const account = accountFault(person)
  return [
    ...(account ? [{ about: 'account' as const, met: false, title: '账号可以使用', note: account }] : []),
    ...orderQuestions[action].perms.map((code) => rightCheck(code, person)),
    scopeCheck(place, person),
    ...(action === 'see' ? [] : await ruleChecks(ctx, action, order, person.id)),
  ]
}

const accountFault = ({ status, firstPassword }: Person) =>
  status !== '1' ? '账号已冻结，不能登录' : firstPassword ? '尚未修改初始密码，修改前不能办理任何业务' : null

function rightCheck(code: PermissionCode, { roles }: Person): Check {
  const giving = roles.filter((role) => role.code === code)
  return {
    about: 'right',
    met: giving.length > 0,
    title: `角色含“${permissionTitles[code]}”`,
    note:
      giving.map(({ roleName, roleCode }) => `${roleName} ${roleCode}`).join('、') || '没有角色授予此权限',
  }
}

function scopeCheck(
  { psName, psaName }: Place,
  { sees, inPlace, allData, byDepartment, depName }: Person,
): Check {
  const note =
    !sees && inPlace
      ? '电站在其范围内，但其数据角色不显示该工单'
      : !sees
        ? `${psName}不在${depName}及下级，也不在关联项目中`
        : allData
          ? '拥有全部数据权限'
          : byDepartment
            ? `${psName}在${depName}及下级`
            : `${psName}在关联项目“${psaName}”`
  return { about: 'scope', met: sees, title: '电站在其数据范围内', note }
}

/** What an order itself asks of whoever acts on it, beside its state. */
const ownRules: Partial<Record<OrderAction, string>> = {
  start: '是负责人或协作人，且还没有开始作业',
  save: '是负责人或协作人，且已经开始作业',
  submit: '是负责人或协作人，且已经开始作业',
  reschedule: '待指派的工单已有计划时间',
  pass: '验收人不是执行人；故障和缺陷也不是报告人',
  extend: '是负责人或协作人，工单未超时、没有待审批的申请，且未用完延期次数',
  audit: '有待审批的延期申请，且不是本人申请',
  reject: '验收人不是执行人；故障和缺陷也不是报告人',
}

/** Its own rule is only asked in the right state. */
async function ruleChecks(ctx: Ctx, action: OrderAction, order: Order, userId: string): Promise<Check[]> {
  const refusal = (await refusalFor(ctx, action, order, userId))?.message
  const from: readonly number[] = orderQuestions[action].from
  const inState = from.includes(order.flowSts)
  const state: Check = {
    about: 'state',
    met: inState,
    title: `工单状态为${orderQuestions[action].from.map((each) => flowStatuses[each]).join('、')}`,
    note: inState ? `当前${flowStatuses[order.flowSts]}` : (refusal ?? ''),
  }
  const rule = ownRules[action]
  if (!inState || rule === undefined) return [state]
  const hand = order.liablePerson === null ? '没有负责人' : `负责人 ${order.liablePerson}`
  return [state, { about: 'rule', met: refusal === undefined, title: rule, note: refusal ?? hand }]
}

/** Who could grant the first right that is missing, or else the place. */
async function grantersFor(
  ctx: Ctx,
  checks: readonly Check[],
  codes: readonly PermissionCode[],
  { id, inPlace, roles }: Person,
  orderId: string,
): Promise<Granter[]> {
  if (allMet(checks)) return []
  const missing = codes.find((code) => roles.every((role) => role.code !== code))
  if (missing !== undefined) return grantersOf(ctx, id, missing)
  return inPlace
    ? []
    : openersOf(
        ctx,
        id,
        sql`exists (select from work_order o where o.id = ${orderId} and ${reachesOrder('g', 'd', 'o')})`,
      )
}

type Other = Answer['others'][number]

/** The nearest department first; people who see everything last. */
async function othersWho(ctx: Ctx, action: OrderQuestion, order: Order, userId: string): Promise<Other[]> {
  const granted = orderQuestions[action].perms.map((code) => sql`app.is_granted(u.id, ${code})`)
  const { rows } = await sql<Other>`
    select u.id, u.realname, d.name as "depName" ${usersInScope(ctx)}
      and u.id <> ${userId} and u.status = '1' and not u.must_change_password
      and ${onOrder(order.id, reachesOrder('u', 'd', 'o'))} and ${sql.join(granted, sql` and `)}
    order by u.has_all_data, ${onOrder(order.id, sql`starts_with(${placeNow(sql`o.dep_code`)}, d.org_code)`)} desc,
      length(d.org_code) desc, u.name_place, u.id
    limit ${CANDIDATES}`.execute(ctx.db)
  const others: Other[] = []
  for (const row of rows) {
    if (others.length === MOST_OTHERS) break
    if (action === 'see' || !(await refusalFor(ctx, action, order, row.id))) others.push(row)
  }
  return others
}

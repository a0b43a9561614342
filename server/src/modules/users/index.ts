import type { Input } from '@heliodesk/contract/call.ts'
import { maskedPhonePattern, maskPhone } from '@heliodesk/contract/password-rules.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { sql } from 'kysely'
import {
  defineModule,
  DomainError,
  notFound,
  type Ctx,
  type Handler,
  type Refusal,
} from '../../kernel/context.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { keepHidden } from '../../kernel/hidden-columns.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { present } from '../../platform/certain.ts'
import { isLoginTaken, requireByRule } from '../checks/index.ts'
import { requireOpenDepartment } from '../departments/index.ts'
import { replacePositions, requirePositions } from '../positions/index.ts'
import { needsSecond, requireGivableRoles } from '../roles/index.ts'
import {
  demandsSecondFactor,
  endSessions,
  endUnprovedSessions,
  forgiveFailures,
  hashPassword,
  listSessions,
} from '../session/index.ts'
import { recordSignIn } from '../sign-in-log/index.ts'
import { listRelatedPsas, requireRelatablePsas } from '../stations/index.ts'
import { userExport } from './export.ts'
import { by, removePeople, requireNothingOpen } from './leaving.ts'
import { askForRoles, replaceRoles, rolesOf } from './membership.ts'
import { keepingAnAdministrator, lockUser, lockUsers, requireNotAbove, requireReach } from './authority.ts'
import { NAME_TAKEN, PHONE_TAKEN, refuseTakenLogins, takenLogin, WORK_NO_TAKEN } from './logins.ts'
import { ALL_DATA, askForScope, replacePsas } from './reach.ts'
import { getUser, listOfDepartment, listUsers, type User } from './rows.ts'
import { usersInScope } from './scope.ts'

export { keepingAnAdministrator, lockUser, lockUsers, requireNotAbove, requireReach } from './authority.ts'
export { recordMembers } from './membership.ts'
export { changeScope } from './reach.ts'
export { getUser, type User } from './rows.ts'
export { codesOf, isAbove, usersInScope } from './scope.ts'
export { addImported as addImportedPeople, findHolders, issuePasswords, type NewPerson } from './imported.ts'
export { createUsers, printedLogins } from './first-data.ts'

offerExport('users', userExport)

type UserInput = Omit<Input<(typeof userCalls)['edit']>, 'id' | 'reason' | 'version'>
type Form = ReturnType<typeof formOf>

const OWN_FREEZE = new DomainError('user.own_freeze', '不能冻结自己的账号')
const MASKED_PHONE = new DomainError('user.masked_phone', '手机号（phone）：请输入完整的手机号')
const OWN_PASSWORD = new DomainError('user.own_password', '请通过“修改密码”修改自己的密码')

/** Maps a form to our own field names. A form without a department keeps the person's; a new person must have one. */
const formOf = (
  { selecteddeparts, selectedroles, ...input }: UserInput,
  person?: { department_id: string },
) => ({
  ...input,
  depId: present(selecteddeparts?.[0] ?? input.depId ?? person?.department_id),
  roleIds: selectedroles ?? input.roleIds,
})

/** Undefined fields stay unchanged. */
const toColumns = (input: Omit<Form, 'post' | 'relPsaIds' | 'roleIds'>) => ({
  realname: input.realname,
  phone: input.phone || null,
  work_no: input.jobNo === undefined ? undefined : input.jobNo || null,
  department_id: input.depId,
  has_all_data: input.allData === undefined ? undefined : input.allData === '1',
  user_type: input.userType,
  company_id: input.companyId || null,
})

/** Tells the audit log of a number that the answer shows in full. */
function noteSeenPhone({ seen, who }: Ctx, { id, realname, username, phone }: User): void {
  if (phone === null || maskedPhonePattern.test(phone) || id === who.userId) return
  seen.push({ object: 'app_user', record: id, name: `${realname} ${username}`, shown: ['手机号'] })
}

/** The number of a form: a masked one is the person's own, which the sender did not see. */
function phoneOf(sent: string | null, current: string | null): string | null {
  if (sent === null || !maskedPhonePattern.test(sent)) return sent || null
  if (current !== null && maskPhone(current) === sent) return current
  throw MASKED_PHONE
}

const editUser: Handler<(typeof userCalls)['edit'], Refusal> = async (
  ctx,
  { id, version, reason, ...given },
) => {
  const current = await lockUser(ctx, 'id', id)
  const { roleIds, relPsaIds, post, ...sent } = formOf(
    { ...given, phone: phoneOf(given.phone, current.phone) },
    current,
  )
  const phone = keepHidden(ctx.who, 'phone', { sent: sent.phone, stored: current.phone ?? '' })
  const input = { ...sent, phone }
  requireNotAbove([current])
  requireVersion(current, version, stale('user', '用户'))
  if (input.allData === '1' && !ctx.who.hasAllData) throw ALL_DATA
  if (current.phone !== (input.phone || null)) requireReach(current)
  if (input.jobNo && current.work_no !== input.jobNo) await requireByRule(ctx, 'workNo', input.jobNo)
  if (current.department_id !== input.depId) await requireOpenDepartment(ctx, input.depId)
  if (roleIds) await requireGivableRoles(ctx, roleIds)
  if (relPsaIds) await requireRelatablePsas(ctx, relPsaIds, current.psas)
  const positionIds = post === undefined ? null : await requirePositions(ctx, post ?? [])
  if (current.phone !== (input.phone || null)) {
    const refused = await refuseTakenLogins(ctx, { phone: input.phone }, id)
    if (refused) return refused
  }
  await keepingAnAdministrator(ctx, [current], async () => {
    const waits = await needsSecond(ctx)
    const columns = toColumns(waits ? { ...input, allData: undefined } : input)
    await updateRow(ctx.db, 'app_user', id, { ...columns, version: version + 1 })
      .catch(onViolation('app_user_work_no', WORK_NO_TAKEN))
      .catch(takenLogin(null))
    const person = { id, realname: input.realname }
    if (waits) {
      if (roleIds) await askForRoles(ctx, [person], { held: await rolesOf(ctx, id), roleIds, reason })
      await askForScope(ctx, person, { allData: input.allData, relPsaIds, reason })
    } else {
      if (roleIds) await replaceRoles(ctx, person, roleIds)
      if (roleIds && (await demandsSecondFactor(ctx, id))) await endUnprovedSessions(ctx)
      if (relPsaIds) await replacePsas(ctx, id, relPsaIds)
    }
    if (positionIds) await replacePositions(ctx, id, positionIds)
  })
  return getUser(ctx, id)
}

export const users = defineModule(userCalls, {
  list: listUsers,
  async detail(ctx, { id }) {
    const user = await getUser(ctx, id)
    noteSeenPhone(ctx, user)
    return user
  },

  async phone(ctx, { personId }) {
    const user = await getUser(ctx, personId)
    noteSeenPhone(ctx, user)
    return { phone: user.phone }
  },

  async add(ctx, { username, password, reason, ...given }) {
    const sent = formOf({ ...given, phone: phoneOf(given.phone, null) })
    const { roleIds = [], relPsaIds = [], post, ...input } = sent
    if (input.allData === '1' && !ctx.who.hasAllData) throw ALL_DATA
    await requireByRule(ctx, 'workNo', input.jobNo ?? null)
    await requireOpenDepartment(ctx, input.depId)
    await requireGivableRoles(ctx, roleIds)
    await requireRelatablePsas(ctx, relPsaIds, [])
    const positionIds = await requirePositions(ctx, post ?? [])
    const passwordHash = await hashPassword(password)
    const refused = await refuseTakenLogins(ctx, { username, phone: input.phone }, null)
    if (refused) return refused
    const waits = await needsSecond(ctx)
    const id = await insertRow(ctx.db, 'app_user', {
      username,
      password_hash: passwordHash,
      must_change_password: true,
      ...toColumns(waits ? { ...input, allData: undefined } : input),
    })
      .catch(onViolation('app_user_work_no', WORK_NO_TAKEN))
      .catch(takenLogin(username))
    const person = { id, realname: input.realname }
    if (waits) {
      await askForRoles(ctx, [person], { held: [], roleIds, reason })
      await askForScope(ctx, person, { allData: input.allData, relPsaIds, reason })
    } else {
      await replaceRoles(ctx, person, roleIds)
      await replacePsas(ctx, id, relPsaIds)
    }
    await replacePositions(ctx, id, positionIds)
    return getUser(ctx, id)
  },

  edit: editUser,
  remove: (ctx, { id }) => removePeople(ctx, [id]),
  removeBatch: (ctx, { ids }) => removePeople(ctx, ids),

  async departments(ctx, { personId }) {
    const { depId, depName, orgCode } = await getUser(ctx, personId)
    return [{ key: depId, value: depId, title: depName, code: orgCode }]
  },

  ofDepartment: listOfDepartment,

  async frozenBatch(ctx, { ids, status, force }) {
    if (status === '2' && ids.includes(ctx.who.userId)) throw OWN_FREEZE
    const people = await lockUsers(ctx, ids)
    requireNotAbove(people)
    if (status === '2' && !force) await requireNothingOpen(ctx, people, '请先办理离职交接，或确认仍要停用')
    await keepingAnAdministrator(ctx, people, async () => {
      await sql`update app_user set status = ${status}, version = version + 1
        where id = any(${ids}::bigint[]) and status <> ${status}`.execute(ctx.db)
    })
    if (status === '2') await endSessions(ctx, ids, { reason: `账号${by(ctx)}停用` })
    return null
  },

  async changePassword(ctx, { username, password }) {
    if (username === ctx.who.username) throw OWN_PASSWORD
    const person = await lockUser(ctx, 'username', username)
    requireReach(person)
    await updateRow(ctx.db, 'app_user', person.id, {
      password_hash: await hashPassword(password),
      must_change_password: true,
    })
    const reason = `密码${by(ctx)}重置`
    await recordSignIn(ctx, {
      method: 'password',
      login: username,
      userId: person.id,
      outcome: 'password_changed',
      reason,
    })
    await forgiveFailures(ctx, { username, phone: person.phone })
    await endSessions(ctx, person.id, { reason })
    return null
  },

  async sessions(ctx, { personId }) {
    await getUser(ctx, personId)
    return listSessions(ctx, personId)
  },

  async endSessions(ctx, { personId, sessionId }) {
    const person = await lockUser(ctx, 'id', personId)
    requireNotAbove([person])
    const ended = await endSessions(ctx, personId, { only: sessionId, reason: `${by(ctx)}终止` })
    if (sessionId && ended === 0) throw notFound()
    return ended
  },

  async roles(ctx, { userid }) {
    const { roles } = await getUser(ctx, userid)
    return roles.map((role) => role.id)
  },

  relPsas: listRelatedPsas,

  async demoAccounts(ctx) {
    if (!ctx.client.openToOthers) return []
    const { rows } = await sql<{ username: string }>`
      select u.username ${usersInScope(ctx)} and u.status = '1'
        and u.password_hash = (select t.demo_password_hash from tenant t where t.id = u.tenant_id)
      order by u.id`.execute(ctx.db)
    return rows.map((row) => row.username)
  },

  async checkOnly(ctx, { id = null, username = '', phone = '' }) {
    if (await isLoginTaken(ctx, username, id)) throw NAME_TAKEN
    if (await isLoginTaken(ctx, phone, id)) throw PHONE_TAKEN
    return null
  },
})

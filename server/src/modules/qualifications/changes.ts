import type { Input } from '@heliodesk/contract/call.ts'
import { dayAfter, monthsAfter } from '@heliodesk/contract/days.ts'
import type { Qualification, qualificationCalls } from '@heliodesk/contract/qualifications.ts'
import { inOrder, roleTitles, type TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { wholeCertificate } from '../../kernel/identity-numbers.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { readSettings } from '../../kernel/settings.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { ownDepartment, requireOpenDepartment } from '../departments/index.ts'
import { certificatesOf, getQualification, ownPeople } from './read.ts'

type Calls = typeof qualificationCalls
type New = Input<Calls['add']>

const REVOKED = new DomainError('qualification.revoked', '已撤销，不能再办理')

async function requireTerm({ db }: Ctx, { validFrom, validUntil }: Pick<New, 'validFrom' | 'validUntil'>) {
  if (validUntil < validFrom)
    throw new DomainError('qualification.term', '有效期至（validUntil）：不能早于生效日期')
  const { qualificationMonths } = (await readSettings(db)).business.values.tickets
  const last = dayAfter(monthsAfter(validFrom, qualificationMonths), -1)
  if (validUntil > last)
    throw new DomainError(
      'qualification.term',
      `有效期至（validUntil）：一次最长 ${qualificationMonths} 个月，最晚 ${last}`,
    )
}

/** Two entries that say the same of one person at one time would leave open which of them a signature follows. */
async function requireNoOther({ db }: Ctx, { personId, roles, depId, validFrom, validUntil }: New) {
  const { rows } = await sql<{ shared: TicketRole[]; until: string }>`
    select array(select unnest(t.roles) intersect select unnest(${roles}::text[])) as shared, t.valid_until::text as until
    from qualification t
    where t.person_id = ${personId} and t.department_id = ${depId} and t.revoked_at is null
      and t.roles && ${roles}::text[] and t.valid_from <= ${validUntil}::date and t.valid_until >= ${validFrom}::date
    order by t.valid_until desc limit 1`.execute(db)
  const [other] = rows
  if (!other) return
  throw new DomainError(
    'qualification.overlaps',
    `该人员在此范围已有${roleTitles(other.shared)}资格，有效期至 ${other.until}`,
  )
}

/** Adds an entry. The person is locked, so that two at once see each other. */
async function publish(ctx: Ctx, given: New): Promise<Qualification> {
  await ownPeople(ctx)
    .select('u.id')
    .where('u.id', '=', given.personId)
    .forNoKeyUpdate('u')
    .executeTakeFirstOrThrow(notFound)
  await requireOpenDepartment(ctx, given.depId)
  await requireTerm(ctx, given)
  await requireNoOther(ctx, given)
  const known = await certificatesOf(ctx, [given.personId])
  const id = await insertRow(ctx.db, 'qualification', {
    person_id: given.personId,
    roles: inOrder(given.roles),
    voltage: given.voltage,
    department_id: given.depId,
    publication: given.publication,
    certificate: wholeCertificate(given.certificate, known(given.personId)),
    valid_from: given.validFrom,
    valid_until: given.validUntil,
    created_at: ctx.now,
  })
  return getQualification(ctx, id)
}

export const addQualification: Handler<Calls['add']> = publish

/** Locks an entry of a department in scope; one of a department above is seen, but not changed from here. */
async function lockQualification(ctx: Ctx, { id, version }: { id: string; version: number }) {
  const entry = await getQualification(ctx, id)
  await ownDepartment(ctx, entry.depId)
    .select('d.id')
    .executeTakeFirstOrThrow(
      () => new DomainError('qualification.above', `适用于“${entry.depName}”，请由该部门办理`),
    )
  const current = await ctx.db
    .selectFrom('qualification')
    .select(['version', 'revoked_at', 'certificate'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  requireVersion(current, version, stale('qualification', '人员资格'))
  if (current.revoked_at !== null) throw REVOKED
  return { ...entry, certificate: current.certificate }
}

export const renewQualification: Handler<Calls['renew']> = async (ctx, { id, version, ...term }) => {
  const { personId, roles, voltage, depId, certificate } = await lockQualification(ctx, { id, version })
  return publish(ctx, { personId, roles, voltage, depId, certificate, ...term })
}

export const revokeQualification: Handler<Calls['revoke']> = async (ctx, { id, version, reason }) => {
  await lockQualification(ctx, { id, version })
  await updateRow(ctx.db, 'qualification', id, {
    revoked_at: ctx.now,
    revoked_by: ctx.who.userId,
    revoke_reason: reason,
    version: version + 1,
  })
  return getQualification(ctx, id)
}

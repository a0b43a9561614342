import type { Kilovolts } from '@heliodesk/contract/kilovolts.ts'
import {
  qualificationStates,
  type Qualification,
  type qualificationQuery,
  type QualificationState,
} from '@heliodesk/contract/qualifications.ts'
import { roleTitles, type TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { shownCertificate, withoutNumber } from '../../kernel/identity-numbers.ts'
import { isUnder } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireDay, withWireTimes } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'
import { ownDepartments } from '../departments/index.ts'

type Reading = Pick<Ctx, 'db' | 'who' | 'now'>

/** Entries of departments in scope, and those of the departments above, which apply here too. */
const appliesHere = (who: Pick<Who, 'hasAllData' | 'orgCode'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${ownDepartments(who, 'd.org_code')} or starts_with(${who.orgCode}, d.org_code))`

/** The state of an entry `t` on the company's day. */
async function stateToday({ db, now, who }: Reading): Promise<RawBuilder<QualificationState>> {
  const { expiryDays } = (await readSettings(db)).business.values.tickets
  const today = toWireDay(now, who.timeZone)
  return sql<QualificationState>`case when t.revoked_at is not null then 'revoked'
    when t.valid_until < ${today}::date then 'expired' when t.valid_from > ${today}::date then 'future'
    when t.valid_until <= ${dayAfter(today, expiryDays)}::date then 'expiring' else 'valid' end`
}

const certificateFor = (who: Who) =>
  shownCertificate({ who }, sql.ref('t.certificate'), sql.ref('t.person_id'))

const rowsWith = ({ db, who }: Reading, state: RawBuilder<QualificationState>) =>
  db
    .selectFrom('qualification as t')
    .innerJoin('department as d', onKey('d.id', 't.department_id'))
    .innerJoin('app_user as u', onKey('u.id', 't.person_id'))
    .innerJoin('department as home', onKey('home.id', 'u.department_id'))
    .innerJoin('app_user as author', onKey('author.id', 't.created_by'))
    .leftJoin('app_user as revoker', onKey('revoker.id', 't.revoked_by'))
    .where(appliesHere(who))
    .select(['t.id', 't.person_id as personId', 'u.realname as personName', 'u.work_no as workNo'])
    .select(['home.name as personDepName', 'd.id as depId', 'd.name as depName'])
    .select(['t.publication', 't.version', certificateFor(who).as('certificate')])
    .select([sql<TicketRole[]>`t.roles`.as('roles'), sql<Kilovolts>`t.voltage`.as('voltage')])
    .select([
      sql<string>`t.valid_from::text`.as('validFrom'),
      sql<string>`t.valid_until::text`.as('validUntil'),
    ])
    .select(['author.realname as createdBy', 't.created_at as createTime'])
    .select([
      'revoker.realname as revokedBy',
      't.revoked_at as revokeTime',
      't.revoke_reason as revokeReason',
    ])
    .select(state.as('state'))

type Row = Awaited<ReturnType<ReturnType<typeof rowsWith>['executeTakeFirstOrThrow']>>

/** Those that match the filters; the next to expire first, the revoked last. */
export async function matching(
  ctx: Reading,
  { keyword, role, depCode, state: wanted }: z.output<typeof qualificationQuery>,
) {
  const state = await stateToday(ctx)
  const narrow = allOf(
    mentions(
      sql`concat_ws(' ', u.realname, u.work_no, ${certificateFor(ctx.who)}, t.publication)`,
      keyword,
      'u',
    ),
    role && sql`${role} = any(t.roles)`,
    depCode && isUnder('d.org_code', depCode),
    wanted && sql`${state} = ${wanted}`,
  )
  return rowsWith(ctx, state)
    .where(narrow)
    .orderBy(sql`t.revoked_at is not null`)
    .orderBy('t.valid_until')
    .orderBy('u.name_place')
    .orderBy('t.id')
}

export const toQualification = (row: Row, { who }: Pick<Ctx, 'who'>): Qualification => ({
  ...withWireTimes(row, who.timeZone),
  roleNames: roleTitles(row.roles),
  stateLabel: qualificationStates[row.state],
})

const readQualification = async (ctx: Reading, id: string): Promise<Qualification> => {
  const rows = rowsWith(ctx, await stateToday(ctx))
  return toQualification(await rows.where('t.id', '=', id).executeTakeFirstOrThrow(notFound), ctx)
}

export const getQualification = async (ctx: Reading, id: string): Promise<Qualification> =>
  withoutNumber(ctx, await readQualification(ctx, id))

/** One entry with its number in full for who may see it; the audit log records that. */
export async function showQualification(ctx: Ctx, id: string): Promise<Qualification> {
  const entry = await readQualification(ctx, id)
  if (withoutNumber(ctx, entry).certificate !== entry.certificate)
    ctx.seen.push({ object: 'qualification', record: id, name: entry.personName, shown: ['证书编号'] })
  return entry
}

/** The certificates that are known of some people, with their numbers. */
export async function certificatesOf({ db }: Pick<Ctx, 'db'>, personIds: readonly string[]) {
  const rows = await db
    .selectFrom('qualification')
    .select(['person_id as personId', 'certificate'])
    .where('person_id', '=', sql<string>`any(${personIds}::bigint[])`)
    .execute()
  return (personId: string | null) =>
    rows.flatMap((row) => (row.personId === personId ? [row.certificate] : []))
}

/** The active people of the departments in scope. */
export const ownPeople = ({ db, who }: Pick<Ctx, 'db' | 'who'>) =>
  db
    .selectFrom('app_user as u')
    .innerJoin('department as d', onKey('d.id', 'u.department_id'))
    .where('u.status', '=', '1')
    .where(ownDepartments(who, 'd.org_code'))

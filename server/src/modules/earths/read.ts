import {
  earthKinds,
  titleOfState,
  type Earth,
  type EarthKind,
  type EarthState,
  type earthQuery,
} from '@heliodesk/contract/earths.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import type { Kilovolts } from '@heliodesk/contract/kilovolts.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireDay, withWireTimes } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'
import { coveredBy } from '../stations/index.ts'

type Reading = Pick<Ctx, 'db' | 'who'>

/** The company's day, and until when a test is soon over. */
export type TestLimits = { today: string; soon: string }

export async function testLimits({ db, now, who }: Pick<Ctx, 'db' | 'now' | 'who'>): Promise<TestLimits> {
  const { expiryDays } = (await readSettings(db)).business.values.tickets
  const today = toWireDay(now, who.timeZone)
  return { today, soon: dayAfter(today, expiryDays) }
}

/** The earths of the stations in scope. */
export const visibleEarths = ({ db, who }: Reading) =>
  db
    .selectFrom('earth as t')
    .innerJoin('station as s', onKey('s.id', 't.station_id'))
    .where(visibleStations(who, 's'))

const earthRows = (ctx: Reading) =>
  visibleEarths(ctx)
    .innerJoin('department as d', onKey('d.id', 's.department_id'))
    .innerJoin('app_user as u', onKey('u.id', 't.updated_by'))
    .select(['t.id', 't.name', 't.place', 't.remark', 't.updated_at as updateTime', 't.version'])
    .select([sql<EarthKind>`t.kind`.as('kind'), sql<EarthState>`t.state`.as('state')])
    .select(sql<Kilovolts>`t.voltage`.as('voltage'))
    .select(sql<string | null>`t.test_due::text`.as('testDue'))
    .select(['s.id as psId', 's.name as psName', 'd.name as depName', 'u.realname as updatedBy'])

type Row = Awaited<ReturnType<ReturnType<typeof earthRows>['executeTakeFirstOrThrow']>>

/** Those that match the filters. */
export function matching(
  ctx: Reading,
  { keyword, kind, state, testDue, ...place }: z.output<typeof earthQuery>,
  { today, soon }: TestLimits,
) {
  const narrow = allOf(
    mentions(sql`t.name || ' ' || t.place`, keyword),
    kind && sql`t.kind = ${kind}`,
    state && sql`t.state = ${state}`,
    testDue && sql`t.state <> 'scrapped'`,
    testDue === 'over' && sql`t.test_due < ${today}::date`,
    testDue === 'soon' && sql`t.test_due between ${today}::date and ${soon}::date`,
    Boolean(place.depCodes || place.psaIds || place.psIds) && coveredBy(place),
  )
  return earthRows(ctx).where(narrow)
}

/** By station, kind and number. */
export const inOrder = (rows: ReturnType<typeof matching>) =>
  rows
    .orderBy('s.dep_code')
    .orderBy('s.name_place')
    .orderBy('s.id')
    .orderBy(sql`array_position(${Object.keys(earthKinds)}::text[], t.kind)`)
    .orderBy('t.name_place')
    .orderBy('t.id')

export function toEarth(row: Row, { who }: Reading, { today, soon }: TestLimits): Earth {
  const { kind, state, testDue } = row
  const isWatched = testDue !== null && state !== 'scrapped' && testDue <= soon
  return {
    ...withWireTimes(row, who.timeZone),
    kindLabel: earthKinds[kind],
    stateLabel: titleOfState(kind, state),
    testDueState: isWatched ? (testDue < today ? 'over' : 'soon') : null,
  }
}

export async function getEarth(ctx: Pick<Ctx, 'db' | 'now' | 'who'>, id: string): Promise<Earth> {
  const row = await earthRows(ctx).where('t.id', '=', id).executeTakeFirstOrThrow(notFound)
  return toEarth(row, ctx, await testLimits(ctx))
}

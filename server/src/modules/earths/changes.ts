import type { Input } from '@heliodesk/contract/call.ts'
import { monthsAfter } from '@heliodesk/contract/days.ts'
import {
  earthActions,
  earthRefusal,
  earthTitles,
  isTested,
  type Earth,
  type EarthAction,
  type earthCalls,
  type EarthState,
} from '@heliodesk/contract/earths.ts'
import { kilovolts, type Kilovolts } from '@heliodesk/contract/kilovolts.ts'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { readSettings } from '../../kernel/settings.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { keepVisibleStation } from '../stations/index.ts'
import { getEarth, visibleEarths } from './read.ts'

type Calls = typeof earthCalls
type Seen = { id: string; version: number }

const nameTaken = onViolation(
  'earth_name',
  new DomainError('earth.name_taken', '编号（name）：该电站下已有同种类、同编号的接地线'),
)

/** Locks one in scope and returns it; refused if it has changed since the caller saw it, or by the rules. */
async function lockEarth(ctx: Ctx, action: EarthAction | 'edit', { id, version }: Seen): Promise<Earth> {
  await visibleEarths(ctx)
    .select('t.id')
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirstOrThrow(notFound)
  const earth = await getEarth(ctx, id)
  requireVersion(earth, version, stale('earth', '接地线'))
  const refusal = earthRefusal(action, earth)
  if (refusal) throw new DomainError(`earth.${action}_refused`, refusal)
  return earth
}

/** Writes what was done with an earth into its history. */
export async function noteEarth(
  { db, now, who }: Pick<Ctx, 'db' | 'now' | 'who'>,
  earthId: string,
  action: string,
  text: string,
) {
  await db
    .insertInto('earth_event')
    .values({ earth_id: earthId, at: now, actor_name: who.realname, action, note: text })
    .execute()
}

/** Locks an earth that is about to hang at a place of this station and voltage; refused if it may not (domain.md §1.4). */
export async function requireUsableEarth(
  ctx: Pick<Ctx, 'db' | 'now' | 'who'>,
  id: string,
  { stationId, voltage }: { stationId: string; voltage: Kilovolts },
): Promise<Earth> {
  await visibleEarths(ctx)
    .select('t.id')
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirstOrThrow(notFound)
  const earth = await getEarth(ctx, id)
  const refuse = (says: string) =>
    new DomainError('earth.not_usable', `接地（earthId）：${earth.name} 号${says}`)
  if (earth.psId !== stationId) throw refuse('不是该电站的接地')
  if (earth.state !== 'stored') throw refuse(`现为“${earth.stateLabel}”，不能装设`)
  if (earth.testDueState === 'over') throw refuse(`试验有效期 ${earth.testDue ?? ''} 已过，不能装设`)
  if (Number(earth.voltage) < Number(voltage)) throw refuse(`只用于 ${kilovolts[earth.voltage]}`)
  return earth
}

/** What is stored of the form's fields. */
async function valuesOf(
  ctx: Ctx,
  { kind, name, psId, voltage, place, testDue, remark }: Input<Calls['add']>,
) {
  await keepVisibleStation(ctx, psId)
  if (isTested(kind) && testDue === null)
    throw new DomainError('earth.test_due', '试验有效期（testDue）：请填写试验有效期')
  return {
    kind,
    name,
    station_id: psId,
    voltage,
    place,
    test_due: isTested(kind) ? testDue : null,
    remark,
    updated_at: ctx.now,
    updated_by: ctx.who.userId,
  }
}

export const addEarth: Handler<Calls['add']> = async (ctx, input) => {
  const values = { ...(await valuesOf(ctx, input)), created_at: ctx.now }
  const id = await insertRow(ctx.db, 'earth', values).catch(nameTaken)
  await noteEarth(ctx, id, 'add', '')
  return getEarth(ctx, id)
}

const compared = ['kindLabel', 'name', 'psName', 'voltage', 'place', 'testDue', 'remark'] as const

/** What differs, in words: 编号：1 → 2. */
const changesBetween = (before: Earth, after: Earth): string =>
  compared
    .filter((field) => before[field] !== after[field])
    .map((field) => `${earthTitles[field]}：${before[field] || '无'} → ${after[field] || '无'}`)
    .join('；')

export const changeEarth: Handler<Calls['edit']> = async (ctx, { id, version, ...input }) => {
  const before = await lockEarth(ctx, 'edit', { id, version })
  if (before.state === 'testing' && !isTested(input.kind))
    throw new DomainError('earth.kind', '种类（kind）：送检中，不能改为接地刀闸')
  const values = { ...(await valuesOf(ctx, input)), version: version + 1 }
  await updateRow(ctx.db, 'earth', id, values).catch(nameTaken)
  const after = await getEarth(ctx, id)
  await noteEarth(ctx, id, 'edit', changesBetween(before, after))
  return after
}

const statesAfter = { test: 'testing', receive: 'stored', scrap: 'scrapped' } as const satisfies Record<
  EarthAction,
  EarthState
>

type Given = { note: string; testDue?: string | undefined }

/** Sends one to its test, takes it back, or scraps it. */
export async function moveEarth(ctx: Ctx, action: EarthAction, seen: Seen, given: Given): Promise<Earth> {
  const { id, version } = await lockEarth(ctx, action, seen)
  const testDue = action === 'receive' ? await nextTest(ctx, given.testDue) : undefined
  await updateRow(ctx.db, 'earth', id, {
    state: statesAfter[action],
    ...(testDue && { test_due: testDue }),
    version: version + 1,
    updated_at: ctx.now,
    updated_by: ctx.who.userId,
  })
  const due = testDue && `试验有效期至 ${testDue}`
  await noteEarth(ctx, id, action, [due, given.note].filter(Boolean).join('；'))
  return getEarth(ctx, id)
}

async function nextTest({ db, now, who }: Ctx, wanted: string | undefined): Promise<string> {
  const today = toWireDay(now, who.timeZone)
  if (wanted === undefined) {
    const { earthTestMonths } = (await readSettings(db)).business.values.tickets
    return monthsAfter(today, earthTestMonths)
  }
  if (wanted <= today)
    throw new DomainError(
      'earth.test_due',
      `试验有效期（testDue）：${earthActions.receive.title}后须晚于今天`,
    )
  return wanted
}

import type { Input } from '@heliodesk/contract/call.ts'
import { tickedLines } from '@heliodesk/contract/ticket-content.ts'
import { ticketKinds, type TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import { faultsOfDrawings, type Drawing } from '@heliodesk/contract/ticket-drawings.ts'
import type { Risk } from '@heliodesk/contract/ticket-lines.ts'
import {
  hasSteps,
  lineCount,
  typicalTicketCalls,
  type TypicalTicket,
} from '@heliodesk/contract/typical-tickets.ts'
import { sql, type SqlBool } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { deleteRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { coveredBy, keepVisibleStation } from '../stations/index.ts'
import { keepDrawings, shownDrawings, tieDrawings, type DrawingOwner } from '../ticket-drawings/index.ts'
import './first-data.ts'

type Calls = typeof typicalTicketCalls
type Reading = Pick<Ctx, 'db' | 'who'>

const nameTaken = onViolation(
  'typical_ticket_name_taken',
  new DomainError('typical_ticket.name_taken', '任务名称（name）：已有同票种、同名的典型票'),
)

/** Those for every station, and those of the stations in scope. */
const visibleTypical = ({ db, who }: Reading) =>
  db
    .selectFrom('typical_ticket as t')
    .leftJoin('station as s', onKey('s.id', 't.station_id'))
    .where(sql<SqlBool>`(t.station_id is null or ${visibleStations(who, 's')})`)

const typicalRows = (ctx: Reading) =>
  visibleTypical(ctx)
    .leftJoin('app_user as u', onKey('u.id', 't.updated_by'))
    .select(['t.id', 't.name', 't.station_id as psId', 's.name as psName', 't.isolate', 't.earth', 't.board'])
    .select(['t.care', 't.steps', 't.remark', 't.version', 't.updated_at as updateTime'])
    .select(['u.realname as updatedBy', sql<TicketKind>`t.kind`.as('kind'), sql<Risk[]>`t.risks`.as('risks')])
    .select(sql<Drawing[]>`t.drawings`.as('drawings'))

type Row = Awaited<ReturnType<ReturnType<typeof typicalRows>['executeTakeFirstOrThrow']>>

async function toTypicals(ctx: Ctx, rows: readonly Row[]): Promise<TypicalTicket[]> {
  const drawings = await shownDrawings(ctx, rows)
  return rows.map((row, at) => ({
    ...withWireTimes(row, ctx.who.timeZone),
    kindLabel: ticketKinds[row.kind],
    drawings: drawings[at] ?? [],
  }))
}

async function getTypical(ctx: Ctx, id: string): Promise<TypicalTicket> {
  const row = await typicalRows(ctx).where('t.id', '=', id).executeTakeFirstOrThrow(notFound)
  return one(await toTypicals(ctx, [row]))
}

const content = sql`concat_ws(' ', t.name, array_to_string(t.isolate || t.earth || t.board || t.care || t.steps, ' '),
  t.risks::text)`

function matching(ctx: Ctx, { keyword, kind, ...place }: Omit<Input<Calls['page']>, 'curPage' | 'size'>) {
  const isNarrowed = Boolean(place.depCodes || place.psaIds || place.psIds)
  return typicalRows(ctx)
    .where(
      allOf(
        mentions(content, keyword, 't'),
        kind && sql`t.kind = ${kind}`,
        isNarrowed && sql`(t.station_id is null or ${coveredBy(place)})`,
      ),
    )
    .orderBy(sql`array_position(${Object.keys(ticketKinds)}::text[], t.kind)`)
    .orderBy('t.name_place')
    .orderBy('t.id')
}

/** What is for every station is kept by those who see every station. */
async function requirePlace(ctx: Ctx, psId: string | null): Promise<void> {
  if (psId !== null) await keepVisibleStation(ctx, psId)
  else if (!ctx.who.hasAllData)
    throw new DomainError(
      'typical_ticket.place',
      '电站（psId）：请选择电站；通用的由有全部数据权限的人员维护',
    )
}

async function lockTypical(ctx: Ctx, id: string, version: number): Promise<void> {
  const current = await visibleTypical(ctx)
    .select(['t.version', 't.station_id'])
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirstOrThrow(notFound)
  requireVersion(current, version, stale('typical_ticket', '典型票'))
  if (current.station_id === null && !ctx.who.hasAllData)
    throw new DomainError('typical_ticket.general', '通用的典型票由有全部数据权限的人员维护')
}

/** What is stored of the form: a kind with steps has no measures, the others have no steps. */
async function valuesOf(
  ctx: Ctx,
  { psId, risks, steps, isolate, earth, board, care, ...rest }: Input<Calls['add']>,
  owner: DrawingOwner | null,
) {
  const measures = hasSteps(rest.kind)
    ? { isolate: [], earth: [], board: [], care: [] }
    : { isolate, earth, board, care }
  const values = { ...rest, ...measures, steps: hasSteps(rest.kind) ? steps : [] }
  if (lineCount(values) === 0)
    throw new DomainError(
      'typical_ticket.empty',
      hasSteps(rest.kind) ? '操作项目（steps）：请至少填写一项' : '安全措施：请至少填写一条',
    )
  const [fault] = faultsOfDrawings(values.drawings, tickedLines(values))
  if (fault !== undefined) throw new DomainError('typical_ticket.drawing', `附图（drawings）：${fault}`)
  const drawings = await keepDrawings(ctx, values.drawings, owner)
  return {
    ...values,
    drawings,
    station_id: psId,
    risks: JSON.stringify(risks),
    updated_at: ctx.now,
    updated_by: ctx.who.userId,
  }
}

/** The same as a row. */
const stored = ({ drawings, ...values }: Awaited<ReturnType<typeof valuesOf>>) => ({
  ...values,
  drawings: JSON.stringify(drawings),
})

export const typicalTickets = defineModule(typicalTicketCalls, {
  async page(ctx, { curPage, size, ...query }) {
    const { pageList, rowCount } = await businessPageOf(matching(ctx, query), { curPage, size }, (row) => row)
    return { pageList: await toTypicals(ctx, pageList), rowCount }
  },

  detail: (ctx, { id }) => getTypical(ctx, id),

  async add(ctx, input) {
    await requirePlace(ctx, input.psId)
    const values = await valuesOf(ctx, input, null)
    const id = await insertRow(ctx.db, 'typical_ticket', stored(values)).catch(nameTaken)
    await tieDrawings(ctx, { typicalId: id }, values.drawings)
    return getTypical(ctx, id)
  },

  async edit(ctx, { id, version, ...input }) {
    await lockTypical(ctx, id, version)
    await requirePlace(ctx, input.psId)
    const values = await valuesOf(ctx, input, { typicalId: id })
    await updateRow(ctx.db, 'typical_ticket', id, { ...stored(values), version: version + 1 }).catch(
      nameTaken,
    )
    await tieDrawings(ctx, { typicalId: id }, values.drawings)
    return getTypical(ctx, id)
  },

  async remove(ctx, { id, version }) {
    await lockTypical(ctx, id, version)
    await tieDrawings(ctx, { typicalId: id }, [])
    await deleteRow(ctx.db, 'typical_ticket', id)
    return null
  },
})

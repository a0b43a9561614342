import { sampleThingCalls, sampleThingQuery, sampleThingTitles } from '@heliodesk/contract/sample-things.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { mentions } from '../../kernel/conditions.ts'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { cellsOf } from '../../kernel/cursor.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { deleteRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { businessPageOf, countOf } from '../../kernel/paging.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'
import { coveredBy, keepVisibleStation } from '../stations/index.ts'
import './first-data.ts'

const NAME_TAKEN = new DomainError('sample_thing.name_taken', '该电站下已有同名样品')
const nameTaken = onViolation('sample_thing_name_taken', NAME_TAKEN)

type Reading = Pick<Ctx, 'db' | 'who'>

/** The sample things of the stations in scope. */
const visibleSampleThings = ({ db, who }: Reading) =>
  db
    .selectFrom('sample_thing as t')
    .innerJoin('station as s', onKey('s.id', 't.station_id'))
    .where(visibleStations(who, 's'))

/** With the fields of the list, under their names on the wire. */
const sampleThingRows = (ctx: Reading) =>
  visibleSampleThings(ctx)
    .innerJoin('department as d', onKey('d.id', 's.department_id'))
    .innerJoin('app_user as u', onKey('u.id', 't.updated_by'))
    .select(['t.id', 't.name', 't.remark', 't.updated_at as updateTime', 't.version'])
    .select(['s.id as psId', 's.name as psName', 'd.name as depName', 'u.realname as updatedBy'])

/** Those that match the filters, in the order of the list. */
const matching = (ctx: Reading, { keyword, ...place }: z.output<typeof sampleThingQuery>) =>
  sampleThingRows(ctx)
    .where(mentions(sql`t.name`, keyword))
    .$if(Boolean(place.depCodes || place.psaIds || place.psIds), (rows) => rows.where(coveredBy(place)))
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')

async function getSampleThing(ctx: Ctx, id: string) {
  const row = await sampleThingRows(ctx).where('t.id', '=', id).executeTakeFirstOrThrow(notFound)
  return withWireTimes(row, ctx.who.timeZone)
}

/** Locks a sample thing in scope; throws if it has changed since the caller saw it. */
async function lockSampleThing(ctx: Ctx, id: string, version: number): Promise<void> {
  const current = await visibleSampleThings(ctx)
    .select('t.version')
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirstOrThrow(notFound)
  requireVersion(current, version, stale('sample_thing', '样品'))
}

const exported = ['name', 'psName', 'depName', 'remark', 'updatedBy', 'updateTime'] as const

offerExport('sampleThings', {
  columns: exported.map((field) => ({ title: sampleThingTitles[field], type: 'text', width: 20 })),
  async open(ctx, query) {
    const rows = matching(ctx, sampleThingQuery.parse(query))
    const pages = cellsOf(ctx.db, 'exported_sample_things', rows, (row) => {
      const shown = withWireTimes(row, ctx.who.timeZone)
      return exported.map((field) => shown[field])
    })
    return { rowCount: await countOf(rows), pages }
  },
})

export const sampleThings = defineModule(sampleThingCalls, {
  page: (ctx, { curPage, size, ...query }) =>
    businessPageOf(matching(ctx, query), { curPage, size }, (row) => withWireTimes(row, ctx.who.timeZone)),

  detail: (ctx, { id }) => getSampleThing(ctx, id),

  async add(ctx, { psId, name, remark }) {
    await keepVisibleStation(ctx, psId)
    const values = { station_id: psId, name, remark, created_at: ctx.now, updated_at: ctx.now }
    const id = await insertRow(ctx.db, 'sample_thing', values).catch(nameTaken)
    return getSampleThing(ctx, id)
  },

  async edit(ctx, { id, version, psId, name, remark }) {
    await lockSampleThing(ctx, id, version)
    await keepVisibleStation(ctx, psId)
    await updateRow(ctx.db, 'sample_thing', id, {
      station_id: psId,
      name,
      remark,
      version: version + 1,
      updated_at: ctx.now,
      updated_by: ctx.who.userId,
    }).catch(nameTaken)
    return getSampleThing(ctx, id)
  },

  async remove(ctx, { id, version }) {
    await lockSampleThing(ctx, id, version)
    await deleteRow(ctx.db, 'sample_thing', id)
    return null
  },
})

import { sampleThingCalls, sampleThingQuery, sampleThingTitles } from '@heliodesk/contract/sample-things.ts'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { inPortions } from '../../kernel/cursor.ts'
import { offerExport, type Cell, type ExportCtx } from '../../kernel/export-kind.ts'
import { countOf, pageOf } from '../../kernel/paging.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { keepVisibleStation } from '../stations/index.ts'
import { matching, sampleThingRows, toSampleThing, visibleSampleThings } from './rows.ts'

const NAME_TAKEN = new DomainError('sample_thing.name_taken', '该电站下已有同名样品')
const nameTaken = onViolation('sample_thing_name_taken', NAME_TAKEN)

async function getSampleThing(ctx: Ctx, id: string) {
  const row = await sampleThingRows(ctx).where('t.id', '=', id).executeTakeFirstOrThrow(notFound)
  return toSampleThing(ctx, row)
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

async function* readPortions(ctx: ExportCtx, rows: ReturnType<typeof matching>): AsyncGenerator<Cell[][]> {
  for await (const portion of inPortions(ctx.db, 'exported_sample_things', rows)) {
    yield portion.map((row) => {
      const shown = toSampleThing(ctx, row)
      return exported.map((field) => shown[field])
    })
  }
}

offerExport('sampleThings', {
  columns: exported.map((field) => ({ title: sampleThingTitles[field], type: 'text', width: 20 })),
  async open(ctx, query) {
    const rows = matching(ctx, sampleThingQuery.parse(query))
    return { rowCount: await countOf(rows), pages: readPortions(ctx, rows) }
  },
})

export const sampleThings = defineModule(sampleThingCalls, {
  async page(ctx, { curPage, size, ...query }) {
    const { rows, total } = await pageOf(matching(ctx, query), curPage, size)
    return { pageList: rows.map((row) => toSampleThing(ctx, row)), rowCount: total }
  },

  detail: (ctx, { id }) => getSampleThing(ctx, id),

  async add(ctx, { psId, name, remark }) {
    await keepVisibleStation(ctx, psId)
    const { id } = await ctx.db
      .insertInto('sample_thing')
      .values({ station_id: psId, name, remark, created_at: ctx.now, updated_at: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(nameTaken)
    return getSampleThing(ctx, id)
  },

  async edit(ctx, { id, version, psId, name, remark }) {
    await lockSampleThing(ctx, id, version)
    await keepVisibleStation(ctx, psId)
    await ctx.db
      .updateTable('sample_thing')
      .set({
        station_id: psId,
        name,
        remark,
        version: version + 1,
        updated_at: ctx.now,
        updated_by: ctx.who.userId,
      })
      .where('id', '=', id)
      .execute()
      .catch(nameTaken)
    return getSampleThing(ctx, id)
  },

  async remove(ctx, { id, version }) {
    await lockSampleThing(ctx, id, version)
    await ctx.db.deleteFrom('sample_thing').where('id', '=', id).execute()
    return null
  },
})

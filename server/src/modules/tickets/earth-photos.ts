import { EARTH_PHOTOS, type HangingEarth } from '@heliodesk/contract/ticket-rows.ts'
import { admitReaders, filesOf, keepFiles } from '../files/index.ts'
import type { Ctx } from '../../kernel/context.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { missingRight } from '../../kernel/rights.ts'
import { visibleAtStation } from '../../kernel/scope.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { onKey } from '../../platform/on-key.ts'
import type { TicketCtx } from './lock.ts'

/** Who sees a ticket sees the photos of its earths, and nobody else. */
admitReaders('earth', async (ctx, path) => {
  const seen = ctx.db
    .selectFrom('earth_photo as f')
    .innerJoin('earth_hanging as h', onKey('h.id', 'f.hanging_id'))
    .innerJoin('ticket as t', onKey('t.id', 'h.ticket_id'))
    .where('f.path', '=', path)
    .where(visibleAtStation(ctx.who, 't'))
  return (await missingRight(ctx, ['ticket:list'])) === null && hasRow(seen)
})

type Taken = { hangingId: string; ofRemoval: boolean; paths: readonly string[] }

/** Keeps what was photographed when an earth was put up or taken down. */
export async function keepEarthPhotos(ctx: TicketCtx, { hangingId, ofRemoval, paths }: Taken): Promise<void> {
  const kept = await keepFiles(ctx, paths, 'earth', { max: EARTH_PHOTOS, allowDuplicates: true })
  await insertRows(
    ctx.db,
    'earth_photo',
    kept.map((path) => ({ path, hanging_id: hangingId, of_removal: ofRemoval })),
  )
}

type Photos = Pick<HangingEarth, 'installedPhotos' | 'removedPhotos'>

/** The photos of hangings by their ids. */
export async function readEarthPhotos(ctx: Ctx, hangingIds: readonly string[]): Promise<Map<string, Photos>> {
  if (hangingIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('earth_photo')
    .select(['path', 'hanging_id as hangingId', 'of_removal as ofRemoval'])
    .where('hanging_id', 'in', hangingIds)
    .orderBy('path')
    .execute()
  const files = await filesOf(
    ctx,
    rows.map(({ path }) => path),
  )
  const of = (id: string, removal: boolean) =>
    rows.flatMap(({ path, hangingId, ofRemoval }) => {
      const file = files.get(path)
      return file && hangingId === id && ofRemoval === removal ? [file] : []
    })
  return new Map(
    hangingIds.map((id) => [id, { installedPhotos: of(id, false), removedPhotos: of(id, true) }]),
  )
}

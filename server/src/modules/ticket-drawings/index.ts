import { MOST_DRAWINGS, type Drawing, type ShownDrawing } from '@heliodesk/contract/ticket-drawings.ts'
import { sql, type SqlBool } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { missingRight } from '../../kernel/rights.ts'
import { visibleAtStation, visibleStations } from '../../kernel/scope.ts'
import { onKey } from '../../platform/on-key.ts'
import { admitReaders, copyFile, filesOf, keepFiles, releaseFile } from '../files/index.ts'

/** What drawings belong to. */
export type DrawingOwner = { ticketId: string } | { typicalId: string }

type Reading = Pick<Ctx, 'db' | 'who'>
type Keeping = Pick<Ctx, 'db' | 'now' | 'who'>

const ownedBy = ({ db }: Pick<Ctx, 'db'>, owner: DrawingOwner) =>
  'ticketId' in owner
    ? db.selectFrom('ticket_drawing').select('path').where('ticket_id', '=', owner.ticketId)
    : db.selectFrom('ticket_drawing').select('path').where('typical_id', '=', owner.typicalId)

async function pathsOf(ctx: Pick<Ctx, 'db'>, owner: DrawingOwner): Promise<string[]> {
  return (await ownedBy(ctx, owner).execute()).map(({ path }) => path)
}

/** Who sees a ticket sees its drawings, and nobody else. */
async function mayRead(ctx: Reading, path: string): Promise<boolean> {
  const { db, who } = ctx
  const found = await db
    .selectFrom('ticket_drawing as d')
    .leftJoin('ticket as t', onKey('t.id', 'd.ticket_id'))
    .leftJoin('typical_ticket as m', onKey('m.id', 'd.typical_id'))
    .leftJoin('station as s', onKey('s.id', 'm.station_id'))
    .select('d.ticket_id as ticketId')
    .where('d.path', '=', path)
    .where(
      sql<SqlBool>`case when d.ticket_id is not null then ${visibleAtStation(who, 't')}
        else m.station_id is null or ${visibleStations(who, 's')} end`,
    )
    .executeTakeFirst()
  if (!found) return false
  const right = found.ticketId === null ? 'typicalTicket:list' : 'ticket:list'
  return (await missingRight(ctx, [right])) === null
}

admitReaders('drawing', mayRead)

/**
 * The drawings as their owner keeps them: its own files and new uploads of the caller stay, those of another ticket or
 * typical ticket that the caller sees become files of its own. `tieDrawings` records them once the owner is there.
 */
export async function keepDrawings(
  ctx: Keeping,
  drawings: readonly Drawing[],
  owner: DrawingOwner | null,
): Promise<Drawing[]> {
  const paths = drawings.map(({ path }) => path)
  if (new Set(paths).size < paths.length)
    throw new DomainError('ticket.drawing_twice', '附图（drawings）：同一文件只能附一次')
  const present = owner === null ? [] : await pathsOf(ctx, owner)
  const kept: Drawing[] = []
  for (const each of drawings)
    kept.push(present.includes(each.path) ? each : { ...each, path: await ownCopy(ctx, each.path) })
  const copied = kept.flatMap(({ path }) => (paths.includes(path) ? [] : [path]))
  await keepFiles(
    ctx,
    kept.map(({ path }) => path),
    'drawing',
    { max: MOST_DRAWINGS, present: [...present, ...copied], allowDuplicates: true },
  )
  return kept
}

/** A file that belongs to another ticket is copied, so that each may go without the other. */
async function ownCopy(ctx: Keeping, path: string): Promise<string> {
  if (!(await hasRow(ctx.db.selectFrom('ticket_drawing').where('path', '=', path)))) return path
  const copy = (await mayRead(ctx, path)) ? await copyFile(ctx, path) : null
  if (copy === null) throw new DomainError('file.unknown', '附图（drawings）：文件不存在或已过期，请重新上传')
  return copy
}

/** Records whose the kept drawings are, and lets go of those that it has no more. */
export async function tieDrawings(
  { db }: Pick<Ctx, 'db'>,
  owner: DrawingOwner,
  drawings: readonly Drawing[],
): Promise<void> {
  const wanted = drawings.map(({ path }) => path)
  const present = await pathsOf({ db }, owner)
  for (const path of present)
    if (!wanted.includes(path)) {
      await db.deleteFrom('ticket_drawing').where('path', '=', path).execute()
      await releaseFile({ db }, path)
    }
  const of = 'ticketId' in owner ? { ticket_id: owner.ticketId } : { typical_id: owner.typicalId }
  for (const path of wanted)
    if (!present.includes(path))
      await db
        .insertInto('ticket_drawing')
        .values({ path, ...of })
        .execute()
}

/** The drawings of rows that the caller sees, with links to their files. */
export async function shownDrawings<Row extends { drawings: readonly Drawing[] }>(
  ctx: Pick<Ctx, 'db' | 'env' | 'now'>,
  rows: readonly Row[],
): Promise<ShownDrawing[][]> {
  const files = await filesOf(
    ctx,
    rows.flatMap(({ drawings }) => drawings.map(({ path }) => path)),
  )
  return rows.map(({ drawings }) =>
    drawings.flatMap((each) => {
      const file = files.get(each.path)
      return file ? [{ ...each, file }] : []
    }),
  )
}

import { PROCESS_FILES } from '@heliodesk/contract/approvals.ts'
import type { Ctx } from '../../kernel/context.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { onKey } from '../../platform/on-key.ts'
import { filesBy, keepFiles, type StoredFile } from '../files/index.ts'
import { isReadable } from './views.ts'

/** Attaches uploads of the caller to an event of an instance. */
export async function attach(ctx: Ctx, instanceId: string, seq: number, files: string[]): Promise<void> {
  const paths = await keepFiles(ctx, files, 'process', { max: PROCESS_FILES })
  await insertRows(
    ctx.db,
    'process_file',
    paths.map((path, at) => ({ instance_id: instanceId, seq, path, position: at + 1 })),
  )
}

/** The files of an instance that the caller may look at, by event. */
export async function filesByEvent(ctx: Ctx, instanceId: string): Promise<(seq: number) => StoredFile[]> {
  const ofInstance = ctx.db.selectFrom('process_file').where('instance_id', '=', instanceId)
  const bySeq = await filesBy(ctx, ofInstance.select(['seq', 'path']).orderBy('position'), ({ seq }) => seq)
  return (seq) => bySeq.get(seq) ?? []
}

/** Who may look at an instance may read its files. */
export const mayReadFile = (ctx: Ctx, path: string): Promise<boolean> =>
  hasRow(
    ctx.db
      .selectFrom('process_file as f')
      .innerJoin('process_instance as i', onKey('i.id', 'f.instance_id'))
      .where('f.path', '=', path)
      .where(isReadable(ctx)),
  )

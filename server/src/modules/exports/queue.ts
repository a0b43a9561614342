import { EXPORTS_WAITING } from '@heliodesk/contract/exports.ts'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { enqueue } from '../../kernel/queue.ts'
import { makeExport } from './jobs.ts'

/**
 * Puts the caller's export at the end of the queue; returns the state and the turn of the waiting export. Refuses when
 * too many of the caller's exports wait already.
 */
export async function joinQueue({ db, who }: Pick<Ctx, 'db' | 'who'>) {
  // Exports of one person join one after the other, so that all of them are counted.
  await db.selectFrom('app_user').select('id').where('id', '=', who.userId).forNoKeyUpdate().execute()
  const { waiting } = await db
    .selectFrom('export_job')
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .where('created_by', '=', who.userId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (Number(waiting) >= EXPORTS_WAITING) {
    throw new DomainError('export.too_many', `已有 ${EXPORTS_WAITING} 个导出在排队，请等待完成或取消后再试`)
  }
  // One of a person's exports is made at a time.
  const turn = await enqueue(db, makeExport, { userId: who.userId }, { key: `user ${who.userId}` })
  return { state: 'waiting', turn }
}

import { sql } from 'kysely'
import { notFound } from '../../../kernel/context.ts'
import type { Db } from '../../../platform/postgres.ts'

/** What somebody did with an instance that moves nothing in it. */
export type Note = {
  kind: 'comment' | 'copy' | 'urge'
  task?: number
  node?: string
  opinion?: string
  /** Whom it was copied to. */
  to?: string
}

/** Who says it, and for which absent person. */
export type Signed = { actor: string; behalf?: string | null }

/** Adds to the history of an instance, in order; returns the number of the last event. */
export async function addNotes(
  db: Db,
  instanceId: string,
  { actor, behalf = null }: Signed,
  notes: readonly Note[],
  now: Date,
): Promise<number> {
  // The row is locked, as by a step.
  const { last_event: last } = await db
    .updateTable('process_instance')
    .set({ last_event: sql<number>`last_event + ${notes.length}` })
    .where('id', '=', instanceId)
    .returning('last_event')
    .executeTakeFirstOrThrow(notFound)
  await sql`
    insert into process_event (instance_id, seq, at, kind, node, task_id, actor_id, behalf_id, opinion, target)
    select ${instanceId}, ${last - notes.length} + e.place, ${now}, e.note->>'kind', e.note->>'node',
      (e.note->>'task')::int, ${actor}, ${behalf}::bigint, e.note->>'opinion', e.note->>'to'
    from jsonb_array_elements(${JSON.stringify(notes)}::jsonb) with ordinality as e (note, place)`.execute(db)
  return last
}

import { sql } from 'kysely'
import type { Progress } from '../workflow/index.ts'
import { openStepsOf, type Asker } from './views.ts'

/** What was passed in an instance, and who holds what is open, from its events. */
export async function progressOf(asker: Asker, id: string): Promise<Progress> {
  const { rows: passed } = await sql<{ id: string }>`
    select distinct coalesce(e.flow, e.node, '') as id from process_event e
    where e.instance_id = ${id} and e.kind in ('flow', 'enter')`.execute(asker.db)
  const { rows: waiting } = await sql<{ node: string }>`
    select t.node from process_token t where t.instance_id = ${id} and t.doing in ('waiting', 'joining', 'away')`.execute(
    asker.db,
  )
  const current = new Map(waiting.map(({ node }) => [node, '']))
  for (const { node, people } of await openStepsOf(asker, id)) {
    const others = current.get(node)
    current.set(node, [...(others ? [others] : []), ...people].join('、'))
  }
  return { done: new Set(passed.map(({ id: each }) => each)), current }
}

import type { MessageAbout, MessageKind, MessageWords } from '@heliodesk/contract/message-kinds.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import type { Db } from '../../platform/postgres.ts'
import { one } from '../../platform/certain.ts'

type Told = {
  kind: MessageKind
  /** `stationId`: the station that lists filter by. */
  about: { kind: MessageAbout; id: string | null; code?: string; stationId?: string | null }
  /**
   * Whom: these people, or those who hold a right within reach of a place, of the nearest departments alone unless
   * `everywhere`. Whoever does it is not told, nor is who may not see what it is about.
   */
  to:
    | { people: readonly string[] }
    | { right: PermissionCode; depCode: string; psaId: string | null; everywhere?: boolean }
  values: MessageWords
  /** What makes it the same message: a second one with this key is not told. */
  key: string
}

type Teller = { db: Db; now: Date; who?: Ctx['who'] | null }

/**
 * Tells people something, in the caller's transaction; a caller without a person is the system. Answers the id of the
 * message, or null if nobody was to be told.
 */
export async function tell(
  { db, now, who = null }: Teller,
  { kind, about, to, values, key }: Told,
): Promise<string | null> {
  const people =
    'people' in to
      ? sql`${[...to.people]}::bigint[]`
      : sql`app.holders_at(${to.right}, ${to.depCode}, ${to.psaId}::bigint, ${!(to.everywhere ?? false)},
          array[${who?.userId ?? '0'}]::bigint[])`
  const { rows } = await sql<{ id: string | null }>`
    select app.tell(${kind}, ${about.kind}, ${about.id}::bigint, ${about.code ?? ''}, ${about.stationId ?? null}::bigint,
      ${`${kind} ${key}`}, ${JSON.stringify(values)}::jsonb, ${people}, ${who?.userId ?? null}::bigint, ${now}) as id`.execute(
    db,
  )
  return one(rows).id
}

/** What these messages asked for was done, in these words: their readers are not asked any more. */
export async function doneMessages(
  { db, now, who }: Pick<Ctx, 'db' | 'now' | 'who'>,
  kinds: readonly MessageKind[],
  about: { kind: MessageAbout; id: string },
  outcome: string,
): Promise<void> {
  await sql`select app.done_messages(${[...kinds]}, ${about.kind}, ${about.id}::bigint, ${who.userId}::bigint,
    ${who.realname}, ${now}, ${outcome})`.execute(db)
}

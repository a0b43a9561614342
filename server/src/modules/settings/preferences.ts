import { own } from '@heliodesk/contract/own.ts'
import { defaultPreferences } from '@heliodesk/contract/preferences.ts'
import { preferences as schema, type Preferences } from '@heliodesk/contract/shell.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { isRecord } from '../../kernel/settings.ts'
import type { Db } from '../../platform/postgres.ts'

export async function readPreferences(db: Db, userId: string): Promise<Preferences> {
  const row = await db
    .selectFrom('user_preference')
    .select('preferences')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return withDefaults(row?.preferences)
}

/** Changes the preferences that are given; concurrent changes of others by the same person are kept. */
export async function editPreferences(ctx: Ctx, change: Partial<Preferences>): Promise<Preferences> {
  const { rows } = await sql<{ preferences: unknown }>`
    insert into user_preference as mine (preferences) values (${JSON.stringify(change)}::jsonb)
    on conflict (tenant_id, user_id) do update set preferences = mine.preferences || excluded.preferences
    returning preferences`.execute(ctx.db)
  return withDefaults(rows[0]?.preferences)
}

/** A stored value that is no longer valid counts as unset. */
function withDefaults(stored: unknown): Preferences {
  const given = Object.entries(schema.shape).flatMap(([name, field]) => {
    const parsed = field.safeParse(isRecord(stored) ? own(stored, name) : undefined)
    return parsed.success ? [[name, parsed.data]] : []
  })
  return { ...defaultPreferences, ...(Object.fromEntries(given) as Partial<Preferences>) }
}

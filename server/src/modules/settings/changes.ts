import type { Input } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { settingCalls } from '@heliodesk/contract/settings.ts'
import { z } from 'zod'
import type { Ctx } from '../../kernel/context.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { settingSchemas, type Section } from '../../kernel/settings.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'

/** The changes of a section with author, latest first. */
export function listChanges(
  ctx: Ctx,
  section: Section,
  wanted: Input<(typeof settingCalls)['systemChanges']>,
) {
  const changes = ctx.db
    .selectFrom('tenant_setting_change')
    .where('section', '=', section)
    .select(['id', 'at as time', 'actor_name as actorName', 'name', 'before', 'after'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  return businessPageOf(changes, wanted, ({ name, ...row }) => ({
    ...withWireTimes(row, ctx.who.timeZone),
    title: titleOf(section, name),
  }))
}

/** `sisters./houseHold` is `姊妹系统地址：户用系统`; a name that no longer exists is shown as it is. */
function titleOf(section: Section, name: string): string {
  const titles: string[] = []
  let schema: unknown = settingSchemas[section]
  for (const key of name.split('.')) {
    schema = schema instanceof z.ZodObject ? own(schema.shape as Record<string, unknown>, key) : undefined
    titles.push((schema instanceof z.ZodType && schema.meta()?.title) || key)
  }
  return titles.join('：')
}

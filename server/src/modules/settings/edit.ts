import { own } from '@heliodesk/contract/own.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Input } from '@heliodesk/contract/call.ts'
import { outageCategories } from '@heliodesk/contract/outage-categories.ts'
import type { settingCalls } from '@heliodesk/contract/settings.ts'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { changedSince, offerRestore } from '../../kernel/restore-kind.ts'
import {
  isRecord,
  readSettings,
  settingSchemas,
  withDefaults,
  type Section,
  type SettingValues,
} from '../../kernel/settings.ts'
import { requireVersion } from '../../kernel/versioned.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { keepFile, releaseFile } from '../files/index.ts'
import { endUnprovedSessions, hasSecondFactor } from '../session/index.ts'
import { requireFrameSource, requireSisterSources } from './admitted.ts'
import { findPeople, requireRecipients } from './people.ts'

const OWN_FIRST = new DomainError(
  'setting.own_second_factor',
  '管理员须两步验证（adminSecondFactor）：请先在个人主页为自己开启两步验证',
)
const STALE = new DomainError('setting.stale', '配置已在别处修改，请刷新后重试')

type Edits = {
  system: Input<(typeof settingCalls)['editSystem']>
  business: Input<(typeof settingCalls)['editBusiness']>
}

/** A changed value; names of nested values are joined by a dot (`sisters./houseHold`). */
type Change = { name: string; before: Value; after: Value }
type Value = string | number | boolean | null | string[]

/**
 * Changes the values that are given and differ, and records each change. Concurrent editors wait, and then get an error
 * that their version is outdated.
 */
export async function editSettings<S extends Section>(ctx: Ctx, section: S, edit: Edits[S]): Promise<void> {
  const { version, ...given } = edit
  const stored = await lockSection(ctx, section)
  requireVersion(stored, version, STALE)
  const before = withDefaults(section, stored.settings)
  const changes = changesOf(before, given)
  if (changes.length === 0) return
  const settings = patched(stored.settings, changes)
  for (const change of changes) await own(rules, change.name)?.(ctx, change)
  wholeRules[section]?.(before, withDefaults(section, settings), ctx)
  await recordChanges(ctx, section, changes)
  await ctx.db
    .updateTable('tenant_setting')
    .set({ settings: JSON.stringify(settings), version: version + 1 })
    .where('section', '=', section)
    .execute()
}

/** Settings that an edit changed go back to what they were; one without an earlier value to the product's own. */
offerRestore('tenant_setting', {
  right: (section) => (section === 'system' ? 'setting:system' : 'setting:business'),
  async restore(ctx, record, changed) {
    const section: Section = record === 'system' ? 'system' : 'business'
    const stored = changed.find(({ column }) => column === 'settings')
    const valuesOf = (settings: unknown) => withDefaults(section, settings) as Record<string, unknown>
    const [before, after] = [valuesOf(stored?.before), valuesOf(stored?.after)]
    const { version, values: now } = (await readSettings(ctx.db))[section]
    const names = Object.keys(before).filter(
      (name) => !isDeepStrictEqual(own(before, name), own(after, name)),
    )
    for (const name of names)
      if (!isDeepStrictEqual(own(now as Record<string, unknown>, name), own(after, name)))
        throw changedSince(titleOfSetting(section, name))
    const edit = Object.fromEntries(names.map((name) => [name, own(before, name)]))
    await editSettings(ctx, section, { version, ...edit } as Edits[typeof section])
  },
})

const titleOfSetting = (section: Section, name: string): string =>
  own(
    settingSchemas[section].shape as Record<string, { meta(): { title?: string } | undefined }>,
    name,
  )?.meta()?.title ?? name

async function lockSection(ctx: Ctx, section: Section) {
  await ctx.db
    .insertInto('tenant_setting')
    .values({ section })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'section']).doNothing())
    .execute()
  return ctx.db
    .selectFrom('tenant_setting')
    .select(['settings', 'version'])
    .where('section', '=', section)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

function changesOf(current: Record<string, unknown>, given: Record<string, unknown>, prefix = ''): Change[] {
  return Object.entries(given).flatMap(([name, after]): Change[] => {
    const before = own(current, name)
    if (after === undefined || isDeepStrictEqual(before, after)) return []
    if (isRecord(before) && isRecord(after)) return changesOf(before, after, `${name}.`)
    return [{ name: prefix + name, before: before as Value, after: after as Value }]
  })
}

/** The stored values with the changes applied; the rest stays unset, so that later versions can change defaults. */
function patched(stored: unknown, changes: Change[]): Record<string, unknown> {
  const next = new Map<string, unknown>(isRecord(stored) ? Object.entries(structuredClone(stored)) : [])
  for (const { name, after } of changes) {
    const [outer, inner] = name.split('.') as [string, string?]
    const whole = next.get(outer)
    next.set(outer, inner === undefined ? after : { ...(isRecord(whole) ? whole : {}), [inner]: after })
  }
  return Object.fromEntries(next)
}

/** Further checks of a new value, and its side effects. */
const rules: Record<string, (ctx: Ctx, change: Change) => Promise<void>> = {
  logo: (ctx, change) => exchangeFile(ctx, 'logo', change),
  manual: (ctx, change) => exchangeFile(ctx, 'manual', change),
  adminSecondFactor: async (ctx, { after }) => {
    if (after !== true) return
    if (!(await hasSecondFactor(ctx, ctx.who.userId))) throw OWN_FIRST
    await endUnprovedSessions(ctx)
  },
  assistantUrl: async (ctx, { after }) => requireFrameSource(String(after), ctx.env),
  mailRecipients: (ctx, { before, after }) => requireRecipients(ctx, before as string[], after as string[]),
}

/** Checks of the whole section after the change, for rules over several values. */
const wholeRules: { [S in Section]?: (before: SettingValues[S], after: SettingValues[S], ctx: Ctx) => void } =
  {
    system: (before, after, ctx) => requireSisterSources(before, after, ctx.env),
  }

async function exchangeFile(ctx: Ctx, purpose: 'logo' | 'manual', { before, after }: Change) {
  if (typeof after === 'string') await keepFile(ctx, after, purpose)
  if (typeof before === 'string') await releaseFile(ctx, before)
}

async function recordChanges(ctx: Ctx, section: Section, changes: Change[]) {
  const rows: { name: string; before: string; after: string }[] = []
  for (const { name, before, after } of changes)
    rows.push({ name, before: await spell(ctx, name, before), after: await spell(ctx, name, after) })
  await insertRows(
    ctx.db,
    'tenant_setting_change',
    rows.map((row) => ({
      ...row,
      section,
      at: ctx.now,
      actor_name: `${ctx.who.realname}（${ctx.who.username}）`,
    })),
  )
}

/** A value as readable text. */
async function spell(ctx: Ctx, name: string, value: Value): Promise<string> {
  if (value === null || value === '') return '未设置'
  if (typeof value === 'boolean') return value ? '开启' : '关闭'
  if (name === 'logo' || name === 'manual') return nameOfFile(ctx, String(value))
  if (!Array.isArray(value)) return String(value)
  if (value.length === 0) return '未设置'
  if (name === 'losses.order') return value.map((each) => own(outageCategories, each) ?? each).join('、')
  if (name !== 'mailRecipients') return value.join('；')
  const people = await findPeople(ctx, value)
  return value
    .map((username) => {
      const person = people.find((each) => each.username === username)
      return person ? `${person.realname}（${username}）` : username
    })
    .join('、')
}

async function nameOfFile(ctx: Ctx, path: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('stored_file')
    .select('file_name')
    .where('path', '=', path)
    .executeTakeFirst()
  return row?.file_name ?? '文件已不存在'
}

import { isDeepStrictEqual } from 'node:util'
import type { Output } from '@heliodesk/contract/call.ts'
import { checkCalls, type Segment } from '@heliodesk/contract/checks.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { mentions } from '../../kernel/conditions.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { removeEach } from '../../kernel/remove-each.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolations } from '../../kernel/violations.ts'
import { Matcher } from './matcher.ts'
import { checkUnique } from './unique.ts'
import './first-data.ts'

export { holderOfLogin, isLoginTaken } from './unique.ts'

let matcher: Matcher | null = null

/** One matcher per process. One company's waiting calls leave half of the connections to the others. */
const matcherOf = ({ env }: Ctx) => (matcher ??= new Matcher(Math.floor(env.DATABASE_POOL / 2)))

type Rule = Output<(typeof checkCalls)['add']>

const codeTaken = onViolations({
  check_rule_code_taken: new DomainError('check_rule.code_taken', '规则编码已存在'),
})
const BUILT_IN = new DomainError('check_rule.built_in', '内置规则由表单引用，不能删除，也不能修改编码')
const UNKNOWN = new DomainError('check_rule.unknown', '该编码不存在')
const broken = (message: string) => new DomainError('check_rule.broken', message)

const ruleRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('check_rule')
    .select(['id', 'rule_code as ruleCode', 'rule_name as ruleName', 'description'])
    .select([sql<Segment[]>`segments`.as('segments'), 'built_in as builtIn', 'version'])

const getRule = (ctx: Ctx, id: string): Promise<Rule> =>
  ruleRows(ctx).where('id', '=', id).executeTakeFirstOrThrow(notFound)

async function segmentsOf(ctx: Ctx, ruleCode: string): Promise<Segment[] | null> {
  const row = await ctx.db
    .selectFrom('check_rule')
    .select('segments')
    .where('rule_code', '=', ruleCode)
    .executeTakeFirst()
  return row ? (row.segments as Segment[]) : null
}

const faultOf = (ctx: Ctx, segments: readonly Segment[], value: string | null) =>
  matcherOf(ctx).faultOf(ctx.who.tenantId, { segments, value })

/** Throws, naming the segment, if the segments' patterns are not usable. */
const requirePatterns = (ctx: Ctx, segments: readonly Segment[]) => faultOf(ctx, segments, null)

/** Requires that a stored value matches the rule of its form; passes if the company has no such rule. */
export async function requireByRule(ctx: Ctx, ruleCode: string, value: string | null): Promise<void> {
  if (value === null || value === '') return
  const segments = await segmentsOf(ctx, ruleCode)
  const fault = segments && (await faultOf(ctx, segments, value))
  if (fault) throw broken(fault)
}

/** Checks whether a value is taken, and whether it matches a rule of the company. */
export const checks = defineModule(checkCalls, {
  unique: checkUnique,

  async byCode(ctx, { ruleCode, value }) {
    if (ruleCode === '' || value === '') return null
    const segments = await segmentsOf(ctx, ruleCode)
    if (!segments) throw UNKNOWN
    const fault = await faultOf(ctx, segments, value)
    if (fault !== null) throw broken(fault)
    return null
  },

  async tryOut(ctx, { segments, value }) {
    const fault = await faultOf(ctx, segments, value)
    if (fault !== null) throw broken(fault)
    return null
  },

  list(ctx, input) {
    const matches = ruleRows(ctx)
      .where(mentions(sql`rule_code || rule_name`, input.keyword))
      .orderBy('rule_code')
    return sysPageOf(matches, input, (row) => row)
  },

  detail: (ctx, { id }) => getRule(ctx, id),

  async add(ctx, { ruleCode, ruleName, description, segments }) {
    await requirePatterns(ctx, segments)
    const id = await insertRow(ctx.db, 'check_rule', {
      rule_code: ruleCode,
      rule_name: ruleName,
      description,
      segments: JSON.stringify(segments),
    }).catch(codeTaken)
    return getRule(ctx, id)
  },

  async edit(ctx, { id, version, ruleCode, ruleName, description, segments }) {
    const current = await lockRow(ctx.db, 'check_rule', id)
    requireVersion(current, version, stale('check_rule', '编码规则'))
    if (current.built_in && current.rule_code !== ruleCode) throw BUILT_IN
    // Segments from before the limit stay valid until they are changed.
    if (!isDeepStrictEqual(current.segments, segments)) await requirePatterns(ctx, segments)
    await updateRow(ctx.db, 'check_rule', id, {
      rule_code: ruleCode,
      rule_name: ruleName,
      description,
      segments: JSON.stringify(segments),
      version: version + 1,
    }).catch(codeTaken)
    return getRule(ctx, id)
  },

  remove: removeRule,
  removeMany: removeEach(removeRule),
})

async function removeRule(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const current = await lockRow(ctx.db, 'check_rule', id)
  if (current.built_in) throw BUILT_IN
  await deleteRow(ctx.db, 'check_rule', id)
  return null
}

import { isDeepStrictEqual } from 'node:util'
import type { Output } from '@heliodesk/contract/call.ts'
import { checkCalls, type Segment } from '@heliodesk/contract/checks.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { mentions } from '../../kernel/conditions.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { Matcher } from './matcher.ts'
import { checkUnique } from './unique.ts'
import './first-data.ts'

export { holderOfLogin, isLoginTaken } from './unique.ts'

let matcher: Matcher | null = null

/** One matcher per process. One company's waiting calls leave half of the connections to the others. */
const matcherOf = ({ env }: Ctx) => (matcher ??= new Matcher(Math.floor(env.DATABASE_POOL / 2)))

type Rule = Output<(typeof checkCalls)['add']>

const CODE_TAKEN = new DomainError('check_rule.code_taken', '规则编码已存在')
const BUILT_IN = new DomainError('check_rule.built_in', '内置规则由表单引用，不能删除，也不能修改编码')
const UNKNOWN = new DomainError('check_rule.unknown', '该编码不存在')
const broken = (message: string) => new DomainError('check_rule.broken', message)

const columns = [
  'id',
  'rule_code as ruleCode',
  'rule_name as ruleName',
  'description',
  'segments',
  'built_in as builtIn',
  'version',
] as const

const toRule = (row: Omit<Rule, 'segments'> & { segments: unknown }): Rule => ({
  ...row,
  segments: row.segments as Segment[],
})

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

async function lockRule(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('check_rule')
    .select(['rule_code', 'built_in', 'version', 'segments'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
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
    const matches = ctx.db
      .selectFrom('check_rule')
      .where(mentions(sql`rule_code || rule_name`, input.keyword))
      .select(columns)
      .orderBy('rule_code')
    return sysPageOf(matches, input, toRule)
  },

  async detail(ctx, { id }) {
    const row = await ctx.db
      .selectFrom('check_rule')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(notFound)
    return toRule(row)
  },

  async add(ctx, { ruleCode, ruleName, description, segments }) {
    await requirePatterns(ctx, segments)
    const row = await ctx.db
      .insertInto('check_rule')
      .values({ rule_code: ruleCode, rule_name: ruleName, description, segments: JSON.stringify(segments) })
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(onViolation('check_rule_code_taken', CODE_TAKEN))
    return toRule(row)
  },

  async edit(ctx, { id, version, ruleCode, ruleName, description, segments }) {
    const current = await lockRule(ctx, id)
    requireVersion(current, version, stale('check_rule', '编码规则'))
    if (current.built_in && current.rule_code !== ruleCode) throw BUILT_IN
    // Segments from before the limit stay valid until they are changed.
    if (!isDeepStrictEqual(current.segments, segments)) await requirePatterns(ctx, segments)
    const row = await ctx.db
      .updateTable('check_rule')
      .set({
        rule_code: ruleCode,
        rule_name: ruleName,
        description,
        segments: JSON.stringify(segments),
        version: version + 1,
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(onViolation('check_rule_code_taken', CODE_TAKEN))
    return toRule(row)
  },

  async remove(ctx, { id }) {
    const current = await lockRule(ctx, id)
    if (current.built_in) throw BUILT_IN
    await ctx.db.deleteFrom('check_rule').where('id', '=', id).execute()
    return null
  },
})

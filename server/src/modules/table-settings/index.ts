import type { Output } from '@heliodesk/contract/call.ts'
import { MOST_RECORDS, tableSettingCalls } from '@heliodesk/contract/table-settings.ts'
import { sql } from 'kysely'
import { defineModule, DomainError } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'

type Setting = Output<(typeof tableSettingCalls)['edit']>
type Kept = Setting['arrangement']
type Change = { version: number; at: string; arrangement: Kept }

/** Far more tables than the product has; the codes come from clients. */
const MOST_TABLES = 200
const TOO_MANY = new DomainError('table_setting.too_many', `最多保存 ${MOST_TABLES} 个表格的列设置`)

/** People's column settings of tables, with earlier ones. */
export const tableSettings = defineModule(tableSettingCalls, {
  async list(ctx) {
    const rows = await ctx.db
      .selectFrom('table_setting')
      .select(['code', 'version', 'arrangement'])
      .where('user_id', '=', ctx.who.userId)
      .orderBy('code')
      .execute()
    return rows.map(({ arrangement, ...row }) => ({ ...row, arrangement: arrangement as Kept }))
  },

  async edit(ctx, { code, arrangement }) {
    const text = arrangement === null ? null : JSON.stringify(arrangement)
    // One statement, so that concurrent changes queue on the row and each gets a version of its own.
    const { rows } = await sql<Setting>`
      with change as (select ${text}::jsonb as arrangement, to_jsonb(${ctx.now.toISOString()}::text) as at)
      insert into table_setting as mine (code, arrangement, history)
      select ${code}, arrangement, jsonb_build_array(
        jsonb_build_object('version', 1, 'at', at, 'arrangement', arrangement))
      from change
      where exists (select from table_setting t where t.user_id = ${ctx.who.userId} and t.code = ${code})
         or (select count(*) from table_setting t where t.user_id = ${ctx.who.userId}) < ${MOST_TABLES}
      on conflict (tenant_id, user_id, code) do update set
        version = mine.version + 1,
        arrangement = excluded.arrangement,
        history = jsonb_build_array(excluded.history->0 || jsonb_build_object('version', mine.version + 1))
          || jsonb_path_query_array(mine.history, ${`$[0 to ${MOST_RECORDS - 2}]`}::jsonpath)
        where mine.arrangement is distinct from excluded.arrangement
      returning code, version, arrangement`.execute(ctx.db)
    if (rows[0]) return rows[0]
    const same = await ctx.db
      .selectFrom('table_setting')
      .select(['code', 'version', 'arrangement'])
      .where('user_id', '=', ctx.who.userId)
      .where('code', '=', code)
      .executeTakeFirst()
    if (!same) throw TOO_MANY
    return { ...same, arrangement: same.arrangement as Kept }
  },

  async history(ctx, { code }) {
    const row = await ctx.db
      .selectFrom('table_setting')
      .select('history')
      .where('user_id', '=', ctx.who.userId)
      .where('code', '=', code)
      .executeTakeFirst()
    return ((row?.history ?? []) as Change[]).map(({ version, at, arrangement }) => ({
      version,
      time: toWireTime(new Date(at), ctx.who.timeZone),
      arrangement,
    }))
  },
})

import { z } from 'zod'
import { callsOf } from './call.ts'
import { named, nothing } from './fields.ts'

const { command, query } = callsOf('tableSetting')

/** Spec 2 §9 "table-enhance history". */
export const MOST_RECORDS = 16

const columnKey = named('列', z.string().regex(/^[\w$.-]{1,64}$/, '不是有效的列'))
const columnKeys = z.array(columnKey).max(200, '列过多')

/** The arrangement of a table's columns: their order, the hidden ones, the fixed ones, the widths. */
const arrangement = z.object({
  order: named('顺序', columnKeys),
  hidden: named('隐藏的列', columnKeys),
  fixed: named('固定的列', columnKeys),
  /** In pixels, only of resized columns. */
  widths: named(
    '列宽',
    z
      .record(columnKey, z.int().min(40, '列宽不能小于 40').max(2000, '列宽不能大于 2000'))
      .refine((widths) => Object.keys(widths).length <= 200, '列过多')
      .default({}),
  ),
})

export type Arrangement = z.output<typeof arrangement>

export const code = named('表格编码', z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, '不是有效的表格编码'))

const setting = z
  .object({
    code: z.string(),
    /** The number of changes; a higher version is newer. */
    version: z.int(),
    /** null is the product's default. */
    arrangement: arrangement.nullable(),
  })
  .meta({ id: 'TableSetting' })

export const tableSettingCalls = {
  /** The caller's settings of all tables. */
  list: query({
    kept: true,
    title: '我的表格列设置',
    entities: [],
    path: 'GET /sys/tableSetting/list',
    access: 'signedIn',
    input: nothing,
    output: z.array(setting),
  }),
  /** The last write wins; each adds a record, unless it changes nothing. */
  edit: command({
    title: '修改表格列设置',
    path: 'PUT /sys/tableSetting/edit',
    access: 'signedIn',
    input: z.object({ code, arrangement: named('列设置', arrangement.nullable()) }),
    output: setting,
  }),
  /** The last 16 records of one table, newest first. */
  history: query({
    title: '表格列设置的历史',
    path: 'GET /sys/tableSetting/history',
    access: 'signedIn',
    input: z.object({ code }),
    output: z.array(z.object({ version: z.int(), time: z.string(), arrangement: arrangement.nullable() })),
  }),
}

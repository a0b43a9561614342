import { z } from 'zod'

/** Gives a field its Chinese name, which error messages and the OpenAPI document use. */
export const named = <S extends z.ZodType>(title: string, schema: S): S => schema.meta({ title })

/** The names that `named` gave to fields. */
export const titlesOf = <F extends Record<string, z.ZodType>>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, schema]) => [field, schema.meta()?.title ?? field]),
  ) as Record<keyof F, string>

/** A row's id: a positive bigint as a decimal string. */
export const id = z.string().regex(/^[1-9]\d{0,17}$/, '不是有效的编号')

/** The version of a record that its editor saw. */
export const version = named('版本', z.int())

/** A wall-clock time in the tenant's time zone, `YYYY-MM-DD HH:mm:ss`. */
export const time = z
  .string()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
    '时间格式应为 YYYY-MM-DD HH:mm:ss',
  )
  .refine((text) => isRealDay(text.slice(0, 10)), '没有这一天')

/** A calendar day, `YYYY-MM-DD`. */
export const day = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, '日期格式应为 YYYY-MM-DD')
  .refine(isRealDay, '没有这一天')

/** Rejects dates such as 2026-02-31, which have the right format only, and the year 0. */
function isRealDay(text: string): boolean {
  if (text.startsWith('0000')) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** A department's code: a letter and two digits for each level, such as `A01A03`. */
export const departmentCode = z.string().regex(/^([A-Z]\d\d){1,10}$/, '不是有效的部门编码')

/** Text typed by people, trimmed. */
export const text = (max: number) => z.string().trim().max(max, `最多允许输入${max}个字符`)

/** Text that must not be empty. */
export const requiredText = (max: number) => text(max).min(1, '此项为必填项')

/** A filter of one field as the lists of the Jeecg family send it: part of its text, between asterisks or without them. */
export const partOfText = text(64)
  .default('')
  .transform((given) => given.replaceAll(/^\*+|\*+$/g, ''))

/** A number from 0 to `max`; `fault` is said of what is no number. */
export const upTo = (max: number, fault?: string) =>
  z.number(fault).min(0, '不能小于 0').max(max, `不能大于 ${max}`)

/** Fields that always have the same value, under the names that different clients read. */
export const alike = <S extends z.ZodType, const N extends readonly string[]>(schema: S, ...names: N) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N[number], S>

/** One of the keys of `titles`; `fault` is said of anything else. */
export const keyOf = <K extends string | number>(titles: Readonly<Record<K, unknown>>, fault?: string) =>
  z.enum(Object.keys(titles) as [`${K}`, ...`${K}`[]], fault)

const joinedTexts = new WeakSet<z.ZodType>()

/** Several values stored as one comma-joined text; an array of them is accepted as well. */
export function joined<S extends z.ZodString>(schema: S): S {
  joinedTexts.add(schema)
  return schema
}

/** Whether a schema was made by `joined`. */
export const isJoined = (schema: z.ZodType): boolean => joinedTexts.has(schema)

/** Comma-joined ids as this family of calls sends them, possibly with a trailing comma; '' is an empty list. */
export const joinedIds = joined(
  z
    .string()
    .max(20_000, '编号过多')
    .regex(/^(?:[1-9]\d{0,17}(?:,[1-9]\d{0,17})*,?)?$/, '应为逗号分隔的编号'),
).transform((list) => [...new Set(list.split(',').filter((each) => each !== ''))])

const patches = new WeakSet<z.ZodType>()

/** A partial update: missing fields stay unchanged; '' and null are values, which a field accepts or refuses. */
export function patch<S extends z.ZodObject>(schema: S): S {
  patches.add(schema)
  return schema
}

/** Whether a schema was made by `patch`. */
export const isPatch = (schema: z.ZodType): boolean => patches.has(schema)

/** A boolean as the specification's trees send it, as text or number. */
export const zeroOrOne = z.coerce.string().pipe(z.enum(['0', '1']))

/** The same, false by default. */
export const flag = (title: string) => named(title, zeroOrOne.default('0'))

/** Paging fields of the business lists (`curPage`, `size`), product.md "Wire decisions". */
export const businessPage = {
  curPage: named('页码', z.coerce.number().int().min(1).max(1_000_000).default(1)),
  size: named('每页条数', z.coerce.number().int().min(1).max(500).default(10)),
}

/** Paging fields of the `/sys` lists (`pageNo`, `pageSize`), as in the Jeecg family. */
export const sysPage = {
  pageNo: named('页码', z.coerce.number().int().min(1).max(1_000_000).default(1)),
  pageSize: named('每页条数', z.coerce.number().int().min(1).max(500).default(10)),
}

/** The order of a business list, by one of these fields. */
export const sortedBy = <const F extends readonly string[]>(fields: F) => ({
  orderField: named('排序字段', z.enum(fields, '不能按此字段排序').optional()),
  orderType: named('排序方向', z.enum(['asc', 'desc']).optional()),
})

/** A page of a `/sys` list. */
export const sysPageOf = <S extends z.ZodType>(row: S) =>
  z.object({ records: z.array(row), total: z.int(), size: z.int(), current: z.int(), pages: z.int() })

/** A page of a business list; `rowCount` is exact, or null if the caller asked not to count again. */
export const businessPageOf = <S extends z.ZodType>(row: S) =>
  z.object({ pageList: z.array(row), rowCount: z.int().nullable() })

export const nothing = z.object({})

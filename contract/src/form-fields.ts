import { z } from 'zod'
import { LONGEST_CONDITION } from './form-conditions.ts'
import { keyOf, named, requiredText, text } from './fields.ts'

/** The kinds of fields that a form of a request has. */
export const fieldKinds = {
  text: '单行文字',
  longText: '多行文字',
  number: '数字',
  money: '金额',
  date: '日期',
  dateRange: '起止日期',
  choice: '选项',
  person: '人员',
  department: '部门',
  station: '电站',
  files: '附件',
  table: '明细表',
} as const
export type FieldKind = keyof typeof fieldKinds

/** Words of FEEL, and the variable that the engine sets itself. */
const TAKEN = new Set(
  'and or not in true false null if then else for some every satisfies between instance of return function date time duration item starter applicant'.split(
    ' ',
  ),
)

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/** The key of a field: the name of a variable of the process. Names that all objects inherit are refused. */
export const isFieldKey = (key: string): boolean =>
  /^[a-z][A-Za-z0-9_]{0,29}$/.test(key) && !TAKEN.has(key) && !INHERITED.has(key)

const key = named(
  '字段编码',
  z
    .string()
    .regex(/^[a-z][A-Za-z0-9_]{0,29}$/, '以小写字母开头，只含字母、数字和下划线，最多 30 个字符')
    .refine(isFieldKey, '这是保留的名称，请换一个'),
)
const label = named('字段名称', requiredText(30))
/** The key and the label of a value that a field has beside its own. */
const part = z.object({ key, label })
const choices = z
  .array(z.object({ value: named('选项值', requiredText(40)), label: named('选项名称', requiredText(40)) }))
  .max(50, '最多 50 个选项')
const limit = (title: string) => named(title, z.number().min(-1e12).max(1e12).optional())
const bounds = { min: limit('最小值'), max: limit('最大值') }
const decimals = named('小数位数', z.int().min(0).max(6).default(0))
const unit = named('单位', text(10).default(''))
const required = named('必填', z.boolean().default(false))
const longest = (max: number, by: number) => named('最多字数', z.int().min(1).max(max).default(by))

const column = z.object({
  key,
  label,
  kind: named('列类型', keyOf({ text: 0, number: 0, money: 0, date: 0, choice: 0 })),
  required,
  unit,
  decimals,
  options: choices.default([]),
})
export type FormColumn = z.output<typeof column>

const shared = {
  key,
  label,
  required,
  hint: named('提示', text(100).default('')),
  /** Shown only where this holds; empty: always. */
  when: named('显示条件', text(LONGEST_CONDITION).default('')),
}
const of = <K extends FieldKind, S extends z.ZodRawShape>(kind: K, more: S) =>
  z.object({ kind: z.literal(kind), ...shared, ...more })

export const formField = z.discriminatedUnion('kind', [
  of('text', { max: longest(500, 100) }),
  of('longText', { max: longest(2000, 500) }),
  of('number', { unit, decimals, ...bounds }),
  of('money', bounds),
  of('date', {}),
  of('dateRange', {
    from: part,
    until: part,
    days: part,
    /** Whether the applicant may ask for half days and fewer days than the range has. */
    halfDays: named('可填半天', z.boolean().default(false)),
  }),
  of('choice', {
    options: choices.default([]),
    /** The dictionary that has the options instead; empty: none. */
    dictionary: named('字典', text(64).default('')),
  }),
  of('person', {}),
  of('department', {}),
  of('station', {}),
  of('files', { max: named('最多文件数', z.int().min(1).max(20).default(5)) }),
  of('table', {
    columns: z.array(column).min(1, '至少一列').max(10, '最多 10 列'),
    /** Adds up a column into a variable of its own. */
    sum: z
      .object({ column: key, ...part.shape })
      .nullable()
      .default(null),
    max: named('最多行数', z.int().min(1).max(100).default(50)),
  }),
])
export type FormField = z.output<typeof formField>
export type FieldOf<K extends FieldKind> = Extract<FormField, { kind: K }>

/** One version of a form: what a person fills in, and what lists call the request. */
export const formDefinition = z.object({
  name: named('表单名称', requiredText(30)),
  /** Keys of fields in braces stand for their values, {applicant} for the person. */
  title: named('标题模板', requiredText(100)),
  fields: named('字段', z.array(formField).min(1, '至少一个字段').max(60, '最多 60 个字段')),
})
export type FormDefinition = z.output<typeof formDefinition>

/** The keys that a field puts into the form and into the process, with their labels. */
export function partsOf(field: FormField): { key: string; label: string }[] {
  if (field.kind === 'dateRange') return [field.from, field.until, field.days]
  if (field.kind === 'table' && field.sum)
    return [field, field.sum].map(({ key: each, label: said }) => ({ key: each, label: said }))
  return [{ key: field.key, label: field.label }]
}

/** What whoever publishes a version says about it. */
export const publishNote = z.object({ note: named('修改说明', text(200).default('')) })

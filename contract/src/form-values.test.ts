import { expect, test } from 'vitest'
import { faultsOf } from './form-faults.ts'
import { formDefinition, isFieldKey, type FieldKind } from './form-fields.ts'
import { linesOf, titleFor } from './form-texts.ts'
import { daysBetween, NEEDED, readForm } from './form-values.ts'

const options = [
  { value: 'a', label: '甲' },
  { value: 'b', label: '乙' },
]
const parts = {
  from: { key: 'from', label: '开始' },
  until: { key: 'until', label: '结束' },
  days: { key: 'days', label: '天数' },
}
const columns = [
  { key: 'about', label: '说明', kind: 'text' },
  { key: 'amount', label: '金额', kind: 'money', required: true },
]
const more: Partial<Record<FieldKind, object>> = {
  text: { max: 5 },
  longText: { max: 8 },
  number: { min: -2, max: 10, decimals: 1, unit: '台' },
  money: { min: 0.01, max: 100 },
  dateRange: parts,
  choice: { options },
  files: { max: 2 },
  table: { columns, max: 2, sum: { column: 'amount', key: 'total', label: '合计' } },
}

const formOf = (...fields: object[]) => formDefinition.parse({ name: '测试', title: '{applicant}', fields })
const fieldOf = (kind: FieldKind, given: object = {}) => ({
  kind,
  key: 'it',
  label: '某项',
  ...more[kind],
  ...given,
})

/** What is said of a value of one required field; null for one that is right. */
function faultIn(kind: FieldKind, value: unknown, given: object = {}): string | null {
  const { fields } = formOf(fieldOf(kind, { required: true, ...given }))
  return readForm(fields, { it: value }).faults[0]?.message ?? null
}

test.each<[FieldKind, unknown, string | null]>([
  ['text', '五个字以内', null],
  ['text', '  两端空格  ', null],
  ['text', '超过了五个字', '最多允许输入5个字符'],
  ['text', 5, '应为文字'],
  ['text', '   ', NEEDED],
  ['text', '', NEEDED],
  ['text', null, NEEDED],
  ['text', undefined, NEEDED],
  ['text', ['a'], '应为文字'],
  ['longText', '一行\n两行', null],
  ['longText', '一二三四五六七八九', '最多允许输入8个字符'],
  ['number', 10, null],
  ['number', -2, null],
  ['number', 0.1, null],
  ['number', 10.1, '不能大于 10'],
  ['number', -2.1, '不能小于 -2'],
  ['number', 0.15, '最多 1 位小数'],
  ['number', '5', '应为数字'],
  ['number', Number.NaN, '应为数字'],
  ['number', Number.POSITIVE_INFINITY, '应为数字'],
  ['number', undefined, NEEDED],
  ['money', 0.01, null],
  ['money', 0, '不能小于 0.01'],
  ['money', 0.015, '最多 2 位小数'],
  ['money', 100.01, '不能大于 100'],
  ['date', '2026-02-28', null],
  ['date', '2026-02-31', '没有这一天'],
  ['date', '2026-2-1', '日期格式应为 YYYY-MM-DD'],
  ['date', 20_260_201, '日期格式应为 YYYY-MM-DD'],
  ['choice', 'a', null],
  ['choice', 'c', '不是可用的选项'],
  ['choice', 'constructor', '不是可用的选项'],
  ['choice', ['a'], '不是可用的选项'],
  ['person', '17', null],
  ['person', '0', '不是有效的编号'],
  ['person', '1; drop table', '不是有效的编号'],
  ['department', 17, '不是有效的编号'],
  ['station', undefined, NEEDED],
  ['files', ['2026/a.png'], null],
  ['files', [], NEEDED],
  ['files', ['a', 'b', 'c'], '最多上传2个附件，请确认!'],
  ['files', ['../<script>'], '不是有效的文件'],
  ['files', 'a', '应为文件列表'],
  ['table', [{ about: '车票', amount: 12.5 }], null],
  ['table', [], NEEDED],
  ['table', [{ about: '车票' }], `第 1 行“金额”：${NEEDED}`],
  ['table', [{ amount: 1 }, { amount: '2' }], '第 2 行“金额”：应为数字'],
  ['table', [{ amount: 1 }, { amount: 1 }, { amount: 1 }], '最多 2 行'],
  ['table', ['x'], '第 1 行：应为一行'],
  ['table', { amount: 1 }, '应为明细行'],
])('%s takes %j: %j', (kind, value, fault) => {
  expect(faultIn(kind, value)).toBe(fault)
})

test.each<FieldKind>(['text', 'number', 'date', 'choice', 'person', 'files', 'table', 'dateRange'])(
  'an optional %s may be empty, and is no value then',
  (kind) => {
    const { fields } = formOf(fieldOf(kind))
    const { values, faults } = readForm(fields, { it: '', from: null })
    expect(faults).toEqual([])
    expect(values).toEqual(kind === 'table' ? { total: 0 } : {})
  },
)

test.each([
  [{ from: '2026-02-27', until: '2026-03-02' }, false, { days: 4 }, []],
  // What was sent is not believed where it is computed.
  [{ from: '2026-02-27', until: '2026-03-02', days: 1 }, false, { days: 4 }, []],
  [{ from: '2026-03-02', until: '2026-03-02', days: 0.5 }, true, { days: 0.5 }, []],
  [{ from: '2026-03-02', until: '2026-03-02', days: 1.5 }, true, {}, ['days 不能大于 1']],
  [{ from: '2026-03-02', until: '2026-03-04', days: 0.7 }, true, {}, ['days 以半天计']],
  [{ from: '2026-03-02', until: '2026-03-01' }, false, {}, ['until 不能早于开始']],
  [{ from: '2026-03-02' }, false, {}, [`until ${NEEDED}`]],
])('a range of %j (half days: %j) has %j', (given, halfDays, expected, faults) => {
  const { fields } = formOf(fieldOf('dateRange', { required: true, halfDays }))
  const read = readForm(fields, given)
  expect(read.faults.map(({ key, message }) => `${key} ${message}`)).toEqual(faults)
  expect(read.values).toMatchObject(expected)
})

test.each([
  ['2026-02-27', '2026-03-02', 4],
  ['2026-03-02', '2026-03-02', 1],
  ['2026-03-02', '2026-03-01', null],
  [undefined, '2026-03-01', null],
])('from %s until %s are %j days', (from, until, days) => {
  expect(daysBetween(from, until)).toBe(days)
})

test('a sum is exact, and never what was sent', () => {
  const { fields } = formOf(fieldOf('table', { max: 10 }))
  const rows = Array.from({ length: 10 }, () => ({ amount: 0.1 }))
  expect(readForm(fields, { it: rows, total: 9000 }).values).toMatchObject({ total: 1 })
})

test('what a condition hides is neither needed nor kept, and hides what depends on it', () => {
  const { fields } = formOf(
    fieldOf('choice', { key: 'kind', required: true }),
    fieldOf('text', { key: 'reason', required: true, when: 'kind = "b"' }),
    fieldOf('number', { key: 'count', required: true, when: 'reason = "多"' }),
  )
  expect(readForm(fields, { kind: 'a', reason: '多', count: 'x' })).toEqual({
    values: { kind: 'a' },
    faults: [],
  })
  const shown = readForm(fields, { kind: 'b', reason: '多' })
  expect(shown.faults).toEqual([{ key: 'count', label: '某项', message: NEEDED }])
})

test('what nobody asked for is dropped', () => {
  const { fields } = formOf(fieldOf('text', { key: 'name' }))
  const given = JSON.parse(
    '{"name":"甲","other":1,"__proto__":{"polluted":true},"constructor":"x"}',
  ) as object
  const { values } = readForm(fields, given as Record<string, unknown>)
  expect(values).toEqual({ name: '甲' })
  expect(({} as { polluted?: true }).polluted).toBeUndefined()
})

test.each([
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'not',
  'starter',
  'Name',
  '2nd',
  'a-b',
  '名称',
  'x'.repeat(31),
  '',
])('no field has the key %j', (key) => {
  expect(isFieldKey(key)).toBe(false)
  const form = { name: '测试', title: '{applicant}', fields: [fieldOf('text', { key })] }
  expect(formDefinition.safeParse(form).success).toBe(false)
})

test('a form cannot be published with what would fail later, field by field', () => {
  const faults = faultsOf(
    {
      ...formOf(
        fieldOf('text', { key: 'first', when: 'later = 1' }),
        fieldOf('number', { key: 'later', min: 5, max: 1 }),
        fieldOf('number', { key: 'later', label: '又一项' }),
        fieldOf('choice', { key: 'none', options: [] }),
        fieldOf('choice', { key: 'twice', options: [options[0], options[0]] }),
        fieldOf('table', { key: 'rows', sum: { column: 'about', key: 'total', label: '合计' } }),
        fieldOf('text', { key: 'review', when: 'first ~ 2' }),
      ),
      title: '{applicant}{first}{unknown}{rows}',
    },
    new Set(['review']),
  )
  expect(faults.map(({ message }) => message)).toEqual([
    '“某项”的显示条件用到 later，它不是前面的字段',
    '“某项”的最小值大于最大值',
    '“又一项”的编码 later 已被“某项”使用',
    '“某项”没有选项',
    '“某项”有两个值为 a 的选项',
    '“某项”合计的列“说明”不是数字',
    '“某项”的显示条件有误：第 6 个字符起不能识别',
    '“某项”的编码 review 是流程中一个环节的编码，请换一个',
    '标题模板中的 {unknown} 不是可用的字段',
    '标题模板中的 {rows} 不是可用的字段',
  ])
})

test('the lines and the title of a request say what was filled in', () => {
  const form = formOf(
    fieldOf('choice', { key: 'kind' }),
    fieldOf('person', { key: 'person' }),
    fieldOf('number', { key: 'count' }),
    fieldOf('table', { key: 'rows' }),
  )
  const values = {
    kind: 'a',
    person: '17',
    count: 1234.5,
    rows: [{ about: '车票', amount: 1200 }],
    total: 1200,
  }
  const shown = { person: '周砚秋' }
  expect(titleFor({ ...form, title: '{applicant}{kind}，{total}' }, values, shown, '李沐阳')).toBe(
    '李沐阳甲，1,200.00 元',
  )
  expect(linesOf(form, values, shown)).toMatchObject([
    { label: '某项', text: '甲' },
    { text: '周砚秋' },
    { text: '1,234.5 台' },
    { table: { rows: [['车票', '1,200.00']], sum: { label: '合计', text: '1,200.00 元' } } },
  ])
})

import { z } from 'zod'
import { callsOf, type Besides } from './call.ts'
import { id, named, requiredText, text } from './fields.ts'
import { listedRecordCalls, removalOfMany } from './record-calls.ts'

const { query } = callsOf('checkRule')

/** Fields that can be checked for uniqueness, as `tableName.fieldName`, with the permission this needs. */
export const uniqueFields = {
  'sys_user.username': 'user:manage',
  'sys_user.phone': 'user:manage',
  'sys_user.work_no': 'user:manage',
  'sys_role.role_code': 'role:manage',
  'sys_dict.dict_code': 'dict:manage',
  'sys_psa.name': 'station:edit',
  'sys_check_rule.rule_code': 'rule:manage',
} as const

export type UniqueField = keyof typeof uniqueFields

const besides: Besides = Object.fromEntries(
  Object.entries(uniqueFields).map(([field, right]) => [field, [right]]),
)

/** One part of a code: a number of characters, or `*` for the rest, and the pattern that this part must match. */
const segment = z
  .object({
    digits: named(
      '位数',
      z.union([
        z.literal('*'),
        z
          .int('位数应为 1~200 的整数或 *')
          .min(1, '位数应为 1~200 的整数或 *')
          .max(200, '位数应为 1~200 的整数或 *'),
      ]),
    ),
    pattern: named('正则表达式', requiredText(200)),
    message: named('提示文字', requiredText(100)),
  })
  .meta({ id: 'CheckSegment' })

export type Segment = z.output<typeof segment>

const ruleCode = named(
  '规则编码',
  requiredText(64).regex(/^[A-Za-z][A-Za-z0-9_]*$/, '以字母开头，只含字母、数字和下划线'),
)

const segments = named(
  '校验规则',
  z
    .array(segment)
    .min(1, '请至少添加一段')
    .max(20, '最多 20 段')
    .refine((all) => all.slice(0, -1).every(({ digits }) => digits !== '*'), '位数为 * 的一段只能放在最后'),
)

const ruleInput = {
  ruleCode,
  ruleName: named('规则名称', requiredText(64)),
  description: named('描述', text(200).default('')),
  segments,
}

const rule = z
  .object({
    id: z.string(),
    ruleCode: z.string(),
    ruleName: z.string(),
    description: z.string(),
    segments: z.array(segment),
    /** A form of the product refers to it: its code is fixed and it cannot be deleted. */
    builtIn: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'CheckRule' })

const manage = { perm: 'rule:manage' } as const

/** `%E5%85%89`: the characters of the longest escape for one character of a text. */
const LONGEST_ESCAPE = 9

const value = named('值', z.string().max(200, '最多允许输入200个字符'))

/**
 * Clients URL-encode the value themselves, and their HTTP library does so again (spec 2 §5), so it arrives encoded
 * once. Only text that `encodeURIComponent` can produce counts as encoded: `A%41` does not, because A is never escaped.
 * A client that encodes only once must therefore itself encode a value that looks encoded, such as `a%2Fb`.
 */
const encodedValue = named(
  '值',
  z
    .string()
    .max(200 * LONGEST_ESCAPE, '最多允许输入200个字符')
    .transform(decoded)
    .pipe(value),
)

function decoded(sent: string): string {
  try {
    const plain = decodeURIComponent(sent)
    return encodeURIComponent(plain) === sent ? plain : sent
  } catch {
    return sent
  }
}

export const checkCalls = {
  /** Succeeds if no record but `dataId` has the value; an empty value is never taken (spec 2 §5, §7). */
  unique: query({
    title: '检查值是否已被使用',
    entities: [],
    path: 'GET /sys/duplicate/check',
    access: 'signedIn',
    besides,
    input: z.object({
      tableName: named('表名', requiredText(64)),
      fieldName: named('字段名', requiredText(64)),
      fieldVal: named('值', text(200).default('')),
      dataId: named('数据编号', z.union([id, z.literal('')]).default('')),
    }),
    output: z.string(),
  }),
  /** Succeeds if the URL-encoded value matches the rule; an empty one is not checked (spec 2 §5, §7). */
  byCode: query({
    title: '按编码规则校验',
    path: 'GET /sys/checkRule/checkByCode',
    access: 'signedIn',
    input: z.object({ ruleCode: named('规则编码', text(64)), value: encodedValue }),
    output: z.null(),
  }),
  /** The same check for a rule that is not saved yet. */
  tryOut: query({
    title: '试用编码规则',
    entities: [],
    path: '/sys/checkRule/tryOut',
    access: manage,
    input: z.object({ segments, value }),
    output: z.null(),
  }),
  ...listedRecordCalls('checkRule', {
    title: '编码规则',
    path: '/sys/checkRule',
    access: manage,
    fields: ruleInput,
    output: rule,
  }),
  removeMany: removalOfMany('checkRule', { title: '编码规则', path: '/sys/checkRule', access: manage }),
}

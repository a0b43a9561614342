import { z } from 'zod'
import { query } from './call.ts'
import { named, nothing, requiredText } from './fields.ts'

/** One choice of a dictionary. Both families of names are answered (spec 2 §3: codeValue/value, dispName/label). */
export const dictionaryItem = z
  .object({
    value: z.string(),
    codeValue: z.string(),
    text: z.string(),
    title: z.string(),
    label: z.string(),
    dispName: z.string(),
    color: z.string().nullable(),
  })
  .meta({ id: 'DictionaryChoice' })

const CODE = /^[A-Za-z][A-Za-z0-9_]*$/
export const dictionaryCode = named(
  '字典编码',
  requiredText(64).regex(CODE, '以字母开头，只含字母、数字和下划线'),
)

/** A dictionary's code, or `table,text,code` of a table that the server knows by name (`dictionaryTables`). */
export const dictionaryRef = named(
  '字典编码',
  requiredText(200).refine(
    (given) => given.includes(',') || (given.length <= 64 && CODE.test(given)),
    '以字母开头，只含字母、数字和下划线',
  ),
)

export const manage = { perm: 'dict:manage' } as const

/** Dictionaries as forms and lists read them; `dictionaryCalls` has them too, beside what administrators do. */
export const choiceCalls = {
  /** The choices in force of one dictionary, in their order. */
  items: query({
    title: '一个字典的在用字典项',
    path: '/sys/dict/getDictItems/:code',
    method: 'GET',
    access: 'signedIn',
    input: z.object({ code: dictionaryRef }),
    output: z.array(dictionaryItem),
  }),
  all: query({
    title: '全部字典的在用字典项',
    path: '/sys/dict/queryAllDictItems',
    method: 'GET',
    access: 'signedIn',
    input: nothing,
    output: z.record(z.string(), z.array(dictionaryItem)),
  }),
  /** Asked before a client fetches its dictionaries anew; the server itself keeps none (spec 1 §7.2). */
  refresh: query({
    title: '刷新字典缓存',
    path: '/sys/dict/refleshCache',
    method: 'GET',
    access: manage,
    input: nothing,
    output: z.null(),
  }),
}

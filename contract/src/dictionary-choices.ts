import { z } from 'zod'
import { callsOf } from './call.ts'
import { alike, named, nothing, requiredText } from './fields.ts'

const { query } = callsOf('dictionary')

/** One choice of a dictionary, with both sets of field names (spec 2 §3: codeValue/value, dispName/label). */
export const dictionaryItem = z
  .object({
    ...alike(z.string(), 'value', 'codeValue'),
    ...alike(z.string(), 'text', 'title', 'label', 'dispName'),
    color: z.string().nullable(),
  })
  .meta({ id: 'DictionaryChoice' })

const CODE = /^[A-Za-z][A-Za-z0-9_]*$/
export const dictionaryCode = named(
  '字典编码',
  requiredText(64).regex(CODE, '以字母开头，只含字母、数字和下划线'),
)

/** A dictionary's code, or `table,text,code` of a table in `dictionaryTables`. */
export const dictionaryRef = named(
  '字典编码',
  requiredText(200).refine(
    (given) => given.includes(',') || (given.length <= 64 && CODE.test(given)),
    '以字母开头，只含字母、数字和下划线',
  ),
)

export const manage = { perm: 'dict:manage' } as const

/** The dictionary calls of forms and lists; `dictionaryCalls` has them too, with those for administrators. */
export const choiceCalls = {
  /** The active choices of one dictionary, in order. */
  items: query({
    title: '一个字典的在用字典项',
    path: 'GET /sys/dict/getDictItems/:code',
    access: 'signedIn',
    input: z.object({ code: dictionaryRef }),
    output: z.array(dictionaryItem),
  }),
  all: query({
    title: '全部字典的在用字典项',
    path: 'GET /sys/dict/queryAllDictItems',
    access: 'signedIn',
    input: nothing,
    output: z.record(z.string(), z.array(dictionaryItem)),
  }),
  /**
   * How characters are read, for clients that search lists which they have: entries `character`, then its readings with
   * commas, the most usual first (长chang,zhang), separated by spaces.
   */
  readings: query({
    title: '汉字的读音',
    path: 'GET /sys/dict/queryReadings',
    access: 'signedIn',
    input: nothing,
    output: z.string(),
  }),
  /** Called before a client reloads its dictionaries; the server has no cache of them (spec 1 §7.2). */
  refresh: query({
    title: '刷新字典缓存',
    path: 'GET /sys/dict/refleshCache',
    access: manage,
    input: nothing,
    output: z.null(),
  }),
}

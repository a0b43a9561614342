import type { Call } from '@heliodesk/contract/call.ts'
import { fieldsOf, partsOf, withValue, type Fields } from './samples.ts'
import { fitsPath, hasBody, inputOf, requestOf } from './wire.ts'

/** Numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)]!

const inherited = Object.getOwnPropertyNames(Object.prototype)

const values: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  1,
  -1,
  1.5,
  1e308,
  2 ** 53,
  true,
  false,
  '0',
  'true',
  '\u0000',
  '\ud800',
  'a\udc00b',
  '\u202e\u200b',
  '💥'.repeat(300),
  '9'.repeat(400),
  'a'.repeat(40_000),
  '1,'.repeat(3000),
  '%00%',
  "' or 1=1 --",
  '${1}{{1}}',
  '9999-12-31',
  '2026-02-31 00:00:00',
  '=1+1',
  '[1,2]',
  '{"a":1}',
  ...inherited,
  [],
  {},
  [null],
  [[[]]],
  [{}],
  { length: 1e9 },
  Object.fromEntries(inherited.map((name) => [name, 1])),
  Array.from({ length: 2000 }, (_, at) => at),
  Array.from({ length: 2000 }, () => ({})),
]

/** JSON texts as large or as deep as a body may be, and beyond, by number of bytes. */
const bulks: readonly ((bytes: number) => string)[] = [
  (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  (bytes) => `{"a":`.repeat(bytes / 6) + '1' + '}'.repeat(bytes / 6),
  (bytes) => `{"a":[${'[],'.repeat(bytes / 3 - 10)}[]]}`,
  (bytes) => `{"a":[${'{},'.repeat(bytes / 3 - 10)}{}]}`,
  (bytes) => `{"a":[${'1,'.repeat(bytes / 2 - 10)}1]}`,
  (bytes) => `{${Array.from({ length: bytes / 12 }, (_, at) => `"${at}":1`).join(',')}}`,
  (bytes) => `{"a":"${'x'.repeat(bytes - 20)}"}`,
  (bytes) => `{"a":"${'\\u0041'.repeat(bytes / 6 - 10)}"}`,
  (bytes) => '"'.repeat(bytes),
]

const payloads = [
  '',
  'null',
  'true',
  '12',
  '"text"',
  '[]',
  '[{}]',
  '{"a":',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":1e999999}',
  '\ufeff{}',
  '{"a":"\\ud800"}',
] as const

type Case = { request: ReturnType<typeof requestOf>; told: string }

/** A request that no real client sends, with a short description. */
export function strangeRequest(call: Call, random: () => number): Case {
  const valid = inputOf(call)
  if (hasBody(call) && random() < 0.15) return payloadCase(call, valid, random)
  let input: Fields = random() < 0.1 ? {} : valid
  const places = [...partsOf(call.input), ...fieldsOf(call.input)].filter(({ path }) => path.length > 0)
  for (let changes = Math.ceil(random() * 3); changes > 0 && places.length > 0; changes--) {
    const { path } = pick(random, places)
    const value = pick(random, values)
    if (!call.path.includes(`:${path[0]}`) || fitsPath(value)) input = withValue(input, path, value)
  }
  if (random() < 0.2)
    input = { ...input, [pick(random, [...inherited, 'a', 'userId', 'orgCode'])]: pick(random, values) }
  const request = requestOf(call, input)
  // The server accepts request lines up to 16 KB and answers longer ones itself.
  if (request.url.length > 12_000) return { request: requestOf(call, valid), told: 'a valid input' }
  return { request, told: JSON.stringify(input).slice(0, 300) }
}

/** An invalid body for the call, or one of its fields with a bulk value. */
function payloadCase(call: Call, valid: Fields, random: () => number): Case {
  if (random() < 0.4) {
    const payload = pick(random, payloads)
    return { request: requestOf(call, valid, payload), told: payload }
  }
  const [name = 'a'] = Object.keys(valid)
  const bytes = pick(random, [12_000, call.bodyKb * 1000, 1_000_000])
  const bulk = pick(random, bulks)(bytes).replace('"a":', `${JSON.stringify(random() < 0.7 ? name : 'a')}:`)
  return { request: requestOf(call, valid, bulk), told: `${bulk.slice(0, 60)}… of ${bytes} bytes` }
}

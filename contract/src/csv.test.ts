import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹢', '﹣', '﹦', '﹫', '−']
const UNSEEN = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\u00A0',
  '\u3000',
  '\u200B',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\u202E',
  '\u2066',
  '\uFE0F',
  '\u3164',
  '\u2800',
  '\u0000',
  '\u001F',
  '\u{E0020}',
  '\u200B \uFEFF\t',
]
const named = (text: string) =>
  JSON.stringify(text).replaceAll(/[^ -~]/gu, (each) => `U+${each.codePointAt(0)!.toString(16)}`)

describe.each(SIGNS.map((sign) => [named(sign), sign] as const))(
  'a text that begins with %s',
  (_name, sign) => {
    it.each(UNSEEN.map((unseen) => [named(unseen), unseen] as const))(
      'behind %s is no formula',
      (_of, unseen) => {
        const field = csvLine([`${unseen}${sign}1+1`])
        expect(field.replace(/^"/, '').startsWith(`'${unseen}${sign}`)).toBe(true)
      },
    )
  },
)

it.each(['电站一', 'a=b', '1-2', '（一）', "'已有", 'a@b.cn', '　正文', '👩‍🔧 值班', '•=1'])(
  'a text such as %s stays as it is',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`${text}\r\n`)
  },
)

it('numbers stay numbers', () => {
  expect(csvLine([-5, 1.5, null])).toBe('-5,1.5,\r\n')
})

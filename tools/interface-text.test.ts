import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textsNotChinese } from './interface-text.ts'
import { readTree } from './tree.ts'

const sources = readTree(join(import.meta.dirname, '..')).filter(
  ({ path }) =>
    /^(?:web|contract|server)\/src\/.*\.tsx?$/.test(path) && !/\.(?:test|gallery)\.|[.-]fixture\./.test(path),
)

test('every text of the interface is Chinese, wherever it shows', () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.flatMap(textsNotChinese)).toEqual([])
})

test.each([
  ['a text between tags', '<p>Save changes</p>', ['Save changes']],
  ['a single word', '<button>Save</button>', ['Save']],
  ['a hint', "<input placeholder={busy ? 'Wait' : '请输入'} />", ['Wait']],
  ['a name that is read out', '<i aria-label={`Close ${name}`} />', ['Close ']],
  ['a property that becomes a text', "notify({ title: 'Failed', text: '磁盘已满' })", ['Failed']],
  ['the reason of a refusal', "throw new DomainError('order.state', 'not now')", ['not now']],
  ['Chinese with a name in it', '<p>请安装 Heliodesk 的 APP</p>', []],
  ['what is no text', '<p className="lead" data-kind="error">{count} kWh</p>', []],
])('%s is judged', (_what, code, found) => {
  const text = `const shown = ${code.startsWith('throw') ? `() => { ${code} }` : code}`
  expect(textsNotChinese({ path: 'a.tsx', text })).toEqual(found.map((each) => `a.tsx: ${each.trim()}`))
})

import { parseSync } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * The tests of a source file: the title as written, including table placeholders, with the text of the test and of all
 * declarations of the file that it uses: tables, set-up, helper functions.
 */
export function testsOf(path: string, source: string): Map<string, string> {
  const declared = new Map<string, string>()
  const found: [title: string, text: string][] = []
  const walk = (node: unknown, loop: Node | null): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, loop)
    if (!isNode(node)) return
    const name = nameOf(node)
    if (name) declared.set(name, source.slice(node.start, node.end))
    const title = titleOf(node, source)
    if (title !== null) {
      const { start, end } = loop ?? node
      found.push([title, source.slice(start, end)])
      return
    }
    const around = node.type === 'ForOfStatement' ? node : loop
    for (const child of Object.values(node)) walk(child, around)
  }
  walk(parseSync(path, source).program, null)
  const tests = new Map<string, string>()
  for (const [title, text] of found)
    tests.set(title, `${tests.get(title) ?? ''}${withDeclared(text, declared)}`)
  return tests
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The name that a declaration declares: a constant by a plain name, or a function. */
function nameOf({ type, id }: Node): string | null {
  if (type !== 'VariableDeclarator' && type !== 'FunctionDeclaration' && type !== 'ClassDeclaration')
    return null
  return isNode(id) && id.type === 'Identifier' ? (id.name as string) : null
}

/** The title of `test('…', …)`, `it('…', …)`, `test.each(table)('…', …)` and the like; null for anything else. */
function titleOf({ type, callee, arguments: given }: Node, source: string): string | null {
  if (type !== 'CallExpression' || !isNode(callee) || !isTest(callee)) return null
  const [title, ...rest] = given as Node[]
  if (!title || !rest.some((each) => /^(Arrow)?Function/.test(each.type))) return null
  if (title.type === 'Literal' && typeof title.value === 'string') return title.value
  return title.type === 'TemplateLiteral' ? source.slice(title.start + 1, title.end - 1) : null
}

function isTest(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'test' || node.name === 'it'
  if (isNode(node.property) && node.property.name === 'describe') return false
  const inner = node.object ?? node.callee ?? node.tag ?? node.expression
  return isNode(inner) && isTest(inner)
}

/** A text with the declarations that it uses, directly and indirectly. */
function withDeclared(text: string, declared: ReadonlyMap<string, string>): string {
  const used = new Map<string, string>()
  const add = (from: string): void => {
    for (const [word] of from.matchAll(/[\w$]+/g)) {
      const declaration = declared.get(word)
      if (declaration === undefined || used.has(word)) continue
      used.set(word, declaration)
      add(declaration)
    }
  }
  add(text)
  return [text, ...used.values(), ''].join('\n')
}

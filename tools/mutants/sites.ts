import { parseSync } from 'vite'

import { moved, sqlEdits, type Edit } from './sql-sites.ts'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const comparisons = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['==', '!='],
  ['!=', '=='],
])
const arithmetic = new Set(['+', '-', '*', '/', '%'])
const logical = new Map([
  ['&&', '||'],
  ['||', '&&'],
])
const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
])
/** Operators of the query builder. */
const wheres = new Map([...comparisons, ['=', '!=']])
/** Calls whose numbers are bounds or places. */
const counting = new Set([
  'slice',
  'substring',
  'at',
  'min',
  'max',
  'length',
  'gte',
  'lte',
  'padStart',
  'limit',
])
/** Calls in a chain that narrow: a condition of a query, a rule of a schema. */
const narrowing = new Set(['where', 'having', 'min', 'max', 'length', 'regex', 'refine', 'trim', 'filter'])
/** Statements without an effect that a test should see: log lines, and timers that keep the process alive or not. */
const unseen = /^(?:await |void )?(?:[\w.]*\b(?:log|logger|console)\??\.\w+\(|[\w.]+\.unref\(|performance\.)/
/** Attributes for the eye alone. */
const looks = /^(?:className|style|key|data-.*|variant|size|width|height)$/

/** Every edit of a TypeScript file that a person could have written by mistake, in the order of the text. */
export function editsOf(path: string, source: string): Edit[] {
  const edits: Edit[] = []
  const compared = comparedTexts(path, source)
  const add = (at: { start: number; end: number }, text: string, kind: string) =>
    edits.push({ start: at.start, end: at.end, text, kind })
  const textOf = ({ start, end }: Node) => source.slice(start, end)

  const swap = ({ left, right, operator }: Node, to: string) => {
    const after = (left as Node).end
    const start = after + source.slice(after, (right as Node).start).indexOf(operator as string)
    add({ start, end: start + (operator as string).length }, to, `${operator as string} → ${to}`)
  }
  const negate = (test: Node) => {
    if (isComparison(test)) return
    if (test.type === 'UnaryExpression' && test.operator === '!')
      add(test, textOf(test.argument as Node), 'condition negated')
    else add(test, `!(${textOf(test)})`, 'condition negated')
  }
  const otherValue = (node: Node) => {
    if (isNumber(node)) add(node, String((node.value as number) + 1), 'number + 1')
    if (node.type !== 'Literal' || typeof node.value !== 'string') return
    const other = compared.find((each) => each !== node.value) ?? ''
    if (other !== node.value) add(node, `'${other}'`, 'another text compared')
  }
  const edit = (node: Node, parent: Node | null) => {
    if (node.type === 'BinaryExpression') {
      const sides = [node.left, node.right] as Node[]
      const other = comparisons.get(node.operator as string)
      if (other) swap(node, other)
      if (other) sides.forEach(otherValue)
      if (arithmetic.has(node.operator as string)) sides.filter(isSmallNumber).forEach(otherValue)
    }
    const other = node.type === 'LogicalExpression' ? logical.get(node.operator as string) : undefined
    if (other && isJsx(node.right)) negate(node.left as Node)
    else if (other) swap(node, other)
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') negate(node.test as Node)
    if (isRemovable(node, parent) && !unseen.test(textOf(node))) add(node, ';', 'statement removed')
    if (node.type === 'MemberExpression' && node.computed && isNode(node.property) && isNumber(node.property))
      otherValue(node.property)
    if (typeof node.value === 'boolean' && node.type === 'Literal' && parent?.type !== 'ArrayExpression')
      add(node, String(!node.value), `${node.value} → ${!node.value}`)
    if (node.type === 'CallExpression') editCall(node)
    if (node.type === 'TaggedTemplateExpression' && /^sql\b/.test(textOf(node.tag as Node)))
      editSql(node.quasi as Node)
  }
  const editCall = (node: Node) => {
    const callee = node.callee as Node
    const given = node.arguments as Node[]
    if (callee.type !== 'MemberExpression' || callee.computed) return
    const property = callee.property as Node
    const name = property.name as string
    const object = callee.object as Node
    const method = methods.get(name)
    if (method) add(property, method, `${name} → ${method}`)
    if (textOf(object) === 'Math' && (name === 'min' || name === 'max'))
      add(property, name === 'min' ? 'max' : 'min', 'Math.min ↔ Math.max')
    if (counting.has(name) && textOf(object) !== 'Math') given.filter(isNumber).forEach(otherValue)
    if (narrowing.has(name) && (name === 'where' || name === 'filter' || path.startsWith('contract/')))
      add({ start: object.end, end: node.end }, '', `.${name}(…) removed`)
    const operator = given.length === 3 && given[1]?.type === 'Literal' ? given[1] : undefined
    const opposite = operator && wheres.get(operator.value as string)
    if (/^(?:where|on|having)/.test(name) && opposite)
      add(operator, `'${opposite}'`, `${operator.value as string} → ${opposite} in a query`)
    if (name === 'query' && given[0]?.type === 'TemplateLiteral') editSql(given[0])
  }
  const editSql = (quasi: Node) => {
    let sql = textOf(quasi)
    for (const { start, end } of quasi.expressions as Node[])
      sql = sql.slice(0, start - quasi.start) + '¤'.repeat(end - start) + sql.slice(end - quasi.start)
    sql = sql.replaceAll(/\$\{\s*(¤+)\s*\}/g, (whole) => '¤'.repeat(whole.length))
    edits.push(...sqlEdits(sql.slice(1, -1)).map((each) => moved(each, quasi.start + 1)))
  }

  walk(parseSync(path, source).program as unknown as Node, null, edit)
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** Visits all expressions and statements; not types, imports, and what only the eye sees. */
function walk(node: unknown, parent: Node | null, visit: (node: Node, parent: Node | null) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, parent, visit)
  if (!isNode(node) || node.type === 'ImportDeclaration') return
  if (node.type === 'JSXAttribute' && looks.test(String((node.name as Node).name))) return
  if (node.type.startsWith('TS')) return walk(node.expression, parent, visit)
  visit(node, parent)
  for (const child of Object.values(node)) walk(child, node, visit)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const isJsx = (node: unknown): boolean =>
  isNode(node) &&
  (node.type.startsWith('JSX') || (node.type === 'ParenthesizedExpression' && isJsx(node.expression)))

const isNumber = (node: unknown): node is Node =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'number'

/** Larger numbers in a sum are units and figures of a drawing; one more or less makes no difference there. */
const isSmallNumber = (node: unknown): node is Node =>
  isNumber(node) && Number.isInteger(node.value) && (node.value as number) <= 12

const isComparison = (node: Node): boolean =>
  node.type === 'BinaryExpression' && comparisons.has(node.operator as string)

const effects = new Set(['AwaitExpression', 'CallExpression', 'AssignmentExpression', 'UpdateExpression'])

/** A statement that acts, refuses or leaves early. */
function isRemovable(node: Node, parent: Node | null): boolean {
  if (node.type === 'ThrowStatement') return true
  if (node.type === 'ReturnStatement') return node.argument === null && parent?.type === 'IfStatement'
  if (node.type !== 'ExpressionStatement') return false
  const acts = node.expression as Node
  return effects.has(acts.type) || (acts.type === 'UnaryExpression' && acts.operator === 'void')
}

/** The texts with which this file compares, for mistaking one for another. */
function comparedTexts(path: string, source: string): string[] {
  const texts = new Set<string>()
  walk(parseSync(path, source).program as unknown as Node, null, (node) => {
    if (!isComparison(node)) return
    for (const side of [node.left, node.right] as Node[])
      if (side.type === 'Literal' && typeof side.value === 'string' && /^[\w-]*$/.test(side.value))
        texts.add(side.value)
  })
  return [...texts]
}

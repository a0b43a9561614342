import { parseSync } from 'vite'
import type { TreeFile } from './tree.ts'

type Node = { type: string; [key: string]: unknown }

/** Attributes and properties with texts for people, including screen reader users. */
const READ = new Set([
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'hint',
  'label',
  'lead',
  'okText',
  'cancelText',
  'placeholder',
  'text',
  'title',
  'verb',
])

/** Texts that are equal in Chinese: names, units, keys, and texts in capitals only. */
const SAME_IN_CHINESE =
  /\b(Heliodesk|Copyright|WebP|WebM|[kMG]Wh?p?|Ctrl|Shift|Alt|Tab|Esc|OpenStreetMap)\b|https?:\/\/\S*|&\w+;/g

/** Texts of a source file shown to people, on a screen or as the reason of a refusal, that are not Chinese. */
export function textsNotChinese({ path, text }: TreeFile): string[] {
  const found: string[] = []
  const judge = (shown: string) => {
    const rest = shown.replaceAll(SAME_IN_CHINESE, '')
    if (/[a-z]{2,}/.test(rest) && !/\p{Script=Han}/u.test(shown)) found.push(`${path}: ${shown.trim()}`)
  }
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each)
    if (!isNode(node)) return
    if (node.type === 'JSXText') judge(node.value as string)
    if (node.type === 'JSXAttribute' && READ.has(nameOf(node.name))) textsIn(node.value).forEach(judge)
    if (node.type === 'Property' && READ.has(nameOf(node.key))) textsIn(node.value).forEach(judge)
    if (node.type === 'NewExpression' && /^(DomainError|Refusal)$/.test(nameOf(node.callee)))
      (node.arguments as unknown[]).slice(1).flatMap(textsIn).forEach(judge)
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(path, text).program)
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.type === 'Literal' ? node.value : node.name) : ''

/** The string literals that an expression can evaluate to. */
function textsIn(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateLiteral')
    return [(node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('')]
  if (node.type === 'ConditionalExpression') return [...textsIn(node.consequent), ...textsIn(node.alternate)]
  if (node.type === 'LogicalExpression') return [...textsIn(node.left), ...textsIn(node.right)]
  if (node.type === 'JSXExpressionContainer') return textsIn(node.expression)
  return []
}

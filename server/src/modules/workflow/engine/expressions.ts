import { evaluate, parseExpression } from 'feelin'
import { own } from '@heliodesk/contract/own.ts'
import type { Expression, Variables } from './process.ts'

const LONGEST = 1000
const PATH = /^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u
const CONSTANTS = new Set(['true', 'false', 'null'])

/** What may run for as long as a company likes: loops, and functions that loop or match regular expressions. */
const REFUSED = new Map([
  ['ForExpression', 'for'],
  ['QuantifiedExpression', 'some … satisfies'],
  ['FilterExpression', '列表[条件]'],
  ['FunctionDefinition', 'function'],
])

const FUNCTIONS = new Set([
  'abs',
  'all',
  'any',
  'ceiling',
  'contains',
  'count',
  'date',
  'day of week',
  'ends with',
  'floor',
  'is defined',
  'list contains',
  'lower case',
  'max',
  'mean',
  'min',
  'modulo',
  'not',
  'now',
  'number',
  'starts with',
  'string',
  'string length',
  'substring',
  'sum',
  'today',
  'upper case',
])

/**
 * A FEEL expression that takes time in proportion to its length; throws an error that says in Chinese what is wrong with
 * it. Variables that are missing are null.
 */
export function expressionOf(text: string): Expression {
  if (text.length > LONGEST) throw new Error(`最多 ${LONGEST} 个字符`)
  // Most expressions are a plain name, which needs no interpreter.
  if (PATH.test(text) && !CONSTANTS.has(text)) {
    const names = text.split('.')
    return { text, valueOf: (variables) => names.reduce<unknown>(memberOf, variables) ?? null }
  }
  check(text)
  return { text, valueOf: (variables: Variables) => evaluate(text, variables).value }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (own(value as Record<string, unknown>, name) ?? null) : null

function check(text: string): void {
  parseExpression(text, {}, undefined).iterate({
    enter(node) {
      const part = text.slice(node.from, node.to)
      if (node.type.isError) throw new Error(`第 ${node.from + 1} 个字符起不是 FEEL 表达式`)
      const refused = REFUSED.get(node.name)
      if (refused) throw new Error(`不支持 ${refused}`)
      if (node.name !== 'FunctionInvocation') return
      const name = part.slice(0, part.indexOf('(')).trim().replaceAll(/\s+/g, ' ')
      if (!FUNCTIONS.has(name)) throw new Error(`不支持函数 ${name}`)
    },
  })
}

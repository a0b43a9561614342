import { own } from './own.ts'

/**
 * Conditions under which a form shows a field: a subset of FEEL that browsers evaluate too, so that forms need no
 * interpreter of 200 KB. Comparisons of a field with a value, `in`, `and`, `or`, `not(…)`, parentheses. A test compares
 * it with the interpreter that processes use.
 */
export type Condition =
  | { kind: 'and'; sides: readonly Condition[] }
  | { kind: 'or'; sides: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'compare'; field: string; by: Comparison; value: Literal }
  | { kind: 'in'; field: string; values: readonly Literal[] }

export type Literal = string | number | boolean | null
const COMPARISONS = ['<=', '>=', '!=', '=', '<', '>'] as const
export type Comparison = (typeof COMPARISONS)[number]

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\["\\])*")|(-?\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|(<=|>=|!=|[=<>(),[\]]))/uy
const WORDS = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const RESERVED = new Set(['and', 'or', 'not', 'in', ...WORDS.keys()])

type Token = { kind: 'text' | 'number' | 'name' | 'sign'; text: string }

/** Reads a condition; throws an error that says in Chinese what is wrong with it. */
export function conditionOf(text: string): Condition {
  const tokens = tokensOf(text)
  let at = 0
  const peek = () => tokens[at]?.text
  const take = (wanted?: string): Token => {
    const token = tokens[at]
    if (!token || (wanted !== undefined && (token.text !== wanted || token.kind === 'text')))
      throw new Error(wanted ? `缺少 ${wanted}` : '条件不完整')
    at += 1
    return token
  }
  const several = (kind: 'and' | 'or', side: () => Condition): Condition => {
    const sides = [side()]
    while (peek() === kind) {
      take(kind)
      sides.push(side())
    }
    return sides.length === 1 && sides[0] ? sides[0] : { kind, sides }
  }
  const literal = (): Literal => {
    const { kind, text: said } = take()
    if (kind === 'text') return said.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    if (kind === 'number') return Number(said)
    const word = WORDS.get(said)
    if (word === undefined) throw new Error(`“${said}”不是值：文字写在英文双引号里`)
    return word
  }
  const list = (): Literal[] => {
    const close = peek() === '[' ? ']' : ')'
    take(close === ']' ? '[' : '(')
    const values = [literal()]
    while (peek() === ',') {
      take(',')
      values.push(literal())
    }
    take(close)
    return values
  }
  const single = (): Condition => {
    if (peek() === '(') return inParentheses()
    const name = take()
    if (name.kind === 'name' && name.text === 'not') return { kind: 'not', of: inParentheses() }
    if (name.kind !== 'name' || RESERVED.has(name.text)) throw new Error(`“${name.text}”不是字段`)
    if (peek() === 'in') {
      take('in')
      return { kind: 'in', field: name.text, values: list() }
    }
    const by = COMPARISONS.find((each) => each === peek())
    if (!by) throw new Error(`“${name.text}”之后应为比较，如 = 或 in`)
    take(by)
    const value = literal()
    if (by !== '=' && by !== '!=' && typeof value !== 'number' && typeof value !== 'string')
      throw new Error(`${by} 只能比较数字和文字`)
    return { kind: 'compare', field: name.text, by, value }
  }
  const inParentheses = (): Condition => {
    take('(')
    const inner = any()
    take(')')
    return inner
  }
  const any = (): Condition => several('or', () => several('and', single))
  const whole = any()
  if (at < tokens.length) throw new Error(`“${peek() ?? ''}”是多余的`)
  return whole
}

/** A condition is as long as this at most. */
export const LONGEST_CONDITION = 200

function tokensOf(text: string): Token[] {
  if (text.length > LONGEST_CONDITION) throw new Error(`最多 ${LONGEST_CONDITION} 个字符`)
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let end = text.trimEnd().length; TOKEN.lastIndex < end;) {
    const from = TOKEN.lastIndex
    const found = TOKEN.exec(text)
    if (!found) throw new Error(`第 ${from + 1} 个字符起不能识别`)
    const kind =
      found[1] !== undefined ? 'text' : found[2] !== undefined ? 'number' : found[3] ? 'name' : 'sign'
    tokens.push({ kind, text: found[0].trim() })
  }
  return tokens
}

/** The fields that a condition asks about. */
export function fieldsOf(condition: Condition): string[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.sides.flatMap(fieldsOf)
  return condition.kind === 'not' ? fieldsOf(condition.of) : [condition.field]
}

/** Whether it holds; as in FEEL, what cannot be compared is neither true nor false. */
export const holds = (condition: Condition, values: Readonly<Record<string, unknown>>): boolean =>
  truth(condition, values) === true

function truth(condition: Condition, values: Readonly<Record<string, unknown>>): boolean | null {
  if (condition.kind === 'not') {
    const inner = truth(condition.of, values)
    return inner === null ? null : !inner
  }
  if (condition.kind === 'and' || condition.kind === 'or') {
    const decisive = condition.kind === 'or'
    const all = new Set(condition.sides.map((side) => truth(side, values)))
    if (all.has(decisive)) return decisive
    return all.has(null) ? null : !decisive
  }
  const value = own(values, condition.field) ?? null
  if (condition.kind === 'in') return condition.values.includes(value as Literal)
  const { by, value: other } = condition
  if (by === '=' || by === '!=') {
    if (value !== null && other !== null && typeof value !== typeof other) return null
    return (value === other) === (by === '=')
  }
  const ordered =
    (typeof value === 'number' && typeof other === 'number') ||
    (typeof value === 'string' && typeof other === 'string')
  if (!ordered) return null
  if (by === '<') return value < other
  if (by === '>') return value > other
  return by === '<=' ? value <= other : value >= other
}

/** The text of a comparison, as `conditionOf` reads it. */
export const comparisonText = (field: string, by: Comparison, value: Literal): string =>
  `${field} ${by} ${typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value)}`

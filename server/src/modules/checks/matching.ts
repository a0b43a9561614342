import type { Segment } from '@heliodesk/contract/checks.ts'
import { RE2JS } from 're2js'
import { DomainError } from '../../kernel/context.ts'

/**
 * The maximum of RE2 instructions in all segments of a rule. RE2's time is proportional to the text and to its program,
 * in which repetitions are expanded and nested ones multiply.
 */
export const MOST_INSTRUCTIONS = 1000

/** Compiled programs in the LRU cache. */
const MOST_KEPT = 500

/** RE2's error messages for repetitions that it refuses to expand. */
const TOO_LARGE_FOR_RE2 = /expression too large|invalid repeat count/

type Program = { size: number; matches: (text: string) => boolean }

const kept = new Map<string, Program>()

function compile(pattern: string): Program {
  const known = kept.get(pattern)
  kept.delete(pattern)
  const program = known ?? compileAnew(pattern)
  if (program.size <= MOST_INSTRUCTIONS) kept.set(pattern, program)
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > MOST_KEPT) kept.delete(oldest)
  return program
}

function compileAnew(pattern: string): Program {
  const compiled = RE2JS.compile(pattern)
  return { size: compiled.programSize(), matches: (text) => compiled.matches(text) }
}

/** Compiles a rule; throws naming the segment that is not a valid RE2 pattern, or that makes the rule too large. */
function compileAll(segments: readonly Segment[]): Program[] {
  let size = 0
  return segments.map(({ pattern }, at) => {
    const program = compileSegment(pattern, at)
    size += program.size
    if (size > MOST_INSTRUCTIONS) throw tooLarge(at, size)
    return program
  })
}

function compileSegment(pattern: string, at: number): Program {
  try {
    return compile(pattern)
  } catch (error) {
    if (error instanceof Error && TOO_LARGE_FOR_RE2.test(error.message)) throw tooLarge(at)
    throw new DomainError(
      'check_rule.pattern',
      `第 ${at + 1} 段的正则表达式不正确，或使用了不支持的写法（如反向引用、环视）：${pattern}`,
    )
  }
}

function tooLarge(at: number, size?: number): DomainError {
  const measured = size === undefined ? '' : `到该段已有 ${size} 步，`
  return new DomainError(
    'check_rule.too_large',
    `编码规则过于复杂，无法校验：请减少第 ${at + 1} 段的重复次数或嵌套（${measured}各段合计最多 ${MOST_INSTRUCTIONS} 步）`,
  )
}

/** Throws if a rule is not usable, with a message for its author. */
export function requirePatterns(segments: readonly Segment[]): void {
  compileAll(segments)
}

/**
 * Why the value does not match the rule, in the rule's own message; null if it does. Segments consume characters from
 * left to right, and each must match as a whole. Throws like `requirePatterns`.
 */
export function faultOf(segments: readonly Segment[], value: string): string | null {
  const programs = compileAll(segments)
  const left = Array.from(value)
  for (const [at, { digits, message }] of segments.entries()) {
    const part = left.splice(0, digits === '*' ? left.length : digits)
    const isShort = digits !== '*' && part.length < digits
    if (isShort || !programs[at]?.matches(part.join(''))) return message
  }
  if (left.length === 0) return null
  return `最多 ${segments.reduce((sum, { digits }) => sum + Number(digits), 0)} 位，多出“${left.join('')}”`
}

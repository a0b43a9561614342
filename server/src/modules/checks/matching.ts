import type { Segment } from '@heliodesk/contract/checks.ts'
import { RE2JS } from 're2js'
import { DomainError } from '../../kernel/context.ts'

/**
 * Why the value is not built as the rule says, in the rule's own words; null when it is. Segments take their characters
 * from left to right, and each must match as a whole. RE2 takes time in proportion to the text whatever the pattern,
 * so that no rule can hold the server up.
 */
export function faultOf(segments: readonly Segment[], value: string): string | null {
  const left = Array.from(value)
  for (const { digits, pattern, message } of segments) {
    const part = left.splice(0, digits === '*' ? left.length : digits)
    const isShort = digits !== '*' && part.length < digits
    if (isShort || !RE2JS.compile(pattern).matches(part.join(''))) return message
  }
  if (left.length === 0) return null
  return `最多 ${segments.reduce((sum, { digits }) => sum + Number(digits), 0)} 位，多出“${left.join('')}”`
}

/** Throws when a pattern is none that RE2 knows, naming its segment. */
export function requirePatterns(segments: readonly Segment[]): void {
  for (const [at, { pattern }] of segments.entries()) {
    try {
      RE2JS.compile(pattern)
    } catch {
      throw new DomainError(
        'check_rule.pattern',
        `第 ${at + 1} 段的正则表达式不正确，或使用了不支持的写法（如反向引用、环视）：${pattern}`,
      )
    }
  }
}

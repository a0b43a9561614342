import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { expressionOf } from './engine/expressions.ts'
import type { Variables } from './engine/process.ts'

type Trial = (typeof workflowCalls)['tryExpression']

/** What an expression gives for values that a person typed. */
export function tryExpression({ expression, values }: Input<Trial>): Output<Trial> {
  try {
    const typed = values.map(({ name, value }): Named => [name.split('.'), valueOf(value)])
    return { result: inWords(expressionOf(expression).valueOf(nested(typed))), fault: null }
  } catch (error) {
    return { result: null, fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Numbers, true, false, null and lists as JSON writes them; anything else is text. */
function valueOf(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

type Named = readonly [path: readonly string[], value: unknown]

/** `review.outcome` is the outcome in the variable `review`. */
const nested = (values: readonly Named[]): Variables =>
  Object.fromEntries(
    [...Map.groupBy(values, ([path]) => path[0] ?? '')].map(([name, all]) => {
      const own = all.findLast(([path]) => path.length === 1)
      return [name, own ? own[1] : nested(all.map(([path, value]) => [path.slice(1), value]))]
    }),
  )

const inWords = (value: unknown): string => JSON.stringify(value ?? null) ?? 'null'

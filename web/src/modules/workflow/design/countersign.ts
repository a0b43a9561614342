/** When a step that several people sign has passed. */
export type Passing =
  /** Everybody signs; with `early`, the first refusal ends it. */
  | { kind: 'all'; early: boolean }
  | { kind: 'any' }
  | { kind: 'count'; count: number }
  | { kind: 'share'; percent: number }
  /** A condition of another form. */
  | { kind: 'expression'; text: string }

/** The condition that ends a countersign early, in FEEL; undefined if there is none. */
export function conditionOf(passing: Passing): string | undefined {
  switch (passing.kind) {
    case 'all':
      return passing.early ? 'nrRejected >= 1' : undefined
    case 'any':
      return 'nrApproved >= 1'
    case 'count':
      return `nrApproved >= ${passing.count}`
    case 'share':
      return `nrApproved / nrOfInstances >= ${passing.percent / 100}`
    case 'expression':
      return passing.text
  }
}

export function passingOf(condition: string | undefined): Passing {
  const text = condition?.trim() ?? ''
  if (text === '') return { kind: 'all', early: false }
  if (text === 'nrRejected >= 1') return { kind: 'all', early: true }
  const count = /^nrApproved >= (\d+)$/.exec(text)?.[1]
  if (count === '1') return { kind: 'any' }
  if (count) return { kind: 'count', count: Number(count) }
  const share = /^nrApproved \/ nrOfInstances >= (0?\.\d+|1)$/.exec(text)?.[1]
  if (share) return { kind: 'share', percent: Math.round(Number(share) * 10_000) / 100 }
  return { kind: 'expression', text }
}

/** The condition of a flow that is taken when the countersign at `step` has passed. */
export function passedCondition(step: string, passing: Passing): string {
  switch (passing.kind) {
    case 'all':
    case 'expression':
      return `${step}.nrRejected = 0`
    case 'any':
      return `${step}.nrApproved >= 1`
    case 'count':
      return `${step}.nrApproved >= ${passing.count}`
    case 'share':
      return `${step}.nrApproved / ${step}.nrOfInstances >= ${passing.percent / 100}`
  }
}

import type { Expression, Flow, Node, Variables } from './process.ts'
import { WorkflowError, type Outcome, type State } from './state.ts'
import { hasRefusals, unanimous } from './verdicts.ts'

/** The value of an expression in an instance, with these variables before its own. */
export const valueIn = (
  { variables, starter }: State,
  expression: Expression,
  more: Variables = {},
): unknown => expression.valueOf({ ...variables, starter, ...more })

/** The flows by which a token leaves a node. */
export function chosenAt(state: State, node: Node): readonly Flow[] {
  const chosen = fitting(state, node)
  if (chosen.length === 0 && node.outgoing.length > 0)
    throw new WorkflowError('no flow', `“${node.name || node.id}”的条件都不满足，没有后续环节`)
  return chosen
}

/** The flows of a node whose conditions hold, with these variables instead of the instance's own. */
function fitting(state: State, node: Node, instead: Variables = {}): readonly Flow[] {
  if (node.kind === 'parallel') return node.outgoing
  const holds = ({ condition }: Flow) => condition === null || valueIn(state, condition, instead) === true
  const otherwise = 'otherwise' in node ? node.otherwise : null
  const fits = node.outgoing.filter((flow) => flow !== otherwise && holds(flow))
  const chosen = fits.length === 0 && otherwise ? [otherwise] : fits
  return node.kind === 'exclusive' ? chosen.slice(0, 1) : chosen
}

const idsOf = (flows: readonly Flow[]) => flows.map(({ id }) => id).join()

/**
 * What a gateway makes of the decisions before it, whatever its conditions are: it was a refusal if other flows would
 * have been taken had everybody approved. Null if the gateway does not ask for them.
 */
export function verdictAt(state: State, node: Node, taken: readonly Flow[]): Outcome | null {
  const { variables } = state
  if (node.outgoing.length < 2 || !('otherwise' in node) || !hasRefusals(variables)) return null
  const isAnother = (outcome: Outcome) =>
    idsOf(fitting(state, node, unanimous(variables, outcome))) !== idsOf(taken)
  if (isAnother('approve')) return 'reject'
  return isAnother('reject') ? 'approve' : null
}

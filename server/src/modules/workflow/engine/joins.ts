import { entryOf, present } from '../../../platform/certain.ts'
import { reachableFrom, type Gateway, type Process } from './process.ts'
import type { State, Token } from './state.ts'

/** Branches of one subprocess that wait at a gateway, by the flow on which they came. */
type Join = { gateway: Gateway; waiting: ReadonlyMap<string, Token> }

/** The gateways whose branches have all come. */
export function joinsOf(process: Process, state: State): Join[] {
  const joins = new Map<string, { gateway: Gateway; scope: Token | null; waiting: Map<string, Token> }>()
  for (const token of state.tokens.values()) {
    if (token.doing !== 'joining') continue
    const gateway = process.nodes.get(token.node) as Gateway
    const scope = scopeOf(state, token)
    const key = `${gateway.id} ${scope?.id}`
    const join = joins.get(key) ?? { gateway, scope, waiting: new Map<string, Token>() }
    joins.set(key, join)
    const via = present(token.via)
    if (!join.waiting.has(via)) join.waiting.set(via, token)
  }
  return [...joins.values()].filter(
    ({ gateway, scope, waiting }) =>
      waiting.size === gateway.incoming.length ||
      (gateway.kind === 'inclusive' && !isAwaited(process, state, gateway, scope, waiting)),
  )
}

/** The branches that go on together, one of each flow. */
export const arrivedAt = ({ waiting }: Join): Token[] => [...waiting.values()]

/**
 * Whether a branch may still come to an inclusive gateway by a flow on which none waits (BPMN 2.0, 13.4.3): one that can
 * come by a flow with a waiting branch too is about to pass it another time.
 */
function isAwaited(
  process: Process,
  state: State,
  gateway: Gateway,
  scope: Token | null,
  waiting: Join['waiting'],
): boolean {
  return [...state.tokens.values()].some((token) => {
    if (token.doing === 'forked' || token.node === gateway.id || scopeOf(state, token) !== scope) return false
    const reached = reachableFrom(process, [token.node], gateway.id)
    const byFlow = (isEmpty: boolean) =>
      gateway.incoming.some((flow) => reached.has(flow.from) && waiting.has(flow.id) !== isEmpty)
    return byFlow(true) && !byFlow(false)
  })
}

/** The token that was forked, or went into a subprocess, for this one. */
export const parentOf = ({ tokens }: State, { parent }: Token): Token | null =>
  parent === null ? null : entryOf(tokens, parent)

/** The token of the subprocess in which a token is; null in the process itself. */
export function scopeOf(state: State, token: Token): Token | null {
  let above = parentOf(state, token)
  while (above && above.doing !== 'inside') above = parentOf(state, above)
  return above
}

/** A token and those it was forked from, the nearest first. */
export function lineOf(state: State, token: Token): Token[] {
  const line = [token]
  for (let above = parentOf(state, token); above; above = parentOf(state, above)) line.push(above)
  return line
}

/** The nearest token that all of these were forked from. */
export function commonOf(state: State, tokens: readonly Token[]): Token | null {
  const [nearest, ...lines] = tokens.map((token) => lineOf(state, token).slice(1))
  return nearest?.find((each) => lines.every((line) => line.includes(each))) ?? null
}

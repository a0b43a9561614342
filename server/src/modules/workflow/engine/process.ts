import type { StepOperation } from '@heliodesk/contract/process-file.ts'
import { entryOf } from '../../../platform/certain.ts'

/** A compiled process definition. It never changes: a later version is another process. */
export type Process = {
  key: string
  name: string
  nodes: ReadonlyMap<string, Node>
  flows: ReadonlyMap<string, Flow>
  /** The start event, by the id of its subprocess; null for the process itself. */
  starts: ReadonlyMap<string | null, string>
}

/** The value of a FEEL expression, null without one. */
export type Expression = { readonly text: string; readonly valueOf: (variables: Variables) => unknown }

export type Variables = Readonly<Record<string, unknown>>

export type Flow = { id: string; name: string; from: string; to: string; condition: Expression | null }

/** After which time: calendar time in milliseconds, or days on which people work. */
export type Delay = { ms: number } | { workingDays: number }

type Common = {
  id: string
  name: string
  /** The subprocess that contains it; null in the process itself. */
  within: string | null
  incoming: readonly Flow[]
  outgoing: readonly Flow[]
}

/** A timer on the border of a step or subprocess; an interrupting one ends it. */
export type Boundary = Common & { kind: 'boundary'; host: string; interrupts: boolean; delay: Delay }

/** Several people sign one step: those of a list, and everybody behind the roles, permissions and heads of the step. */
export type Countersign = {
  /** Gives the list of signers. */
  signers: Expression
  /** The variable that holds the signer in the expressions of the step. */
  signerVariable: string
  inOrder: boolean
  /** When the step is decided early; without one when everybody has signed. */
  decided: Expression | null
}

/** Who may act on a step, or gets a copy, as the definition says it. */
export type Actors = {
  /** Gives the id of the only person. */
  assignee: Expression | null
  users: Expression | null
  /** Codes of roles. */
  roles: readonly string[]
  /** Codes of permissions: whoever holds one of them may act. */
  rights: readonly string[]
  /** The head of the department of the starter, or of the department that a variable names. */
  heads: readonly Expression[]
}

export type UserTask = Common & {
  kind: 'user'
  actors: Actors
  countersign: Countersign | null
  due: Delay | null
  /** The state of the business row while this step is open. */
  businessState: string | null
  /** What those who hold it, and the starter while it is open, may not do. */
  denied: readonly StepOperation[]
  boundaries: readonly Boundary[]
}

/** Whoever it names gets a copy of the instance, which goes on at once (抄送). */
export type CopyTask = Common & { kind: 'copy'; actors: Actors }

export type Subprocess = Common & { kind: 'subprocess'; boundaries: readonly Boundary[] }

export type Gateway = Common & {
  kind: 'exclusive' | 'inclusive' | 'parallel'
  /** The flow that is taken when no condition holds. */
  otherwise: Flow | null
}

export type Node =
  | (Common & { kind: 'start' })
  /**
   * `terminates`: also ends everything else in its process or subprocess. `outcome`: what it means to come to it; null if
   * the decisions before it say so.
   */
  | (Common & { kind: 'end'; terminates: boolean; outcome: 'approve' | 'reject' | null })
  | UserTask
  | CopyTask
  /** `isAsync`: it is a job of its own instead of a part of the step that comes to it. */
  | (Common & { kind: 'service'; handler: string; isAsync: boolean })
  | Gateway
  | (Common & { kind: 'catch'; delay: Delay })
  | Subprocess
  /** Runs another process, whose key is `calls`. */
  | (Common & { kind: 'call'; calls: string })
  | Boundary

export const boundariesOf = (node: Node): readonly Boundary[] =>
  node.kind === 'user' || node.kind === 'subprocess' ? node.boundaries : []

/** The ids of the nodes that a token at `from` can come to by flows and timers, within the same subprocess. */
export function reachableFrom({ nodes }: Process, from: readonly string[], except: string): Set<string> {
  const reached = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id) || id === except) continue
    reached.add(id)
    const node = entryOf(nodes, id)
    open.push(...node.outgoing.map(({ to }) => to), ...boundariesOf(node).map((each) => each.id))
  }
  return reached
}

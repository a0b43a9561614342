import type { Signer } from '../workflow/index.ts'

/** Who executes an order: the one who is responsible, or whoever of several comes first; without them it is given anew. */
export function executorsAsSigner(executors: readonly string[]): Signer {
  const [first, ...others] = executors
  if (first === undefined) return { assignee: null, candidates: [{ kind: 'right', ref: 'order:assign' }] }
  if (others.length === 0) return { assignee: first, candidates: [] }
  return { assignee: null, candidates: executors.map((ref) => ({ kind: 'user', ref })) }
}

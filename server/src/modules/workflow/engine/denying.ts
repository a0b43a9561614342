import { stepOperations, type StepOperation } from '@heliodesk/contract/process-file.ts'
import type { Node } from './process.ts'
import type { Run } from './run.ts'
import { WorkflowError } from './state.ts'

/** What a step forbids, as it is kept with its signers: lists read it there. */
export const deniedBy = (node: Node): { denied?: readonly StepOperation[] } =>
  node.kind === 'user' && node.denied.length > 0 ? { denied: node.denied } : {}

/** Refuses what the step of a task forbids. */
export function requireAllowed(run: Run, nodeId: string, operation: StepOperation): void {
  const node = run.nodeOf(nodeId)
  if (node.kind === 'user' && node.denied.includes(operation))
    throw new WorkflowError('denied', `“${node.name || node.id}”不允许${stepOperations[operation]}`)
}

/** Refuses what the starter may not do while one of the steps that are open forbids it. */
export function requireAllowedNow(run: Run, operation: 'withdraw' | 'void'): void {
  for (const { node } of run.state.tasks.values()) requireAllowed(run, node, operation)
}

import { entryOf } from '../../../platform/certain.ts'
import { goBack, returnTargets } from './returning.ts'
import { requireNotBarred } from './signing.ts'
import type { Run } from './run.ts'
import { WorkflowError, type Task } from './state.ts'

/** Who keeps the processes, and why they step in. */
export type Intervention = { actor: string; opinion: string }

/** Gives an open step to somebody else, whoever has it (改派). */
export function reassign(run: Run, taskId: number, to: string, { actor, opinion }: Intervention): void {
  const task = run.state.tasks.get(taskId)
  if (!task) throw new WorkflowError('task closed', '该环节已办结')
  requireNotBarred(run, to)
  task.assignee = to
  run.tasks.set(task.id, task)
  run.note({ kind: 'reassign', token: task.token, node: task.node, task: task.id, actor, to, opinion })
}

/** Goes on as if a service that was given up had run without an answer (跳过). */
export function skipService(run: Run, tokenId: number, { actor, opinion }: Intervention): void {
  const token = run.tokenDoing(tokenId, 'away')
  const node = run.nodeOf(token.node)
  if (node.kind !== 'service') throw new WorkflowError('not allowed', '只能跳过服务')
  run.note({ kind: 'skip', token: token.id, node: node.id, to: node.name || node.id, actor, opinion })
  run.served(token.id)
}

/** Opens an earlier step again, for whoever completed it (退回). */
export function sendBack(run: Run, tokenId: number, target: string, { actor, opinion }: Intervention): void {
  const token = run.state.tokens.get(tokenId)
  if (!token) throw new WorkflowError('task closed', '该环节已办结')
  if (!returnTargets(run, { token: token.id, node: token.node }).includes(target))
    throw new WorkflowError('not allowed', '不能退回到该环节')
  const task: Task | undefined = [...run.state.tasks.values()].find((each) => each.token === token.id)
  run.note({
    kind: 'return',
    token: token.id,
    node: token.node,
    ...(task && { task: task.id }),
    actor,
    to: target,
    opinion,
  })
  goBack(run, entryOf(run.state.tokens, tokenId), target)
}

import { entryOf, present } from '../../../platform/certain.ts'
import { requireAllowed } from './denying.ts'
import { lineOf } from './joins.ts'
import type { Run } from './run.ts'
import { taskFor, type Person } from './signing.ts'
import { WorkflowError, type Task, type Token } from './state.ts'

/**
 * The steps to which a task may be returned, the latest first: those completed on the task's own line. Steps in a branch
 * that has been joined since are none of them.
 */
export function returnTargets(run: Run, task: Pick<Task, 'token' | 'node'>): string[] {
  const line = lineOf(run.state, entryOf(run.state.tokens, task.token))
  const passed = line.flatMap((token) => token.passed.toReversed().map(({ node }) => node))
  const stillThere = (node: string) => run.process.nodes.get(node)?.kind === 'user'
  return [...new Set(passed)].filter((node) => node !== task.node && stillThere(node))
}

/**
 * Returns a task (退回): the step `to`, or the one before, is open again for the person who completed it. Branches that
 * were forked after it end; others stay.
 */
export function giveBack(run: Run, taskId: number, person: Person, to: string | null, opinion: string): void {
  const { task, signed } = taskFor(run, taskId, person)
  requireAllowed(run, task.node, 'giveBack')
  const targets = returnTargets(run, task)
  const target = to ?? targets[0]
  if (target === undefined || !targets.includes(target))
    throw new WorkflowError('not allowed', to === null ? '前面没有可退回的环节' : '不能退回到该环节')
  const token = entryOf(run.state.tokens, task.token)
  run.note({
    kind: 'return',
    token: token.id,
    node: task.node,
    task: task.id,
    ...signed,
    to: target,
    opinion,
  })
  run.close(task, 'done', signed)
  goBack(run, token, target)
}

/** Opens a step again that was completed on the line of a token. */
export function goBack(run: Run, token: Token, target: string): void {
  const owner = present(
    lineOf(run.state, token).find(({ passed }) => passed.some(({ node }) => node === target)),
  )
  const at = owner.passed.findIndex(({ node }) => node === target)
  const { by } = present(owner.passed[at])
  for (const child of run.childrenOf(owner.id)) run.kill(child)
  run.dropTasks(owner)
  owner.passed = owner.passed.slice(0, at)
  owner.via = null
  run.enter(owner, target, by)
  run.settle()
}

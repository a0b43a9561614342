import { flowStatuses } from '@heliodesk/contract/work-order-rules.ts'
import type { Process, ProcessNode, Refusal } from '../workflow/index.ts'

const known = new WeakMap<Process, readonly Refusal[]>()

/**
 * Why orders could not follow a process: their state table is the rule, so a process has one step for each of the states
 * 待指派, 处理中 and 验收中, taken by one person at a time, and nothing but these steps moves an order.
 */
export function unfit(process: Process): readonly Refusal[] {
  const found = known.get(process) ?? [...refusalsOf(process)]
  known.set(process, found)
  return found
}

const OPEN = ['1', '2', '3'] as const

function* refusalsOf(process: Process): Generator<Refusal> {
  const refuse = ({ id, name }: { id: string; name: string }, reason: string) => ({
    element: id,
    name,
    reason,
  })
  const nodes = [...process.nodes.values()]
  for (const node of nodes) {
    const reason = reasonAgainst(node)
    if (reason !== null) yield refuse(node, reason)
  }
  const byState = Map.groupBy(nodes, (node) => (node.kind === 'user' ? node.businessState : null))
  const whole = { id: process.key, name: process.name }
  for (const state of OPEN) {
    const steps = byState.get(state) ?? []
    if (steps.length !== 1)
      yield refuse(
        whole,
        `须有且只有一个状态为 ${state}（${flowStatuses[state]}）的环节，现有 ${steps.length} 个`,
      )
  }
}

function reasonAgainst(node: ProcessNode): string | null {
  switch (node.kind) {
    case 'user':
      if (!(OPEN as readonly (string | null)[]).includes(node.businessState))
        return '没有给出工单状态 1、2 或 3'
      return node.countersign ? '是会签：工单的每个环节由一人办理' : null
    case 'boundary':
      return node.interrupts ? '会中断环节：工单只由人推进' : null
    case 'end':
      return node.terminates ? '会终止其他分支：请用普通结束事件' : null
    case 'copy':
      return '会把工单抄送给看不到它的人，不能用于工单流程'
    case 'service':
      return node.isAsync ? '是异步服务：工单只由人推进' : null
    case 'start':
    case 'exclusive':
      return null
    default:
      return '不能用于工单流程'
  }
}

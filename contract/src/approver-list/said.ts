import type { BpmnElement } from './bpmn.ts'
import type { Actor, Approval, Copy, Handling, Wait } from './model.ts'
import { operationsOf } from '../process-file.ts'
import { actorsOf, passOf, timeOf } from './who.ts'

/** The only process of a file that runs. */
export function processOf(root: BpmnElement): BpmnElement | undefined {
  const [process, ...others] = (root.rootElements ?? []).filter(
    ({ $type, isExecutable }) => $type === 'bpmn:Process' && isExecutable,
  )
  return others.length === 0 ? process : undefined
}

export const nameOf = ({ id, name = '' }: BpmnElement) => ({ id, name })
export const attribute = (element: BpmnElement, name: string) =>
  element.get(`wf:${name}`) as string | undefined
export const flowCondition = (flow: BpmnElement) => flow.conditionExpression?.body?.trim() ?? ''

const whoOf = (node: BpmnElement, collection?: string): Actor[] | null =>
  actorsOf({
    assignee: attribute(node, 'assignee'),
    candidateUsers: attribute(node, 'candidateUsers'),
    candidateHeads: attribute(node, 'candidateHeads'),
    candidateRoles: attribute(node, 'candidateRoles'),
    candidateRights: attribute(node, 'candidateRights'),
    collection,
  })

/** A copy step, unless it names people for which the list has no words. */
export function copyOf(node: BpmnElement): Copy | null {
  const who = whoOf(node)
  return who && !node.loopCharacteristics ? { kind: 'copy', ...nameOf(node), who } : null
}

/** What a step says about itself, if the list has words for all of it. */
export function handlingOf(
  node: BpmnElement,
): (Omit<Handling, 'pass' | 'kind'> & Pick<Approval, 'pass'>) | null {
  const loop = node.loopCharacteristics
  if (loop && loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return null
  if (loop?.get('wf:elementVariable') !== undefined || node.$type !== 'bpmn:UserTask') return null
  const who = whoOf(node, loop ? (attribute(loop, 'collection') ?? '') : undefined)
  const due = timeOf(attribute(node, 'due'), attribute(node, 'workingDays'))
  const decided = loop?.completionCondition?.body?.trim()
  const pass = loop
    ? decided === undefined
      ? ({ of: 'all' } as const)
      : passOf(decided)
    : ({ of: 'any' } as const)
  const denied = operationsOf(attribute(node, 'denied'))
  if (!who || due === undefined || !pass || !denied) return null
  const step = { ...nameOf(node), who, pass, inOrder: loop?.isSequential === true, due }
  return denied.length === 0 ? step : { ...step, denied }
}

export function waitOf(node: BpmnElement): Wait | null {
  const [timer, ...others] = node.eventDefinitions ?? []
  if (timer?.$type !== 'bpmn:TimerEventDefinition' || others.length > 0) return null
  const time = timeOf(timer.timeDuration?.body?.trim(), attribute(timer, 'workingDays'))
  return time ? { kind: 'wait', ...nameOf(node), time } : null
}

import { isOwn } from '@heliodesk/contract/own.ts'
import { permissionTitles } from '@heliodesk/contract/permissions.ts'
import { operationsOf } from '@heliodesk/contract/process-file.ts'
import type { Element } from 'bpmn-moddle'
import { delayOf } from './delay.ts'
import { expressionOf } from './expressions.ts'
import type { Actors, CopyTask, Delay, Expression, Node, UserTask } from './process.ts'

/** What a node has besides what it says itself: its neighbours and its place. */
type Found = 'id' | 'name' | 'within' | 'incoming' | 'outgoing' | 'boundaries' | 'otherwise'

/** What is special about a kind of node. */
export type Special<N extends Node = Node> = N extends Node ? Omit<N, Found> : never

/** Reads what single elements say; what the engine cannot run is refused, with everything else that is wrong. */
export class ElementReader {
  readonly #refuse: (element: Element, reason: string) => void

  constructor(refuse: (element: Element, reason: string) => void) {
    this.#refuse = refuse
  }

  /** Null after a refusal. */
  kindOf(element: Element): Special | null {
    const [event, another] = element.eventDefinitions ?? []
    if (another) {
      this.#refuse(element, '带有多个事件定义')
      return null
    }
    if (element.loopCharacteristics && element.$type !== 'bpmn:UserTask') {
      this.#refuse(element, '不支持多实例：只有用户任务可以会签')
      return null
    }
    switch (element.$type) {
      case 'bpmn:StartEvent':
        return event ? this.#unknown(element, event) : { kind: 'start' }
      case 'bpmn:EndEvent':
        if (event && event.$type !== 'bpmn:TerminateEventDefinition') return this.#unknown(element, event)
        return this.#end(element, event !== undefined)
      case 'bpmn:UserTask':
        return this.#userTask(element)
      case 'bpmn:SendTask':
        return this.#copy(element)
      case 'bpmn:ServiceTask':
        return this.#service(element)
      case 'bpmn:ExclusiveGateway':
        return { kind: 'exclusive' }
      case 'bpmn:InclusiveGateway':
        return { kind: 'inclusive' }
      case 'bpmn:ParallelGateway':
        return { kind: 'parallel' }
      case 'bpmn:IntermediateCatchEvent': {
        const delay = this.#delay(element, event)
        return delay && { kind: 'catch', delay }
      }
      case 'bpmn:BoundaryEvent': {
        const delay = this.#delay(element, event)
        const interrupts = element.cancelActivity !== false
        return delay && { kind: 'boundary', host: element.attachedToRef?.id ?? '', interrupts, delay }
      }
      case 'bpmn:SubProcess':
        if (!element.triggeredByEvent) return { kind: 'subprocess' }
        this.#refuse(element, '不支持事件子流程')
        return null
      case 'bpmn:CallActivity':
        if (element.calledElement) return { kind: 'call', calls: element.calledElement }
        this.#refuse(element, '没有指定要调用的流程')
        return null
      default:
        this.#refuse(element, `是不支持的元素 ${element.$type.replace('bpmn:', '')}`)
        return null
    }
  }

  #unknown(element: Element, event: Element): null {
    this.#refuse(element, `带有不支持的事件 ${event.$type.replace('bpmn:', '')}`)
    return null
  }

  #end(element: Element, terminates: boolean): Special | null {
    const { outcome } = element
    if (outcome === undefined || outcome === 'approve' || outcome === 'reject')
      return { kind: 'end', terminates, outcome: outcome ?? null }
    this.#refuse(element, `的结论“${outcome}”应为 approve 或 reject`)
    return null
  }

  #service(element: Element): Special | null {
    const { handler, async: isAsync = 'false' } = element
    if (!handler) this.#refuse(element, '没有指定要执行的服务')
    else if (isAsync === 'true' || isAsync === 'false')
      return { kind: 'service', handler, isAsync: isAsync === 'true' }
    else this.#refuse(element, `的异步设置“${isAsync}”应为 true 或 false`)
    return null
  }

  #userTask(element: Element): Special<UserTask> | null {
    const loop = element.loopCharacteristics
    if (loop && loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') {
      this.#refuse(element, '不支持标准循环：请用会签或回路')
      return null
    }
    const signers = loop && this.expression(element, loop.collection)
    if (loop && !signers) this.#refuse(element, '会签没有指定办理人名单')
    const actors = this.#actors(element)
    const isListed = loop && loop.collection?.trim() !== '[]'
    if (!isListed && !namesAnybody(actors)) this.#refuse(element, '没有指定办理人')
    const denied = operationsOf(element.denied)
    if (!denied) {
      this.#refuse(element, `不允许的操作“${element.denied}”不存在`)
      return null
    }
    const countersign =
      loop && signers
        ? {
            signers,
            signerVariable: loop.elementVariable ?? 'signer',
            inOrder: loop.isSequential ?? false,
            decided: this.expression(element, loop.completionCondition?.body),
          }
        : null
    return {
      kind: 'user',
      actors,
      countersign,
      due:
        element.due || element.workingDays ? this.#within(element, element.due, element.workingDays) : null,
      businessState: element.businessState ?? null,
      denied,
    }
  }

  #copy(element: Element): Special<CopyTask> {
    const actors = this.#actors(element)
    if (!namesAnybody(actors)) this.#refuse(element, '没有指定抄送人')
    return { kind: 'copy', actors }
  }

  #actors(element: Element): Actors {
    const list = (codes = '') => codes.split(',').flatMap((code) => code.trim() || [])
    const rights = list(element.candidateRights)
    for (const code of rights)
      if (!isOwn(permissionTitles, code)) this.#refuse(element, `提到的权限“${code}”不存在`)
    return {
      assignee: this.expression(element, element.assignee),
      users: this.expression(element, element.candidateUsers),
      roles: list(element.candidateRoles),
      rights,
      heads: list(element.candidateHeads).flatMap((each) => this.expression(element, each) ?? []),
    }
  }

  #delay(element: Element, event: Element | undefined): Delay | null {
    if (event?.$type !== 'bpmn:TimerEventDefinition') {
      this.#refuse(element, event ? `带有不支持的事件 ${event.$type.replace('bpmn:', '')}` : '没有定时')
      return null
    }
    return this.#within(element, event.timeDuration?.body, event.workingDays)
  }

  #within(element: Element, duration = '', workingDays = ''): Delay | null {
    const days = Number(workingDays)
    const delay =
      workingDays === ''
        ? delayOf(duration)
        : Number.isInteger(days) && days > 0
          ? { workingDays: days }
          : null
    if (!delay) this.#refuse(element, `的时限“${workingDays || duration}”不是时长，例如 PT72H`)
    return delay
  }

  expression(element: Element, body: string | undefined): Expression | null {
    if (body === undefined || body.trim() === '') return null
    try {
      return expressionOf(body.trim())
    } catch (error) {
      this.#refuse(
        element,
        `的表达式“${body}”有误：${error instanceof Error ? error.message : String(error)}`,
      )
      return null
    }
  }
}

const namesAnybody = ({ assignee, users, roles, rights, heads }: Actors) =>
  (assignee ?? users) !== null || [...heads, ...roles, ...rights].length > 0

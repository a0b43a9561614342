/** The part of the parser's tree that process definitions use; every attribute may be absent. */
declare module 'bpmn-moddle' {
  export type Element = {
    $type: string
    id: string
    name?: string
    isExecutable?: boolean
    flowElements?: Element[]
    rootElements?: Element[]
    sourceRef?: Element
    targetRef?: Element
    conditionExpression?: { body?: string }
    default?: Element
    attachedToRef?: Element
    cancelActivity?: boolean
    triggeredByEvent?: boolean
    eventDefinitions?: Element[]
    timeDuration?: { body?: string }
    timeDate?: { body?: string }
    timeCycle?: { body?: string }
    loopCharacteristics?: Element
    isSequential?: boolean
    completionCondition?: { body?: string }
    collection?: string
    elementVariable?: string
    assignee?: string
    candidateUsers?: string
    candidateRoles?: string
    candidateHeads?: string
    candidateRights?: string
    due?: string
    workingDays?: string
    businessState?: string
    handler?: string
    denied?: string
    outcome?: string
    async?: string
    calledElement?: string
    diagrams?: { plane?: { planeElement?: DiagramElement[] } }[]
  }

  export type Bounds = { x: number; y: number; width: number; height: number }

  export type DiagramElement = {
    $type: string
    bpmnElement?: Element
    bounds?: Bounds
    waypoint?: { x: number; y: number }[]
    label?: { bounds?: Bounds }
    isExpanded?: boolean
    isHorizontal?: boolean
  }

  /** What was not read; of a reference or an attribute also its element. */
  export type Warning = { message: string; element?: Element }

  export class BpmnModdle {
    constructor(extensions?: Record<string, object>)
    fromXML(xml: string): Promise<{ rootElement: Element; warnings: Warning[] }>
    toXML(element: unknown, options?: { format?: boolean }): Promise<{ xml: string }>
    create(type: string, attributes?: Record<string, unknown>): unknown
    getPackage(prefix: string): {
      types: {
        name: string
        superClass?: string[]
        isAbstract?: boolean
        properties?: {
          name: string
          isMany?: boolean
          isAttr?: boolean
          default?: string | number | boolean
          xml?: object
        }[]
      }[]
    }
  }
}

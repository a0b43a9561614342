/** The part of the tree of `bpmn-moddle` that lists are made of. The parser is passed in: the contract has no libraries. */
export type BpmnElement = {
  $type: string
  $parent?: BpmnElement
  id: string
  name?: string
  isExecutable?: boolean
  rootElements?: BpmnElement[]
  flowElements?: BpmnElement[]
  laneSets?: BpmnElement[]
  artifacts?: BpmnElement[]
  sourceRef?: BpmnElement
  targetRef?: BpmnElement
  incoming?: BpmnElement[]
  outgoing?: BpmnElement[]
  default?: BpmnElement
  attachedToRef?: BpmnElement
  cancelActivity?: boolean
  conditionExpression?: BpmnElement
  completionCondition?: BpmnElement
  body?: string
  isSequential?: boolean
  loopCharacteristics?: BpmnElement
  eventDefinitions?: BpmnElement[]
  timeDuration?: BpmnElement
  diagrams?: BpmnElement[]
  plane?: BpmnElement
  planeElement?: BpmnElement[]
  bpmnElement?: BpmnElement
  bounds?: Bounds
  waypoint?: Point[]
  label?: BpmnElement
  get: (name: string) => unknown
  set: (name: string, value: unknown) => void
}

export type Point = { x: number; y: number }
export type Bounds = Point & { width: number; height: number }

export type Moddle = {
  create: (type: string, attributes?: Record<string, unknown>) => unknown
  fromXML: (xml: string) => Promise<{ rootElement: unknown }>
  toXML: (element: unknown, options: { format: boolean }) => Promise<{ xml: string }>
}

/** An element of the file. Attributes of the namespace `wf` have that prefix. */
export type FileElement = {
  $type: string
  id: string
  get: (name: string) => unknown
}

/** An element of the picture. */
export type Shape = {
  id: string
  type: string
  x?: number
  y?: number
  width?: number
  height?: number
  businessObject: FileElement
  parent?: Shape
  labelTarget?: Shape
  /** Of a flow. */
  waypoints?: readonly { x: number; y: number }[]
  /** What the file says about its place. */
  di?: { label?: { bounds?: { width: number; height: number } } }
  source?: Shape
  target?: Shape
  incoming: Shape[]
  outgoing: Shape[]
}

/** How a new element looks; a boundary event stands on a step. */
export type NewElement = {
  type: string
  width?: number
  height?: number
  eventDefinitionType?: string
  isExpanded?: boolean
}

type Box = { x: number; y: number; width: number; height: number }

/** The services of bpmn-js that the designer uses. */
export type Services = {
  canvas: {
    zoom: (to?: number) => number
    /** The part that is seen; `inner` is the part that is drawn on. */
    viewbox: (to?: Box) => Box & { inner: Box }
    getRootElement: () => Shape
    scrollToElement: (element: Shape, padding?: number) => void
    focus: () => void
    resized: () => void
    getSize: () => { width: number; height: number }
  }
  commandStack: { undo: () => void; redo: () => void; canUndo: () => boolean; canRedo: () => boolean }
  selection: { get: () => Shape[]; select: (element: Shape | null) => void }
  elementRegistry: {
    get: (id: string) => Shape | undefined
    filter: (test: (element: Shape) => unknown) => Shape[]
    getGraphics: (element: Shape) => SVGElement
  }
  textRenderer: {
    getExternalStyle: () => object
    getDimensions: (
      text: string,
      options: { box: { width: number; height: number }; style: object },
    ) => { width: number; height: number }
  }
  graphicsFactory: { update: (kind: 'shape', element: Shape, graphics: SVGElement) => void }
  elementFactory: { createShape: (attributes: NewElement) => Shape }
  bpmnFactory: { create: (type: string, attributes: Record<string, unknown>) => FileElement }
  modeling: {
    updateProperties: (element: Shape, properties: Record<string, unknown>) => void
    updateModdleProperties: (element: Shape, of: FileElement, properties: Record<string, unknown>) => void
    createShape: (shape: Shape, at: { x: number; y: number }, parent: Shape, attach?: boolean) => Shape
    removeElements: (elements: Shape[]) => void
  }
  bpmnReplace: { replaceElement: (element: Shape, by: NewElement) => Shape }
  autoPlace: { append: (after: Shape, shape: Shape) => Shape }
  create: { start: (event: Event, shape: Shape, context?: { source: Shape }) => void }
  connect: { start: (event: Event, from: Shape) => void }
  contextPad: { registerProvider: (provider: object) => void }
  handTool: { activateHand: (event: Event) => void }
  lassoTool: { activateSelection: (event: Event) => void }
}

export type Modeler = {
  get: <Name extends keyof Services>(name: Name) => Services[Name]
  on: (events: string | string[], callback: () => void) => void
  importXML: (xml: string) => Promise<{ warnings: string[] }>
  saveXML: (options: { format: boolean }) => Promise<{ xml?: string }>
  destroy: () => void
}

/** Of the fields for one element. */
export type FieldsProps = { modeler: Modeler; shape: Shape }

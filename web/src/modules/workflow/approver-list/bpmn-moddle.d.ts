/** What the client uses of the parser, which is passed to the functions of the contract. */
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    constructor(extensions?: Record<string, object>)
    create(type: string, attributes?: Record<string, unknown>): unknown
    fromXML(xml: string): Promise<{ rootElement: unknown }>
    toXML(element: unknown, options: { format: boolean }): Promise<{ xml: string }>
    getPackage(prefix: string): { types: { name: string }[] }
  }
}

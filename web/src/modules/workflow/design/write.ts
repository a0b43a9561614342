import type { FileElement, Modeler, Shape } from './services.ts'

/** The text of an attribute or, for an expression, of its body. */
export function textOf(element: FileElement | undefined, name: string): string | undefined {
  const value = element?.get(name)
  if (typeof value === 'string') return value
  const body = value && typeof value === 'object' && 'body' in value ? value.body : undefined
  return typeof body === 'string' ? body : undefined
}

export const partOf = (element: FileElement, name: string): FileElement | undefined =>
  element.get(name) as FileElement | undefined

/** The only event of an event node, such as its timer. */
export const eventOf = (element: FileElement): FileElement | undefined =>
  (element.get('eventDefinitions') as FileElement[] | undefined)?.[0]

/** A FEEL expression as an element of the file; undefined for none. */
export const expressionFor = (modeler: Modeler, text: string | undefined) =>
  text?.trim() ? modeler.get('bpmnFactory').create('bpmn:FormalExpression', { body: text.trim() }) : undefined

export const setProperties = (modeler: Modeler, shape: Shape, properties: Record<string, unknown>) =>
  modeler.get('modeling').updateProperties(shape, properties)

/** Changes a part of an element: its timer, its countersign. */
export const setOfPart = (
  modeler: Modeler,
  shape: Shape,
  part: FileElement,
  properties: Record<string, unknown>,
) => modeler.get('modeling').updateModdleProperties(shape, part, properties)

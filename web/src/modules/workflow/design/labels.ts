import type { Modeler, Shape } from './services.ts'

/** Between a name and its element. */
const GAP = 6

/** How much wider our letters are than those of other tools. */
const WIDER = 1.25

/** Puts names where they can be read. This is no change of the file. */
export function settleNames(modeler: Modeler): void {
  const elements = modeler.get('elementRegistry')
  for (const label of elements.filter(({ labelTarget }) => labelTarget)) {
    const bounds = label.di?.label?.bounds
    const isMoved = bounds ? widen(modeler, label, bounds) : raise(label)
    if (isMoved) modeler.get('graphicsFactory').update('shape', label, elements.getGraphics(label))
  }
}

/** A name that has no place of its own stands below its element, where a flow may begin: then it goes above, as in the pictures of processes. */
function raise(label: Shape): boolean {
  const { y, height = 0, incoming, outgoing } = label.labelTarget ?? label
  if (y === undefined) return false
  const ends = [...incoming, ...outgoing].flatMap(({ waypoints = [] }) => [waypoints[0], waypoints.at(-1)])
  const isTaken = (at: number) => ends.some((end) => end && Math.abs(end.y - at) < 1)
  if (!isTaken(y + height) || isTaken(y)) return false
  label.y = y - (label.height ?? 0) - GAP
  return true
}

/** A name that has more lines than its place was made for, which breaks its words. */
function widen(modeler: Modeler, label: Shape, bounds: { width: number; height: number }): boolean {
  const { x = 0, width = 0, height = 0, businessObject } = label
  const name = businessObject.get('name')
  if (typeof name !== 'string' || height < bounds.height * 1.5) return false
  const texts = modeler.get('textRenderer')
  label.width = Math.ceil(bounds.width * WIDER)
  label.x = x - Math.round((label.width - width) / 2)
  const box = { width: label.width, height: bounds.height }
  label.height = Math.ceil(texts.getDimensions(name, { box, style: texts.getExternalStyle() }).height)
  return true
}

import type { Modeler, Shape } from './services.ts'

/** Between a name and its element. */
const GAP = 6

/**
 * A name that has no place of its own in the file stands below its element, where a flow may begin: then it goes above, as
 * in the pictures of processes. This is no change of the file.
 */
export function keepNamesClear(modeler: Modeler): void {
  const elements = modeler.get('elementRegistry')
  for (const label of elements.filter(({ labelTarget, di }) => labelTarget && !di?.label?.bounds)) {
    const { y, height = 0, incoming = [], outgoing = [] } = label.labelTarget ?? label
    if (y === undefined) continue
    const ends = [...incoming, ...outgoing].flatMap(({ waypoints = [] }) => [waypoints[0], waypoints.at(-1)])
    const isTaken = (at: number) => ends.some((end) => end && Math.abs(end.y - at) < 1)
    if (!isTaken(y + height) || isTaken(y)) continue
    label.y = y - (label.height ?? 0) - GAP
    modeler.get('graphicsFactory').update('shape', label, elements.getGraphics(label))
  }
}

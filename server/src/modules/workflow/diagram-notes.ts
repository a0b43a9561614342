import type { Bounds } from 'bpmn-moddle'
import type { Compiled } from './engine/compile.ts'
import type { Node } from './engine/process.ts'
import { widthOf, wrapped } from './diagram-shapes.ts'

/** What a step of an instance says below its name. */
export type Note = {
  /** Who holds it or did it, or the count of a countersign. */
  who: string
  /** How often it was come to. */
  times: number
  /** Since when it is open, or when and how it ended. */
  when: string
}

/** Below this height a step has room for its name only. */
const LEAST_HEIGHT = 54
const SIZE = 11

/** Where the two lines of a note stand in a step, and what they say there; null if the step is too small for them. */
export function noteRoom({ y, width, height }: Bounds, node: Node) {
  if (height < LEAST_HEIGHT) return null
  const room = (width - 18) / SIZE
  const bars = node.kind === 'user' && node.countersign ? 2 : 0
  return {
    at: [y + height - 23, y + height - 8],
    /** Where the bars of a countersign stand, beside the short first line. */
    bars: y + height - 18,
    linesOf: ({ who, times, when }: Note): string[] => {
      const long = times > 1 ? `第 ${times} 次` : ''
      const between = who && long ? ' · ' : ''
      // A narrow step leaves more room for the name.
      const again = long && widthOf(who + between + long) > room - bars ? `×${times}` : long
      const left = room - bars - widthOf(between + again)
      return [`${who === '' ? '' : wrapped(who, 1, left)[0]}${between}${again}`, shortened(when, room)]
    },
  }
}

/** Rather fewer words than half a word: the time alone where what happened then has no room. */
function shortened(text: string, room: number): string {
  const words = text.split(' ')
  while (words.length > 1 && widthOf(words.join(' ')) > room) words.pop()
  return wrapped(words.join(' '), 1, room).join('')
}

/** What the steps of a drawn process say with these notes, line by line; small ones say nothing. */
export const linesOfNotes = ({ process, drawing }: Compiled, notes: ReadonlyMap<string, Note>) =>
  new Map(
    drawing.flatMap(({ bpmnElement, bounds }) => {
      const node = process.nodes.get(bpmnElement?.id ?? '')
      const note = node && notes.get(node.id)
      const room = note && bounds && noteRoom(bounds, node)
      return room ? [[node.id, room.linesOf(note)] as const] : []
    }),
  )

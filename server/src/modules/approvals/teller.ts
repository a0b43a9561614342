import { Past, type DiagramNote, type Mark, type Process, type Progress } from '../workflow/index.ts'

/** What the picture of an instance shows after the events that were added to its past. */
export class Teller {
  readonly past: Past
  readonly #process: Process
  readonly #candidates: ReadonlyMap<number, string>
  readonly #time: (at: Date) => string

  constructor(process: Process, candidates: ReadonlyMap<number, string>, time: (at: Date) => string) {
    this.past = new Past(process)
    this.#process = process
    this.#candidates = candidates
    this.#time = time
  }

  /** Who holds what is open, by node. */
  holders(): Map<string, string[]> {
    const holders = new Map<string, string[]>()
    for (const [task, { node, holder }] of this.past.tasks) {
      const name = holder ?? this.#candidates.get(task)
      if (name) holders.set(node, [...new Set([...(holders.get(node) ?? []), name])])
    }
    return holders
  }

  notes(): Map<string, DiagramNote> {
    const holders = this.holders()
    const marks = this.past.marks()
    return new Map(
      [...this.#process.nodes.keys()].flatMap((id) => {
        const note = this.#noteOf(id, marks.get(id) ?? 'idle', holders.get(id) ?? [])
        return note ? [[id, note] as const] : []
      }),
    )
  }

  returns(): Progress['returns'] {
    return this.past.returns.map(({ from, to, times, at }) => ({
      id: `return ${from} ${to}`,
      from,
      to,
      title: `退回${times > 1 ? ` ${times} 次 ·` : ''} ${this.#time(at)}`,
    }))
  }

  /** The marks of everything that the picture shows. */
  marks(): Map<string, Mark> {
    const marks = this.past.marks()
    for (const { id } of this.returns()) marks.set(id, 'back')
    return marks
  }

  #noteOf(id: string, mark: Mark, holders: readonly string[]): DiagramNote | null {
    const node = this.#process.nodes.get(id)
    const visit = this.past.visitOf(id)
    if (!node || !visit) return null
    const { count, since, left, end, by, asked, approved, rejected } = visit
    const isOpen = mark === 'current'
    const people = isOpen ? holders : by
    const isTogether = node.kind === 'user' && node.countersign !== null
    const votes = isTogether && !node.countersign?.inOrder && asked > 1
    const signed = approved + rejected
    // Those who sign in order are asked one after the other, so that nobody has been asked yet whose turn comes later.
    const inTurn = isTogether && !votes && isOpen && signed > 0 ? `已签 ${signed} 人 · ` : ''
    const doubts = rejected > 0 ? `，${rejected} 不同意` : ''
    const how = end === 'returned' ? ' 退回' : mark === 'back' ? ' 不同意' : end === 'dropped' ? ' 取消' : ''
    return {
      who: votes
        ? isOpen
          ? `会签 ${signed}/${asked}${doubts}`
          : `${approved} / ${asked} 同意`
        : `${inTurn}${[...new Set(people)].join('、')}`,
      times: count,
      when: isOpen ? `${this.#time(since)} 到达` : `${this.#time(left ?? since)}${how}`,
    }
  }
}

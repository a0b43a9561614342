/** What a tree is filled with; sources make it out of their calls' answers. */
export type TreeItem<D> = {
  key: string
  name: string
  /** Nothing is below. */
  leaf: boolean
  disabled: boolean
  /** In words why it cannot be chosen. */
  reason: string | null
  /** Choosable stations below, of a station itself: what checking it adds at most. */
  total: number
  /** How many of them were chosen when the tree was asked for. */
  chosen: number
  data: D
  /** The ones that came along; none of a node that is no leaf are children to be fetched. */
  children: readonly TreeItem<D>[]
}

/** A node in the store. Its counts are read through the store alone. */
export type TreeNode<D> = Omit<TreeItem<D>, 'chosen' | 'children'> & {
  parent: TreeNode<D> | null
  children: TreeNode<D>[]
  /** All children are here, rather than those that a search brought. */
  complete: boolean
  /** 0 at the top. */
  depth: number
  open: boolean
  /** Chosen below, as of `stamp`; a later mark on an ancestor overrules it. */
  on: number
  stamp: number
  /** The last time when everything below was chosen or given up at once. */
  markStamp: number
  mark: boolean
  /** Stations of its own that no child stands for, known when it is complete. */
  own: number
}

export type CheckState = 'on' | 'half' | 'off'

/** What a search found: matches and what is above them, all of it open until somebody shuts it. */
export type Found<D> = {
  roots: readonly TreeNode<D>[]
  kids: ReadonlyMap<TreeNode<D>, readonly TreeNode<D>[]>
  /** Shut although the search opened them, or open although it did not. */
  flipped: Set<TreeNode<D>>
}

export type TreeRow<D> = {
  node: TreeNode<D>
  /** null where nothing is below. */
  open: boolean | null
  /** Among its siblings in sight, from 1. */
  place: number
  siblings: number
}

/**
 * A lazily loaded tree in which wholes are chosen. A check writes one mark and the counts on the way up, never the
 * nodes below: those read the latest mark above them. So it costs the depth of the tree, whatever hangs below, and
 * what arrives later is chosen or not as its ancestors say.
 */
export class TreeStore<D> {
  roots: TreeNode<D>[] = []
  /** The node that was checked last. */
  last: TreeNode<D> | null = null
  #nodes = new Map<string, TreeNode<D>>()
  #clock = 0
  #rows: readonly TreeRow<D>[] | null = null
  #rowsOf: { found: Found<D> | null; hides?: (node: TreeNode<D>) => boolean } = { found: null }

  get(key: string): TreeNode<D> | undefined {
    return this.#nodes.get(key)
  }

  get size(): number {
    return this.#nodes.size
  }

  /** Somebody checked or unchecked something. */
  get touched(): boolean {
    return this.#clock > 0
  }

  setTop(items: readonly TreeItem<D>[]): void {
    this.roots = this.#merge(null, items)
    this.#rows = null
  }

  /** All children of a node, in their order. A leaf stays one: they are counted and never shown. */
  addChildren(parent: TreeNode<D>, items: readonly TreeItem<D>[]): void {
    parent.children = this.#merge(parent, items)
    parent.complete = true
    if (items.length === 0) parent.leaf = true
    this.#balance(parent)
    this.#rows = null
  }

  /** Partial trees from the top; what is known already keeps its marks. */
  addFound(items: readonly TreeItem<D>[]): Found<D> {
    const kids = new Map<TreeNode<D>, readonly TreeNode<D>[]>()
    const add = (parent: TreeNode<D> | null, list: readonly TreeItem<D>[]): TreeNode<D>[] =>
      list.map((item) => {
        const known = this.#nodes.get(item.key)
        const node = known ?? this.#create(parent, item)
        if (!known) (parent ? parent.children : this.roots).push(node)
        if (item.children.length > 0) kids.set(node, add(node, item.children))
        return node
      })
    const roots = add(null, items)
    this.#rows = null
    return { roots, kids, flipped: new Set() }
  }

  /** What is loaded and matches, with what is above it. */
  find(matches: (node: TreeNode<D>) => boolean): Found<D> {
    const kids = new Map<TreeNode<D>, readonly TreeNode<D>[]>()
    const keep = (nodes: readonly TreeNode<D>[]): TreeNode<D>[] =>
      nodes.filter((node) => {
        const below = keep(node.children)
        if (below.length > 0) kids.set(node, below)
        return below.length > 0 || matches(node)
      })
    return { roots: keep(this.roots), kids, flipped: new Set() }
  }

  /** Choosable stations below that are chosen. */
  chosenOf(node: TreeNode<D>): number {
    let { on, stamp } = node
    for (let above = node.parent; above; above = above.parent) {
      if (above.markStamp > stamp) {
        stamp = above.markStamp
        on = above.mark ? node.total : 0
      }
    }
    return on
  }

  stateOf(node: TreeNode<D>): CheckState {
    const chosen = this.chosenOf(node)
    if (chosen === 0) return 'off'
    return chosen >= node.total ? 'on' : 'half'
  }

  /** Chosen stations in all. */
  get chosen(): number {
    return this.roots.reduce((sum, root) => sum + this.chosenOf(root), 0)
  }

  get total(): number {
    return this.roots.reduce((sum, root) => sum + root.total, 0)
  }

  /** Nothing happens where nothing below can be chosen. */
  set(node: TreeNode<D>, on: boolean): void {
    if (node.total === 0) return
    const stamp = ++this.#clock
    const path = pathOf(node)
    const before = path.map((each) => this.chosenOf(each))
    let delta = (on ? node.total : 0) - before[0]!
    for (const [index, each] of path.entries()) {
      // Where a part is given up, the stations that belong to the whole alone cannot stay.
      if (index > 0 && !on && each.own > 0 && before[index]! > this.#chosenInChildren(each)) delta -= each.own
      before[index]! += delta
    }
    for (const [index, each] of path.entries()) {
      each.on = before[index]!
      each.stamp = stamp
    }
    node.mark = on
    node.markStamp = stamp
    if (on) this.last = node
  }

  toggle(node: TreeNode<D>): void {
    this.set(node, this.stateOf(node) !== 'on')
  }

  clear(): void {
    for (const root of this.roots) this.set(root, false)
    this.last = null
  }

  setOpen(node: TreeNode<D>, open: boolean, found: Found<D> | null): void {
    if (!found) node.open = open
    else if (found.kids.has(node) === open) found.flipped.delete(node)
    else found.flipped.add(node)
    this.#rows = null
  }

  isOpen(node: TreeNode<D>, found: Found<D> | null): boolean {
    return found ? found.kids.has(node) !== found.flipped.has(node) : node.open
  }

  /** Rows in sight from top to bottom: the tree's, or those of a search, without what `hides` leaves out. */
  rows(found: Found<D> | null, hides?: (node: TreeNode<D>) => boolean): readonly TreeRow<D>[] {
    if (this.#rows && this.#rowsOf.found === found && this.#rowsOf.hides === hides) return this.#rows
    const rows: TreeRow<D>[] = []
    const seen = (nodes: readonly TreeNode<D>[]) => (hides ? nodes.filter((node) => !hides(node)) : nodes)
    const walk = (nodes: readonly TreeNode<D>[]) => {
      nodes.forEach((node, index) => {
        const kids = seen(found?.kids.get(node) ?? (node.complete ? node.children : []))
        const bare = node.leaf || (node.complete && kids.length === 0)
        const open = bare ? null : this.isOpen(node, found)
        rows.push({ node, open, place: index + 1, siblings: nodes.length })
        if (open) walk(kids)
      })
    }
    walk(seen(found ? found.roots : this.roots))
    this.#rowsOf = { found, hides }
    return (this.#rows = rows)
  }

  #merge(parent: TreeNode<D> | null, items: readonly TreeItem<D>[]): TreeNode<D>[] {
    return items.map((item) => {
      const known = this.#nodes.get(item.key)
      const node = known ?? this.#create(parent, item)
      if (item.children.length > 0) {
        node.children = this.#merge(node, item.children)
        node.complete = true
        this.#balance(node)
      }
      return node
    })
  }

  #create(parent: TreeNode<D> | null, { children: _later, chosen, ...item }: TreeItem<D>): TreeNode<D> {
    const node: TreeNode<D> = {
      ...item,
      parent,
      children: [],
      complete: false,
      depth: parent ? parent.depth + 1 : 0,
      open: false,
      on: chosen,
      stamp: 0,
      markStamp: 0,
      mark: false,
      own: 0,
    }
    this.#nodes.set(item.key, node)
    return node
  }

  #chosenInChildren(node: TreeNode<D>): number {
    return node.children.reduce((sum, child) => sum + this.chosenOf(child), 0)
  }

  /** Stations that came since the parent was read count for it too; fewer below than it says are its own. */
  #balance(node: TreeNode<D>): void {
    const more = node.children.reduce((sum, child) => sum + child.total, 0) - node.total
    node.own = Math.max(0, -more)
    if (more <= 0) return
    const path = pathOf(node)
    const chosen = path.map((each) => this.chosenOf(each))
    const moreChosen = Math.max(0, this.#chosenInChildren(node) - chosen[0]!)
    for (const [index, each] of path.entries()) {
      each.total += more
      each.on = chosen[index]! + moreChosen
      each.stamp = this.#clock
    }
  }
}

/** The node and everything above it, the topmost last. */
export function pathOf<D>(node: TreeNode<D>): TreeNode<D>[] {
  const path = [node]
  for (let above = node.parent; above; above = above.parent) path.push(above)
  return path
}

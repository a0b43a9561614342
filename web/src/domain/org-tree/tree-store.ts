/** An item that a source makes from an answer and adds to the tree. */
export type TreeItem<D> = {
  key: string
  name: string
  /** The node has no children. */
  leaf: boolean
  disabled: boolean
  /** Why the node cannot be chosen, in words. */
  reason: string | null
  /** The number of selectable stations below, 1 for a station: the most that checking the node adds. */
  total: number
  /** How many of them were chosen when the tree was loaded. */
  chosen: number
  data: D
  /** The children loaded with the item; empty for a node that is not a leaf means they are to be loaded. */
  children: readonly TreeItem<D>[]
}

type PlainItem<D> = Pick<TreeItem<D>, 'key' | 'name' | 'data' | 'children'> & Partial<TreeItem<D>>

/** An item without counts: each is chosen separately. */
export const plainItem = <D>(item: PlainItem<D>): TreeItem<D> => ({
  leaf: item.children.length === 0,
  disabled: false,
  reason: null,
  total: 0,
  chosen: 0,
  ...item,
})

/** A node in the store. Read its counts only through the store. */
export type TreeNode<D> = Omit<TreeItem<D>, 'chosen' | 'children'> & {
  parent: TreeNode<D> | null
  children: TreeNode<D>[]
  /** All children are loaded, not only those from a search. */
  complete: boolean
  /** 0 at the top level. */
  depth: number
  open: boolean
  /** The number chosen below, as of `stamp`; a later mark on an ancestor overrides it. */
  on: number
  stamp: number
  /** The last time when everything below was chosen or unchosen at once. */
  markStamp: number
  mark: boolean
  /** The node's own stations that no child contains; known when `complete`. */
  own: number
}

export type CheckState = 'on' | 'half' | 'off'

/** The result of a search: matches and their ancestors, all open until the user closes one. */
export type Found<D> = {
  roots: readonly TreeNode<D>[]
  kids: ReadonlyMap<TreeNode<D>, readonly TreeNode<D>[]>
  /** Nodes that the user closed although the search opened them, or opened although it did not. */
  flipped: Set<TreeNode<D>>
}

export type TreeRow<D> = {
  node: TreeNode<D>
  /** null for a node without children. */
  open: boolean | null
  /** The position among its visible siblings, from 1. */
  place: number
  siblings: number
}

/**
 * A lazily loaded tree with checkboxes. A check writes one mark and updates the counts on the path up, never the
 * descendants: those read the latest mark above them. So a check costs the depth of the tree, whatever its size, and
 * nodes loaded later take the state of their ancestors.
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

  /** Whether anything was checked or unchecked. */
  get touched(): boolean {
    return this.#clock > 0
  }

  setTop(items: readonly TreeItem<D>[]): void {
    this.roots = this.#merge(null, items)
    this.#rows = null
  }

  /** Sets all children of a node, in order. A leaf stays a leaf: its children are counted but never shown. */
  addChildren(parent: TreeNode<D>, items: readonly TreeItem<D>[]): void {
    parent.children = this.#merge(parent, items)
    parent.complete = true
    if (items.length === 0) parent.leaf = true
    this.#balance(parent)
    this.#rows = null
  }

  /** Adds partial trees from the top; known nodes keep their marks. */
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

  /** The loaded nodes that match, with their ancestors. */
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

  /** The number of selectable stations below that are chosen. */
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

  /** The total number of chosen stations. */
  get chosen(): number {
    return this.roots.reduce((sum, root) => sum + this.chosenOf(root), 0)
  }

  get total(): number {
    return this.roots.reduce((sum, root) => sum + root.total, 0)
  }

  /** Does nothing where no station below is selectable. */
  set(node: TreeNode<D>, on: boolean): void {
    if (node.total === 0) return
    const stamp = ++this.#clock
    const path = pathOf(node)
    const before = path.map((each) => this.chosenOf(each))
    let delta = (on ? node.total : 0) - before[0]!
    for (const [index, each] of path.entries()) {
      // When a part is unchecked, the stations that belong only to the whole node are unchecked too.
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

  /** The visible rows from top to bottom, of the tree or of a search, without those that `hides` leaves out. */
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

  /**
   * Stations that were added since the parent was loaded count for the parent too; if there are fewer below than its
   * total, the rest are its own.
   */
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

/** The node and its ancestors, the topmost last. */
export function pathOf<D>(node: TreeNode<D>): TreeNode<D>[] {
  const path = [node]
  for (let above = node.parent; above; above = above.parent) path.push(above)
  return path
}

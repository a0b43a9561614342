import { CallError } from '../../lib/call.ts'
import { callErrorOf } from '../../lib/call-errors.ts'
import { pathOf, TreeStore, type Found, type TreeItem, type TreeNode, type TreeRow } from './tree-store.ts'
import { isNamed, isSpelled, loadReadings } from '../../lib/pinyin.ts'

/** The data source of a tree; every call rejects with a CallError. */
export type TreeSource<D> = {
  top: (signal: AbortSignal) => Promise<readonly TreeItem<D>[]>
  /** Missing for a tree that is loaded as a whole. */
  children?: (node: TreeNode<D>) => Promise<readonly TreeItem<D>[]>
  /** Returns matches with their ancestors; without it, the loaded nodes are searched. */
  search?: (word: string, signal: AbortSignal) => Promise<readonly TreeItem<D>[]>
  /** The total number of matches where `found` may be incomplete, else null. */
  countMatches?: (word: string, found: readonly TreeItem<D>[], signal: AbortSignal) => Promise<number | null>
}

/** The minimum time between two searches (spec 2 §9). */
const SEARCH_MS = 500
/** How many nodes are loaded in parallel where many are missing. */
const AT_ONCE = 8

/** The state of one opened tree: loaded, loading, found and failed nodes. Views subscribe to it. */
export class TreeSession<D> {
  readonly store = new TreeStore<D>()
  status: 'loading' | 'ready' | 'failed' = 'loading'
  error: CallError | null = null
  /** The text in the search field, and the part of it that was searched for. */
  typed = ''
  word = ''
  found: Found<D> | null = null
  /** The total number of matches, when it is known that not all were sent. */
  matches: number | null = null
  searching = false
  searchError: CallError | null = null
  readonly loading = new Set<TreeNode<D>>()
  readonly failed = new Map<TreeNode<D>, CallError>()
  #since = Date.now()
  version = 0
  #source: TreeSource<D>
  #listeners = new Set<() => void>()
  #abort = new AbortController()
  #searchAbort = new AbortController()
  #ready: Promise<void> | undefined
  #typing: ReturnType<typeof setTimeout> | undefined
  #underWay = new Map<TreeNode<D>, Promise<void>>()

  constructor(source: TreeSource<D>) {
    this.#source = source
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  snapshot = (): number => this.version

  /** Applies a change and notifies all subscribers. */
  change(run: () => void): void {
    run()
    this.version++
    for (const listener of this.#listeners) listener()
  }

  /** The time since creation, in ms. */
  age(): number {
    return Date.now() - this.#since
  }

  /** Starts loading, once; resolves when the top level is loaded or has failed. */
  begin(): Promise<void> {
    return (this.#ready ??= this.load())
  }

  /** Loads the top level; a failure leaves the tree empty (spec 2 §8). */
  async load(): Promise<void> {
    this.#abort.abort()
    const { signal } = (this.#abort = new AbortController())
    this.change(() => {
      this.status = 'loading'
      this.error = null
    })
    try {
      const items = await this.#source.top(signal)
      if (signal.aborted) return
      this.change(() => {
        this.store.setTop(items)
        for (const root of this.store.roots) if (root.complete) this.store.setOpen(root, true, null)
        this.status = 'ready'
      })
    } catch (error) {
      if (signal.aborted) return
      this.change(() => {
        this.status = 'failed'
        this.error = asCallError(error)
      })
    }
  }

  rows(hides?: (node: TreeNode<D>) => boolean): readonly TreeRow<D>[] {
    return this.store.rows(this.found, hides)
  }

  /** Opens a node after loading its children; a failure shows in its row. */
  async expand(node: TreeNode<D>): Promise<void> {
    if (!node.complete && !this.found?.kids.has(node)) {
      await this.#bring(node)
      if (!node.complete) return
    }
    this.change(() => this.store.setOpen(node, true, this.found))
  }

  collapse(node: TreeNode<D>): void {
    this.change(() => this.store.setOpen(node, false, this.found))
  }

  /** Opens a node and all its siblings. */
  async expandSiblings(node: TreeNode<D>): Promise<void> {
    const siblings = node.parent
      ? (this.found?.kids.get(node.parent) ?? node.parent.children)
      : (this.found?.roots ?? this.store.roots)
    await inTurns(
      siblings.filter(({ leaf }) => !leaf),
      (each) => this.expand(each),
    )
  }

  /** Searches for the typed text, debounced; clearing it shows the tree at once. */
  type(text: string): void {
    this.change(() => (this.typed = text))
    if (text.trim() === '') {
      this.#stopTyping()
      void this.search('')
    } else if (this.#typing === undefined && text.trim() !== this.word) {
      this.#typing = setTimeout(() => {
        this.#typing = undefined
        const word = this.typed.trim()
        if (word !== this.word) void this.search(word)
      }, SEARCH_MS)
    }
  }

  #stopTyping(): void {
    clearTimeout(this.#typing)
    this.#typing = undefined
  }

  /** Shows all matches expanded; '' shows the tree again. */
  async search(word: string): Promise<void> {
    this.#searchAbort.abort()
    const { signal } = (this.#searchAbort = new AbortController())
    const readings = isSpelled(word) ? loadReadings() : null
    const isHere = !this.#source.search
    if (isHere && readings) await readings
    if (signal.aborted) return
    this.change(() => {
      this.word = word
      this.matches = null
      this.searchError = null
      this.searching = word !== '' && !isHere
      if (!word) this.found = null
      else if (isHere) this.found = this.store.find(({ name }) => isNamed(name, word))
    })
    if (!this.searching) return
    try {
      const [items] = await Promise.all([this.#source.search!(word, signal), readings])
      if (signal.aborted) return
      this.change(() => {
        this.found = this.store.addFound(items)
        this.searching = false
      })
      await this.#count(word, items, signal)
    } catch (error) {
      if (signal.aborted) return
      this.change(() => {
        this.searching = false
        this.searchError = asCallError(error)
      })
    }
  }

  /** The matches are shown without the count, so a failed count changes nothing. */
  async #count(word: string, items: readonly TreeItem<D>[], signal: AbortSignal): Promise<void> {
    const matches = await this.#source.countMatches?.(word, items, signal).catch(asCallError)
    if (typeof matches === 'number' && !signal.aborted) this.change(() => (this.matches = matches))
  }

  /** Loads the children of these nodes; throws the first failure. */
  async complete(nodes: readonly TreeNode<D>[]): Promise<void> {
    await inTurns(nodes, (node) => this.#bring(node))
    const failure = nodes.map((node) => this.failed.get(node)).find((error) => error !== undefined)
    if (failure) throw failure
  }

  /** Makes a loaded node visible by opening its ancestors. */
  reveal(node: TreeNode<D>): void {
    this.change(() => {
      for (const above of pathOf(node).slice(1)) this.store.setOpen(above, true, this.found)
    })
  }

  /** Concurrent requests for the same children share one call. */
  #bring(node: TreeNode<D>): Promise<void> {
    const { children } = this.#source
    if (node.complete || !children) return Promise.resolve()
    const running = this.#underWay.get(node)
    if (running) return running
    const fetching = this.#read(node, children).finally(() => this.#underWay.delete(node))
    this.#underWay.set(node, fetching)
    return fetching
  }

  async #read(node: TreeNode<D>, children: NonNullable<TreeSource<D>['children']>): Promise<void> {
    this.change(() => {
      this.loading.add(node)
      this.failed.delete(node)
    })
    try {
      const items = await children(node)
      this.change(() => this.store.addChildren(node, items))
    } catch (error) {
      this.change(() => this.failed.set(node, asCallError(error)))
    } finally {
      this.change(() => this.loading.delete(node))
    }
  }
}

/** The tree shows every failure where it happened, with a way to try again. */
const asCallError = (error: unknown): CallError =>
  callErrorOf(error) ?? new CallError('没有取到，请重试', 0, 'offline', null)

async function inTurns<T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, work))
}

import { CallError } from '../../lib/call.ts'
import { pathOf, TreeStore, type Found, type TreeItem, type TreeNode, type TreeRow } from './tree-store.ts'

/** Where a tree comes from; every call rejects with a CallError. */
export type TreeSource<D> = {
  top: (signal: AbortSignal) => Promise<readonly TreeItem<D>[]>
  /** Of trees that come as a whole there is none. */
  children?: (node: TreeNode<D>) => Promise<readonly TreeItem<D>[]>
  /** Matches with what is above them; without it what is loaded is searched. */
  search?: (word: string, signal: AbortSignal) => Promise<readonly TreeItem<D>[]>
  /** How many matches there are in all, where `found` may not be all of them, else null. */
  countMatches?: (word: string, found: readonly TreeItem<D>[], signal: AbortSignal) => Promise<number | null>
}

/** A tree is searched at most so often (spec 2 §9). */
const SEARCH_MS = 500
/** So many nodes are read at once where many are missing. */
const AT_ONCE = 8

/** One opened tree: what is loaded, loading, found and failed. Views subscribe to it. */
export class TreeSession<D> {
  readonly store = new TreeStore<D>()
  status: 'loading' | 'ready' | 'failed' = 'loading'
  error: CallError | null = null
  /** What stands in the search field, and what of it was searched for. */
  typed = ''
  word = ''
  found: Found<D> | null = null
  /** Matches in all, where it is known that more were not sent. */
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

  /** Changes something and tells everybody who looks. */
  change(run: () => void): void {
    run()
    this.version++
    for (const listener of this.#listeners) listener()
  }

  /** So long ago it was made, in ms. */
  age(): number {
    return Date.now() - this.#since
  }

  /** Begins to load, once; resolves when the top is here or has failed. */
  begin(): Promise<void> {
    return (this.#ready ??= this.load())
  }

  /** Loads the top; a failure leaves the tree empty (spec 2 §8). */
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

  /** Opens a node, after its children were loaded; what failed says so in its row. */
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

  /** Opens a node and everything beside it. */
  async expandSiblings(node: TreeNode<D>): Promise<void> {
    const siblings = node.parent
      ? (this.found?.kids.get(node.parent) ?? node.parent.children)
      : (this.found?.roots ?? this.store.roots)
    await inTurns(
      siblings.filter(({ leaf }) => !leaf),
      (each) => this.expand(each),
    )
  }

  /** Searches for what stands there, once in so many milliseconds of typing; cleared, it shows the tree at once. */
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

  /** Shows what matches, all of it open; '' shows the tree again. */
  async search(word: string): Promise<void> {
    this.#searchAbort.abort()
    const { signal } = (this.#searchAbort = new AbortController())
    const here = this.#source.search ? null : word.toLowerCase()
    this.change(() => {
      this.word = word
      this.matches = null
      this.searchError = null
      this.searching = word !== '' && here === null
      if (!word) this.found = null
      else if (here !== null) this.found = this.store.find(({ name }) => name.toLowerCase().includes(here))
    })
    if (!this.searching) return
    try {
      const items = await this.#source.search!(word, signal)
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

  /** What was found is shown without it, so a failure takes nothing away. */
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

  /** Makes a known node visible by opening what is above it. */
  reveal(node: TreeNode<D>): void {
    this.change(() => {
      for (const above of pathOf(node).slice(1)) this.store.setOpen(above, true, this.found)
    })
  }

  /** Two who need the same children wait for one call. */
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

function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  throw error
}

async function inTurns<T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, work))
}

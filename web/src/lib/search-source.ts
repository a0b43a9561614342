import type { FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'

/** A search result, in the format that is also stored among the recent ones. */
export type Hit = {
  /** The kind of its source. */
  kind: string
  /** The same record has the same key in every search. */
  key: string
  title: string
  /** Shown beside the title, in grey. */
  facts: string
  /** A path in this product, or the address of another system. */
  target: string
  /** Shown at the right. */
  end?: { text: string; late?: boolean }
  status?: FlowStatus
  icon?: string | null
  /** What can be done with it, for the right arrow. */
  actions?: readonly HitAction[]
}

/** A title and a path in this product. */
export type HitAction = { title: string; target: string }

/** Something that the search starts by its name; for users with its page and the permission. */
export type SearchAction = HitAction & { icon: string; page: string; action?: PermissionCode }

/** At most this many results per kind; the list has the rest. */
export const MOST_HITS = 5

/** A kind of records that the search finds by name. */
export type SearchSource = {
  kind: string
  title: string
  /** Users without this page or this permission do not search it. */
  page: string
  action: PermissionCode
  /** Fewer letters than this match too much to be useful. */
  leastLetters: number
  /** What to type. */
  hint: string
  /** The page that lists all matches of these words, if there is one. */
  listOf?: (words: string) => string
  /** The best matches, at most MOST_HITS; the server returns only what the user may see. */
  find: (words: string, signal: AbortSignal) => Promise<Hit[]>
}

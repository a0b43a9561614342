import type { FlowStatus } from '@heliodesk/contract/work-order-rules.ts'

export type Kind = 'order' | 'station' | 'menu'

/** A search result, in the format that is also stored among the recent ones. */
export type Hit = {
  kind: Kind
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
}

export const isElsewhere = ({ target }: Hit): boolean => !target.startsWith('/')

/** The target of a link to it. */
export const hrefOf = (hit: Hit): string => (isElsewhere(hit) ? hit.target : `#${hit.target}`)

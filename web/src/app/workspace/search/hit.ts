import type { FlowStatus } from '@heliodesk/contract/work-order-rules.ts'

export type Kind = 'order' | 'station' | 'menu'

/** One thing that was found, as it is kept among the recent ones too. */
export type Hit = {
  kind: Kind
  /** The same thing has the same key at every search. */
  key: string
  title: string
  /** Beside the title, in grey. */
  facts: string
  /** A path of ours, or the address of another system. */
  target: string
  /** At the right end. */
  end?: { text: string; late?: boolean }
  status?: FlowStatus
  icon?: string | null
}

export const isElsewhere = ({ target }: Hit): boolean => !target.startsWith('/')

/** Where a link to it leads. */
export const hrefOf = (hit: Hit): string => (isElsewhere(hit) ? hit.target : `#${hit.target}`)

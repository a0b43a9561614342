import type { Hit } from '../../../lib/search-source.ts'

export const isElsewhere = ({ target }: Hit): boolean => !target.startsWith('/')

/** The target of a link to it. */
export const hrefOf = (hit: Hit): string => (isElsewhere(hit) ? hit.target : `#${hit.target}`)

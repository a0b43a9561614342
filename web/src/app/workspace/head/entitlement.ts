import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { childrenOf } from '../menu.ts'

/** Whether a permitted menu contains this path anywhere, hidden or not; the flags of spec 1 §4 are checked this way. */
export const holds = (menu: readonly MenuEntry[], path: string): boolean =>
  menu.some((entry) => entry.path === path || holds(childrenOf(entry), path))

import { useState } from 'react'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { NO_DRAFT, type Draft } from './grants.ts'

type Kept = Draft & {
  /** The role's permissions when the first change was made. */
  seen: ReadonlySet<string>
}

/** The unsaved changes of each role; switching between roles keeps them. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Kept>>(new Map())
  useUnsaved(drafts.size > 0)
  const put = (roleId: string, kept: Kept | null) =>
    setDrafts((before) => {
      const next = new Map(before)
      if (kept && kept.added.size + kept.removed.size > 0) next.set(roleId, kept)
      else next.delete(roleId)
      return next
    })
  return {
    has: (roleId: string) => drafts.has(roleId),
    of: (roleId: string): Draft => drafts.get(roleId) ?? NO_DRAFT,
    /** The role's permissions when the first change was made; null without changes. */
    seen: (roleId: string) => drafts.get(roleId)?.seen ?? null,
    change: (roleId: string, draft: Draft, base: ReadonlySet<string>) =>
      put(roleId, { ...draft, seen: drafts.get(roleId)?.seen ?? base }),
    /** Accepts another user's changes as the new base. */
    accept: (roleId: string, base: ReadonlySet<string>) =>
      put(roleId, { ...(drafts.get(roleId) ?? NO_DRAFT), seen: base }),
    drop: (roleId: string) => put(roleId, null),
  }
}

export type Drafts = ReturnType<typeof useDrafts>

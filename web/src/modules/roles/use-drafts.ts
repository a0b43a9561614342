import { useState } from 'react'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { NO_DRAFT, type Draft } from './grants.ts'

type Kept = Draft & {
  /** What the role held when the first change was made. */
  seen: ReadonlySet<string>
}

/** What is not saved yet, role by role: looking at another role loses nothing. */
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
    /** What the role held when it was first changed here; null while nothing is. */
    seen: (roleId: string) => drafts.get(roleId)?.seen ?? null,
    change: (roleId: string, draft: Draft, base: ReadonlySet<string>) =>
      put(roleId, { ...draft, seen: drafts.get(roleId)?.seen ?? base }),
    /** Takes note of what somebody else changed. */
    accept: (roleId: string, base: ReadonlySet<string>) =>
      put(roleId, { ...(drafts.get(roleId) ?? NO_DRAFT), seen: base }),
    drop: (roleId: string) => put(roleId, null),
  }
}

export type Drafts = ReturnType<typeof useDrafts>

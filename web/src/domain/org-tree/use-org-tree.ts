import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { useEffect, useState } from 'react'
import { orgSource, shownNodes, shownSource, type OrgMode } from './org-source.ts'
import { sameScope, type OrgScope } from './selection.ts'
import { TreeSession } from './tree-session.ts'

/** A tree older than this is reloaded when it opens. */
const FRESH_MS = 5 * 60_000

type Tree = { scope: Partial<OrgScope>; wasOpen: boolean; session: TreeSession<OrgNode> }

/** The tree of a value: kept while the value stays the same, recreated otherwise. */
export function useOrgTree(
  mode: OrgMode,
  value: Partial<OrgScope>,
  { open, readOnly }: { open: boolean; readOnly: boolean },
) {
  const make = (): Tree => ({ scope: value, wasOpen: open, session: begin(mode, value, readOnly) })
  const [tree, setTree] = useState(make)
  const { session } = tree
  const opens = open && !tree.wasOpen
  const isOld = opens && (session.status === 'failed' || session.age() > FRESH_MS)
  if (!sameScope(tree.scope, value) || isOld) setTree(make())
  else if (open !== tree.wasOpen) setTree({ ...tree, wasOpen: open })
  useEffect(() => {
    if (open) void session.begin()
  }, [open, session])
  return {
    session,
    /** Binds the tree to this value; null discards the tree and the changes in it. */
    keep: (scope: Partial<OrgScope> | null) => setTree(scope ? { ...tree, scope } : make()),
  }
}

function begin(mode: OrgMode, scope: Partial<OrgScope>, readOnly: boolean): TreeSession<OrgNode> {
  const shown = readOnly ? shownNodes(mode, scope) : null
  return new TreeSession(shown === null ? orgSource(mode, scope) : shownSource(mode, shown))
}

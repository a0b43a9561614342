import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { callErrorOf } from '../../lib/call-errors.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { coverOf, selectionOf, type OrgTreeNode } from './cover.ts'
import { singleLook } from './node-look.ts'
import { chosenText, hitsOf, OrgPanel } from './OrgPanel.tsx'
import type { OrgMode } from './org-source.ts'
import type { OrgSummary } from './OrgTreeSelect.tsx'
import { countEntries, sameScope, type OrgScope, type OrgSelection } from './selection.ts'
import { entriesOf, namedNode } from './settle-cover.ts'
import { SinglePanel } from './SinglePanel.tsx'
import { SINGLE_WIDTH, TreePopup } from './TreePopup.tsx'
import type { TreeSession } from './tree-session.ts'
import { useOrgTree } from './use-org-tree.ts'

type OrgTreeRoomProps = {
  anchor: RefObject<HTMLDivElement | null>
  open: boolean
  value: Partial<OrgScope>
  /** The field already has the names of the value. */
  known: boolean
  mode: OrgMode
  single: boolean
  label: string
  /** How many entries the field names. */
  named: number
  readOnly: boolean
  onSummary: (summary: OrgSummary) => void
  onChange: (selection: OrgSelection) => void
  onClose: () => void
}

const PANEL_WIDTH = 760

/** The tree of a field's value, and the panel that shows it while open. */
export function OrgTreeRoom(props: OrgTreeRoomProps) {
  const { anchor, open, value, mode, single, label, named, onSummary, onChange, onClose } = props
  const { session, keep } = useOrgTree(mode, value, { open, readOnly: props.readOnly })
  const [asking, setAsking] = useState(false)
  const tell = (scope: Partial<OrgScope>, entries: readonly OrgTreeNode[], count: number) =>
    onSummary({
      scope,
      names: entries.slice(0, named).map(({ name }) => name),
      count: chosenText(mode.kind, count),
    })
  const one = useNames(session, props, tell)

  if (!open || !anchor.current) return null
  const choose = (selection: OrgSelection, entries: readonly OrgTreeNode[], count: number) => {
    keep(single ? null : selection)
    tell(selection, entries, count)
    onChange(selection)
  }
  const leave = () => {
    keep(null)
    setAsking(false)
    onClose()
  }
  const close = () => {
    if (!single && isChanged(session, value)) setAsking(true)
    else leave()
  }
  return (
    <>
      <TreePopup
        label={`选择${label}`}
        anchor={anchor.current}
        minWidth={single ? SINGLE_WIDTH : PANEL_WIDTH}
        onClose={close}
      >
        {single ? (
          <SinglePanel
            session={session}
            label={label}
            chosen={one ? [one.key] : []}
            lookOf={singleLook(mode)}
            mayPick={(node) => !node.disabled}
            onPick={(node) =>
              choose(selectionOf([node], node.data.psNum, node, session.word), [node], node.total)
            }
            placeholder={mode.kind === 'department' ? '查找部门' : '查找电站、项目、部门'}
            hits={(each) => hitsOf(each)}
          />
        ) : (
          <OrgPanel
            session={session}
            mode={mode}
            label={label}
            onCancel={leave}
            onConfirm={(selection, entries) => choose(selection, entries, session.store.chosen)}
          />
        )}
      </TreePopup>
      <ConfirmDialog
        open={asking}
        title="勾选尚未确定，是否放弃?"
        verb="放弃"
        onConfirm={leave}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

/**
 * Reports the names of the value to the field. For a single selection, returns its node after the path to it was loaded
 * and expanded.
 */
function useNames(
  session: TreeSession<OrgNode>,
  { value, known, named, single }: OrgTreeRoomProps,
  tell: (scope: Partial<OrgScope>, entries: readonly OrgTreeNode[], count: number) => void,
): OrgTreeNode | undefined {
  const [one, setOne] = useState<{ session: TreeSession<OrgNode>; node: OrgTreeNode | undefined }>()
  const scope = JSON.stringify(value)
  const wanted = countEntries(value) > 0
  const namesOf = async (tree: TreeSession<OrgNode>, shown: Partial<OrgScope>, enough: number) =>
    single ? [(await namedNode(tree, shown)) ?? []].flat() : entriesOf(tree, shown, enough)
  const name = useEffectEvent(
    async (tree: TreeSession<OrgNode>, shown: Partial<OrgScope>, enough: number) => {
      if (known && !single) return
      await tree.begin()
      const { store, status } = tree
      const entries = status === 'ready' ? await namesOf(tree, shown, enough) : []
      if (store.touched) return
      if (single && entries[0]) tree.reveal(entries[0])
      if (single) setOne({ session: tree, node: entries[0] })
      if (!known) tell(shown, entries, store.chosen || entries.reduce((sum, { total }) => sum + total, 0))
    },
  )
  useEffect(() => {
    if (!wanted) return
    name(session, JSON.parse(scope) as Partial<OrgScope>, named)
      // The field works without names; the tree shows a failed call when it is opened.
      .catch(callErrorOf)
  }, [session, scope, wanted, named])
  return one?.session === session ? one.node : undefined
}

/** Whether closing would discard changes. */
function isChanged({ store }: TreeSession<OrgNode>, value: Partial<OrgScope>): boolean {
  if (!store.touched) return false
  const { entries, open } = coverOf(store)
  return open.length > 0 || !sameScope(selectionOf(entries, 0, null, ''), value)
}

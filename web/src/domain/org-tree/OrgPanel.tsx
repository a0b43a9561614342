import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { useState, useSyncExternalStore } from 'react'
import type { CallError } from '../../lib/call.ts'
import { callErrorOf } from '../../lib/call-errors.ts'
import { DialogButtons } from '../../kit/DialogButtons.tsx'
import { formatCapacity, formatNumber } from '../../kit/format.ts'
import { Segments } from '../../kit/Segments.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { coverOf, selectionOf, type OrgTreeNode } from './cover.ts'
import { checkLook, isOutOfUse } from './node-look.ts'
import { OrgTree } from './OrgTree.tsx'
import type { OrgMode } from './org-source.ts'
import { PickedList } from './PickedList.tsx'
import { SearchInput } from './SearchInput.tsx'
import type { OrgSelection } from './selection.ts'
import { capacityOf, settleCover } from './settle-cover.ts'
import type { TreeSession } from './tree-session.ts'
import type { Found } from './tree-store.ts'
import css from './tree-popup.module.css'
import { isNamed } from '../../lib/pinyin.ts'

type OrgPanelProps = {
  session: TreeSession<OrgNode>
  mode: OrgMode
  label: string
  onConfirm: (selection: OrgSelection, entries: readonly OrgTreeNode[]) => void
  onCancel: () => void
}

const views = { stations: '电站', departments: '部门' } as const
type View = keyof typeof views

/** 已选电站 N 座, or the number of departments. */
export const chosenText = (kind: OrgMode['kind'], chosen: number): string =>
  kind === 'department' ? `已选部门 ${formatNumber(chosen)} 个` : `已选电站 ${formatNumber(chosen)} 座`

const isNoDepartment = ({ data }: OrgTreeNode) => data.isPs === 1 || data.isPsa === '1'

/**
 * Whether the checkbox of a node works. Where only stations can be chosen separately, checking a department still takes
 * all of its stations; a disabled or closed department does nothing (spec 2 §5).
 */
const mayCheck = (mode: OrgMode) => (node: OrgTreeNode) => node.total > 0 && !isOutOfUse(mode, node)

/** The tree with checkboxes, the chosen entries beside it, and the confirm and cancel buttons. */
export function OrgPanel({ session, mode, label, onConfirm, onCancel }: OrgPanelProps) {
  const { kind } = mode
  useSyncExternalStore(session.subscribe, session.snapshot)
  const phone = usePhone()
  const [view, setView] = useState<View>('stations')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const { store } = session
  const cover = coverOf(store)
  const capacity = kind === 'department' ? null : capacityOf(cover)
  const hides = view === 'departments' ? isNoDepartment : undefined
  const confirm = async () => {
    setBusy(true)
    setError(null)
    try {
      const { entries } = await settleCover(session)
      const psNum =
        kind === 'department' ? entries.reduce((sum, { data }) => sum + data.psNum, 0) : store.chosen
      onConfirm(selectionOf(entries, psNum, store.last, session.word), entries)
    } catch (failure) {
      setError(callErrorOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={phone ? `${css.treePanel} ${css.plain}` : css.treePanel}>
      <div className={`touch-row ${css.find}`}>
        <SearchInput
          session={session}
          placeholder={kind === 'department' ? '查找部门' : '查找电站、项目、部门'}
          hits={hitsOf(session, hides)}
          autoFocus={!phone}
        />
        {(kind === 'station' || kind === 'car') && (
          <Segments label="显示到" choices={views} value={view} onChange={setView} />
        )}
      </div>
      <OrgTree
        session={session}
        label={label}
        checkable
        hides={hides}
        lookOf={checkLook(mode, store)}
        mayPick={mayCheck(mode)}
        onPick={(node) => session.change(() => store.toggle(node))}
        maxHeight={phone ? 'none' : '50vh'}
        empty={kind === 'department' ? '没有可选的部门' : '没有可选的电站'}
      />
      {!phone && <PickedList session={session} cover={cover} kind={kind} />}
      <div className={`touch-send foot ${css.foot}`}>
        <b className={`nw ${css.sum}`} role="status">
          {chosenText(kind, store.chosen)}
        </b>
        <span className={`t3 ell grow ${css.grow}`}>
          {error ? (
            <span className="err" role="alert">
              {error.message}
            </span>
          ) : (
            capacity !== null && `装机 ${formatCapacity(capacity)}`
          )}
        </span>
        {!phone && <Keys />}
        <DialogButtons
          onCancel={onCancel}
          verb="确定"
          busy={busy}
          refusal={refusalOf(session)}
          onConfirm={() => void confirm()}
        />
      </div>
    </div>
  )
}

const refusalOf = ({ status }: TreeSession<OrgNode>) => (status === 'ready' ? null : '还没有取到')

type Hides = ((node: OrgTreeNode) => boolean) | undefined

/** Counts a result once, not at every check in it. */
const counted = new WeakMap<Found<OrgNode>, { hides: Hides; hits: number }>()

const countHits = (found: Found<OrgNode>, wanted: string, hides: Hides): number => {
  const count = (nodes: readonly OrgTreeNode[]): number =>
    nodes.reduce((sum, node) => {
      if (hides?.(node)) return sum
      return sum + Number(isNamed(node.name, wanted)) + count(found.kids.get(node) ?? [])
    }, 0)
  return count(found.roots)
}

/** 9 项匹配; for a search with more matches than were sent, the total number. */
export function hitsOf(
  { word, found, searching, matches }: TreeSession<OrgNode>,
  hides?: Hides,
): string | null {
  if (!word || !found || searching) return null
  let known = counted.get(found)
  if (!known || known.hides !== hides) {
    known = { hides, hits: countHits(found, word, hides) }
    counted.set(found, known)
  }
  const { hits } = known
  return !hides && matches !== null && matches > hits
    ? `前 ${formatNumber(hits)} 项，共 ${formatNumber(matches)} 项匹配`
    : `${formatNumber(hits)} 项匹配`
}

const Keys = () => (
  <span className={css.keys} aria-hidden>
    <kbd>↑↓</kbd> 移动 <kbd>空格</kbd> 勾选 <kbd>→</kbd> 展开
  </span>
)

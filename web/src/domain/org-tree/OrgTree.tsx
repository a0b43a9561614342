import { FolderTree, SearchX, type LucideIcon } from 'lucide-react'
import {
  memo,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { Button } from '../../kit/Button.tsx'
import { Empty, ErrorCard } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { useRowWindow } from '../../kit/use-row-window.ts'
import { moveBy, rowByName } from './tree-keys.ts'
import { rowId, TreeRowView } from './TreeRowView.tsx'
import type { TreeSession } from './tree-session.ts'
import type { CheckState, TreeNode, TreeRow } from './tree-store.ts'
import './org-tree.css'

/** Spec 2 §9; on a phone a row is as high as a touch target. */
const ROW = 26
const PHONE_ROW = 44
const OVERSCAN = 6
/** Letters typed within this time form one word. */
const WORD_MS = 600

export type NodeLook = {
  icon: LucideIcon
  /** Shown at the right: counts, capacity. */
  note: string | null
  /** Why the node cannot be chosen, in words, unless the purpose of the tree makes it obvious. */
  reason: string | null
}

export type OrgTreeProps<D> = {
  session: TreeSession<D>
  label: string
  /** Shows checkboxes in front of the rows. In check mode no row stays highlighted (spec 2 §5). */
  checkable?: boolean
  /** The state of a checkbox; by default from the store. */
  stateOf?: (node: TreeNode<D>) => CheckState
  /** Keys of the chosen nodes in a tree without checkboxes. */
  chosen?: readonly string[]
  /** Nodes to leave out, with their descendants. */
  hides?: (node: TreeNode<D>) => boolean
  lookOf: (node: TreeNode<D>) => NodeLook
  /** Whether a press may choose the node; otherwise a press does nothing (spec 2 §5). */
  mayPick: (node: TreeNode<D>) => boolean
  onPick: (node: TreeNode<D>) => void
  /** CSS lengths: 40vh by default, at most 50vh (spec 2 §2). */
  height?: string
  maxHeight?: string
  autoFocus?: boolean
  /** The text of an empty tree. */
  empty?: string
}

/** A virtual tree: only visible rows are in the DOM, however many nodes are expanded. */
export function OrgTree<D>(props: OrgTreeProps<D>) {
  const { session, hides, height = '40vh', maxHeight = '50vh', empty = '没有可选的内容' } = props
  useSyncExternalStore(session.subscribe, session.snapshot)
  const waiting = session.status === 'loading' || (session.searching && !session.found)
  const late = useLate(waiting)
  const frame = { height, maxHeight }
  if (session.status === 'failed' && session.error) {
    return (
      <div className="org-tree state-of" style={frame}>
        <ErrorCard title="没有取到" error={session.error} onRetry={() => void session.load()} />
      </div>
    )
  }
  if (session.searchError) {
    const again = () => void session.search(session.word)
    return (
      <div className="org-tree state-of" style={frame}>
        <ErrorCard title="没有查到" error={session.searchError} onRetry={again} />
      </div>
    )
  }
  if (waiting) {
    return (
      <div className="org-tree" style={frame} aria-busy>
        {late && <Skeleton />}
      </div>
    )
  }
  if (session.rows(hides).length === 0) {
    return (
      <div className="org-tree state-of" style={frame}>
        {session.word ? (
          <Empty
            icon={SearchX}
            title="没有符合的内容"
            text={`“${session.word}”`}
            action={<Button onClick={() => session.type('')}>清除查找</Button>}
          />
        ) : (
          <Empty icon={FolderTree} title={empty} />
        )}
      </div>
    )
  }
  return <Rows {...props} frame={frame} />
}

type RowsProps<D> = OrgTreeProps<D> & { frame: { height: string; maxHeight: string } }

function Rows<D>(props: RowsProps<D>) {
  const { session, label, checkable = false, chosen, hides, mayPick, onPick, autoFocus, frame } = props
  const rows = session.rows(hides)
  const phone = usePhone()
  const rowHeight = phone ? PHONE_ROW : ROW
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [focused, setFocused] = useState(false)
  const active = useActive(rows, activeKey, chosen)
  const { start, end, scrollTo } = useRowWindow(box, { count: rows.length, rowHeight, overscan: OVERSCAN })
  const type = useTypedWord()
  useEffect(() => {
    if (active > 0) scrollTo(active, true)
    if (autoFocus) box.current?.focus({ preventScroll: true })
    // Only on mount.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const moveTo = (index: number) => {
    setActiveKey(rows[index]!.node.key)
    scrollTo(index)
  }
  const setOpen = (node: TreeNode<D>, open: boolean) =>
    open ? void session.expand(node) : session.collapse(node)
  const pick = (node: TreeNode<D>) => {
    if (mayPick(node)) onPick(node)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { node } = rows[active]!
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1)
    const move = moveBy(event.key, rows, active, page)
    if (move) {
      if ('to' in move) moveTo(move.to)
      else if ('open' in move) setOpen(node, move.open)
      else if ('pick' in move) pick(node)
      else void session.expandSiblings(node)
    } else {
      const target = event.key.length === 1 ? rowByName(rows, active, type(event.key)) : null
      if (target === null) return
      moveTo(target)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const at = event.target.closest<HTMLElement>('[data-index]')?.dataset.index
    const row = at === undefined ? undefined : rows[Number(at)]
    if (!row) return
    setActiveKey(row.node.key)
    if (row.open !== null && event.target.closest('.tw')) setOpen(row.node, !row.open)
    else pick(row.node)
  }
  const drawRow = (index: number) => (
    <Row
      key={rows[index]!.node.key}
      id={id}
      row={rows[index]!}
      index={index}
      height={rowHeight}
      active={focused && index === active}
      tree={props}
    />
  )
  return (
    <div
      ref={box}
      className={phone ? 'org-tree phone' : 'org-tree'}
      role="tree"
      aria-label={label}
      aria-multiselectable={checkable || undefined}
      aria-activedescendant={focused ? rowId(id, rows[active]!.node.key) : undefined}
      tabIndex={0}
      style={frame}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div role="none" style={{ height: rows.length * rowHeight, position: 'relative' }}>
        {/* The focused row stays in the DOM, so that a screen reader can name it. */}
        {active < start && drawRow(active)}
        {Array.from({ length: end - start }, (_, at) => drawRow(start + at))}
        {active >= end && drawRow(active)}
      </div>
    </div>
  )
}

type RowProps<D> = {
  id: string
  row: TreeRow<D>
  index: number
  height: number
  active: boolean
  tree: OrgTreeProps<D>
}

/** During scrolling, rows that stay visible skip rendering, because the tree's props are the same objects. */
const Row = memo(function Row<D>({ id, row, index, height, active, tree }: RowProps<D>) {
  const { session, checkable = false, chosen, lookOf, mayPick } = tree
  const { node, open, place, siblings } = row
  const { icon, note, reason } = lookOf(node)
  const { stateOf = (each: TreeNode<D>) => session.store.stateOf(each) } = tree
  return (
    <TreeRowView
      id={rowId(id, node.key)}
      index={index}
      height={height}
      name={node.name}
      word={session.word}
      depth={node.depth}
      place={place}
      siblings={siblings}
      open={open}
      leaf={node.leaf}
      icon={icon}
      note={note}
      reason={reason}
      off={!mayPick(node)}
      check={checkable ? stateOf(node) : null}
      chosen={chosen?.includes(node.key) ?? false}
      active={active}
      loading={session.loading.has(node)}
      failure={session.failed.get(node)?.message ?? null}
    />
  )
}) as <D>(props: RowProps<D> & { key: string }) => ReactNode

/** The row with the keyboard focus: the one moved to, else the chosen one, else the first. */
function useActive<D>(
  rows: readonly { node: TreeNode<D> }[],
  activeKey: string | null,
  chosen: readonly string[] = [],
): number {
  const known = useRef({ rows, index: 0, key: activeKey })
  if (known.current.rows !== rows || known.current.key !== activeKey || known.current.index >= rows.length) {
    const at = [activeKey, ...chosen]
      .map((key) => rows.findIndex(({ node }) => node.key === key))
      .find((index) => index >= 0)
    known.current = { rows, index: at ?? 0, key: activeKey }
  }
  return known.current.index
}

/** Collects typed letters into a word until a pause. */
function useTypedWord(): (letter: string) => string {
  const typed = useRef({ word: '', at: 0 })
  return (letter) => {
    const now = Date.now()
    const word = now - typed.current.at < WORD_MS ? typed.current.word + letter : letter
    typed.current = { word, at: now }
    return word
  }
}

const SKELETON = [40, 52, 46, 60, 38, 56, 44, 50]

/** Placeholder rows, paler downwards. */
const Skeleton = () => (
  <div>
    {SKELETON.map((width, index) => (
      <div
        key={index}
        className="tn"
        style={{ paddingLeft: 8 + Math.min(index, 3) * 18, opacity: 1 - index * 0.11 }}
      >
        <span className="sk" style={{ width: 16, height: 16 }} />
        <span className="sk" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
)

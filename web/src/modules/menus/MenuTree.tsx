import {
  ChevronDown,
  ChevronRight,
  Dot,
  ExternalLink,
  Folder,
  GripVertical,
  MousePointerClick,
} from 'lucide-react'
import { createElement, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { own } from '@heliodesk/contract/own.ts'
import { SearchField } from '../../kit/SearchField.tsx'
import { below, found, isButton, isNew, move, refusalToMove, type Item } from './items.ts'
import { menuIcons } from '../../domain/menu-icons.ts'
import type { MenuDraft } from './use-menu-draft.ts'
import css from './menus.module.css'

type Row = { item: Item; level: number; count: number; isOpen: boolean }
type Spot = { key: string; side: 'before' | 'after' | 'inside' }

/** The rows of the tree that show, from the top down. */
function rowsOf(items: readonly Item[], isOpen: (key: string) => boolean, shown: ReadonlySet<string> | null) {
  const visit = (above: string | null, level: number): Row[] =>
    below(items, above)
      .filter(({ key }) => shown?.has(key) ?? true)
      .flatMap((item) => {
        const count = items.filter((each) => each.above === item.key).length
        const open = count > 0 && isOpen(item.key)
        return [{ item, level, count, isOpen: open }, ...(open ? visit(item.key, level + 1) : [])]
      })
  return visit(null, 1)
}

type MenuTreeProps = { draft: MenuDraft; chosen: string | null; onChoose: (key: string) => void }

/** All entries; dragged, or moved with Alt and the arrow keys. */
export function MenuTree({ draft, chosen, onChoose }: MenuTreeProps) {
  const { items, base, put } = draft
  const [word, setWord] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        items
          .filter(({ above }) => above === null)
          .slice(0, 1)
          .map(({ key }) => key),
      ),
  )
  const [active, setActive] = useState<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const shown = word.trim() ? found(items, word) : null
  // What was made or reached elsewhere is in sight.
  const needed = ancestorsOf(items, chosen)
  const rows = rowsOf(items, (key) => shown !== null || open.has(key) || needed.has(key), shown)
  const stop = rows.some(({ item }) => item.key === active) ? active : (chosen ?? rows[0]?.item.key ?? null)
  const before = new Map(base.map((item) => [item.key, JSON.stringify(item)]))
  const focus = (key: string | undefined) => {
    if (key === undefined) return
    setActive(key)
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus())
  }
  const toggle = (key: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(key)
    else next.delete(key)
    setOpen(next)
  }
  const place = (key: string, above: string | null, at: number) => {
    put(move(items, key, above, at))
    if (above !== null) toggle(above, true)
    focus(key)
  }
  const moveByKey = (item: Item, key: string) => {
    const all = below(items, item.above)
    const beside = all.filter((each) => isButton(each) === isButton(item))
    const at = beside.findIndex((each) => each.key === item.key)
    const parent = items.find((each) => each.key === item.above)
    const other = beside[key === 'ArrowUp' || key === 'ArrowRight' ? at - 1 : at + 1]
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      if (other)
        place(
          item.key,
          item.above,
          all.findIndex((each) => each.key === other.key),
        )
    } else if (key === 'ArrowRight') {
      if (other && refusalToMove(items, item, other.key) === null)
        place(item.key, other.key, below(items, other.key).length)
    } else if (parent && refusalToMove(items, item, parent.above) === null)
      place(
        item.key,
        parent.above,
        below(items, parent.above).findIndex(({ key: each }) => each === parent.key) + 1,
      )
  }
  const onKey = (event: KeyboardEvent, { item, isOpen, count }: Row) => {
    const { key, altKey } = event
    const at = rows.findIndex((row) => row.item.key === item.key)
    if (!['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ', 'Home', 'End'].includes(key))
      return
    event.preventDefault()
    if (altKey) moveByKey(item, key)
    else if (key === 'Enter' || key === ' ') onChoose(item.key)
    else if (key === 'Home') focus(rows[0]?.item.key)
    else if (key === 'End') focus(rows.at(-1)?.item.key)
    else if (key === 'ArrowUp') focus(rows[at - 1]?.item.key)
    else if (key === 'ArrowDown') focus(rows[at + 1]?.item.key)
    else if (key === 'ArrowRight') {
      if (isOpen) focus(rows[at + 1]?.item.key)
      else if (count > 0) toggle(item.key, true)
    } else if (isOpen) toggle(item.key, false)
    else focus(item.above ?? undefined)
  }
  const spotOf = (event: DragEvent, over: Item): Spot | null => {
    const item = items.find(({ key }) => key === dragged)
    if (!item || item.key === over.key) return null
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const part = (event.clientY - top) / height
    const inside = !isButton(over) && part > 0.3 && part < 0.7
    const side = inside ? 'inside' : part < 0.5 ? 'before' : 'after'
    return refusalToMove(items, item, inside ? over.key : over.above) === null
      ? { key: over.key, side }
      : null
  }
  const drop = (over: Item) => {
    if (dragged && spot?.key === over.key) {
      const beside = below(items, over.above).filter(({ key }) => key !== dragged)
      const at = beside.findIndex(({ key }) => key === over.key)
      if (spot.side === 'inside') place(dragged, over.key, below(items, over.key).length)
      else place(dragged, over.above, spot.side === 'before' ? at : at + 1)
    }
    setDragged(null)
    setSpot(null)
  }
  return (
    <div className={css.treePane}>
      <SearchField label="查找菜单" placeholder="名称、路径、权限码" value={word} onChange={setWord} />
      <div className={css.tree} role="tree" aria-label="菜单" ref={tree}>
        {rows.map((row) => (
          <TreeRow
            key={row.item.key}
            row={row}
            isChosen={row.item.key === chosen}
            isChanged={before.get(row.item.key) !== JSON.stringify(row.item)}
            isStop={row.item.key === stop}
            side={spot?.key === row.item.key ? spot.side : null}
            onKey={(event) => onKey(event, row)}
            onFocus={() => setActive(row.item.key)}
            onChoose={() => onChoose(row.item.key)}
            onToggle={() => toggle(row.item.key, !row.isOpen)}
            drag={{
              onDragStart: (event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', row.item.key)
                setDragged(row.item.key)
              },
              onDragOver: (event) => {
                const at = spotOf(event, row.item)
                if (at) event.preventDefault()
                if (at?.key !== spot?.key || at?.side !== spot?.side) setSpot(at)
              },
              onDrop: (event) => {
                event.preventDefault()
                drop(row.item)
              },
              onDragEnd: () => {
                setDragged(null)
                setSpot(null)
              },
            }}
          />
        ))}
        {rows.length === 0 && <p className={`t3 ${css.none}`}>没有找到“{word}”</p>}
      </div>
      <p className={`t3 s12 ${css.hint}`}>拖动改序或换上级，Alt + ↑↓←→ 也行</p>
    </div>
  )
}

function ancestorsOf(items: readonly Item[], key: string | null): ReadonlySet<string> {
  const item = items.find((each) => each.key === key)
  const above = item?.above ?? null
  return above === null ? new Set() : new Set([above, ...ancestorsOf(items, above)])
}

type DragHandlers = Record<'onDragStart' | 'onDragOver' | 'onDrop', (event: DragEvent) => void> & {
  onDragEnd: () => void
}

type TreeRowProps = {
  row: Row
  isChosen: boolean
  isChanged: boolean
  isStop: boolean
  side: Spot['side'] | null
  onKey: (event: KeyboardEvent) => void
  onFocus: () => void
  onChoose: () => void
  onToggle: () => void
  drag: DragHandlers
}

function TreeRow({ row, isChosen, isChanged, isStop, side, drag, ...on }: TreeRowProps) {
  const { item, level, count, isOpen } = row
  const note =
    item.kind === 'button' ? item.perms : item.kind === 'directory' ? count : (item.url ?? item.path)
  const tags = tagsOf(item)
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={isChosen}
      aria-expanded={count > 0 ? isOpen : undefined}
      aria-description={[...(isChanged ? ['未保存'] : []), ...tags.map(([text]) => text), note].join('，')}
      data-key={item.key}
      data-drop={side ?? undefined}
      tabIndex={isStop ? 0 : -1}
      className={isChosen ? `${css.treeRow} ${css.chosen}` : css.treeRow}
      style={{ paddingLeft: 4 + (level - 1) * 18 }}
      draggable
      onKeyDown={on.onKey}
      onFocus={on.onFocus}
      onClick={on.onChoose}
      {...drag}
    >
      <GripVertical className={`i s ${css.grip}`} aria-hidden />
      {count > 0 ? (
        <span
          role="presentation"
          className={css.twist}
          onClick={(event) => {
            event.stopPropagation()
            on.onToggle()
          }}
        >
          {createElement(isOpen ? ChevronDown : ChevronRight, { className: 'i s', 'aria-hidden': true })}
        </span>
      ) : (
        <span className={css.twist} />
      )}
      {createElement(iconOf(item), { className: 'i s', 'aria-hidden': true })}
      <span className={`ell ${css.name}`}>{item.name || '未命名'}</span>
      {isChanged && <i className={css.unsaved} aria-hidden />}
      {tags.map(([text, look]) => (
        <span key={text} className={`tag ${look}`} aria-hidden>
          {text}
        </span>
      ))}
      <span className={`t3 ell ${css.note}`} aria-hidden>
        {note}
      </span>
    </div>
  )
}

/** What is particular about an entry, and how it looks. */
const tagsOf = (item: Item): (readonly [text: string, look: string])[] => [
  ...(isNew(item) ? [['新', 'ok'] as const] : []),
  ...(item.hidden ? [['不进侧栏', 'ln'] as const] : []),
  ...(item.kind === 'link' ? [['外链', 'ln'] as const] : []),
  ...(item.kind === 'frame' ? [['内嵌', 'ln'] as const] : []),
  ...(item.status === '0' ? [['停用', 'err'] as const] : []),
]

function iconOf({ kind, icon }: Item) {
  if (kind === 'button') return MousePointerClick
  return own(menuIcons, icon ?? '') ?? (kind === 'directory' ? Folder : kind === 'link' ? ExternalLink : Dot)
}

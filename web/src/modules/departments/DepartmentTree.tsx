import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { PlacedDepartment } from '../../domain/department-tree.ts'
import { formatNumber } from '../../kit/format.ts'
import { SearchField } from '../../kit/SearchField.tsx'
import { Marked } from '../../kit/Marked.tsx'
import { NoMatch } from '../../kit/States.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useRowWindow } from '../../kit/use-row-window.ts'
import { moveBy, openAtFirst, rowsOf, type TreeRow } from './tree-rows.ts'
import '../../domain/org-tree/org-tree.css'
import css from './departments.module.css'
import { useIsNamed } from '../../lib/pinyin.ts'

const ROW = 26
const PHONE_ROW = 48

type DepartmentTreeProps = {
  placed: readonly PlacedDepartment[]
  /** The department shown on the page. */
  chosen: PlacedDepartment | null
  onChoose: (id: string) => void
}

/** The departments in the data scope. One row is in the tab order; arrow keys move and open, Enter chooses. */
export function DepartmentTree({ placed, chosen, onChoose }: DepartmentTreeProps) {
  const [word, setWord] = useState('')
  const { opened, setOpen } = useOpened(placed, chosen)
  const named = useIsNamed(word)
  const rows = useMemo(() => rowsOf(placed, opened, word.trim(), named), [placed, opened, word, named])
  return (
    <div className={css.departmentTree}>
      <SearchField
        label="查找部门"
        placeholder="部门名称、编码"
        className="fld text"
        value={word}
        onChange={setWord}
      />
      {rows.length === 0 ? (
        <NoMatch title="没有符合的部门" text={`“${word.trim()}”`} onClear={() => setWord('')} />
      ) : (
        <Rows
          rows={rows}
          word={word.trim()}
          chosenId={chosen?.node.id ?? null}
          onChoose={onChoose}
          onOpen={setOpen}
        />
      )}
    </div>
  )
}

/** Which departments are expanded; choosing a department expands its ancestors. */
function useOpened(placed: readonly PlacedDepartment[], chosen: PlacedDepartment | null) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => openAtFirst(placed))
  const [shownId, setShownId] = useState<string | null>(null)
  const chosenId = chosen?.node.id ?? null
  if (chosenId !== shownId) {
    setShownId(chosenId)
    const shut = (chosen?.above ?? []).filter(({ id }) => !opened.has(id))
    if (shut.length > 0) setOpened(new Set([...opened, ...shut.map(({ id }) => id)]))
  }
  const setOpen = (id: string, open: boolean) =>
    setOpened((before) => new Set(open ? [...before, id] : [...before].filter((each) => each !== id)))
  return { opened, setOpen }
}

type RowsProps = {
  rows: readonly TreeRow[]
  word: string
  chosenId: string | null
  onChoose: (id: string) => void
  onOpen: (id: string, open: boolean) => void
}

function Rows({ rows, word, chosenId, onChoose, onOpen }: RowsProps) {
  const phone = usePhone()
  const rowHeight = phone ? PHONE_ROW : ROW
  const box = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const { start, end, scrollTo } = useRowWindow(box, { count: rows.length, rowHeight, overscan: 6 })
  const has = (id: string | null) => rows.some(({ node }) => node.id === id)
  const active = [focused, chosenId].find(has) ?? rows[0]!.node.id
  const focus = (id: string) => {
    flushSync(() => {
      setFocused(id)
      scrollTo(rows.findIndex(({ node }) => node.id === id))
    })
    box.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus({ preventScroll: true })
  }
  const chosenAt = rows.findIndex(({ node }) => node.id === chosenId)
  useEffect(() => {
    if (chosenAt >= 0) scrollTo(chosenAt)
    // Only when another department is chosen, not whenever the rows change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosenId])
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (event.key === 'Enter' || event.key === ' ') onChoose(id)
    else {
      const move = moveBy(event.key, rows, id)
      if (!move) return
      if ('to' in move) focus(move.to)
      else if ('open' in move) onOpen(move.open, true)
      else onOpen(move.close, false)
    }
    event.preventDefault()
  }
  return (
    <div className={css.rows} ref={box}>
      <div role="tree" aria-label="部门" style={{ height: rows.length * rowHeight, position: 'relative' }}>
        {rows.slice(start, end).map(({ node, depth, open }, at) => {
          const classes = ['tn', css.tn, node.id === chosenId && 'cur', node.status === '2' && css.shut]
          return (
            <div
              key={node.id}
              role="treeitem"
              data-id={node.id}
              className={classes.filter(Boolean).join(' ')}
              aria-level={depth + 1}
              aria-expanded={open ?? undefined}
              aria-selected={node.id === chosenId}
              tabIndex={node.id === active ? 0 : -1}
              style={{
                transform: `translateY(${(start + at) * rowHeight}px)`,
                paddingLeft: `calc(8px + ${depth} * var(--tree-indent))`,
              }}
              onFocus={() => setFocused(node.id)}
              onKeyDown={(event) => onKeyDown(event, node.id)}
              onClick={() => onChoose(node.id)}
            >
              {open === null ? (
                <span className={`tw ${css.tw}`} />
              ) : (
                // The keyboard uses the arrow keys instead.
                <span
                  className={`tw ${css.tw}`}
                  aria-hidden
                  onClick={(event) => {
                    event.stopPropagation()
                    onOpen(node.id, !open)
                  }}
                >
                  {open ? <ChevronDown className="i s" /> : <ChevronRight className="i s" />}
                </span>
              )}
              <span className="ell" title={node.departName}>
                <Marked text={node.departName} word={word} />
              </span>
              {node.status === '2' && <span className="s12 nw">已停用</span>}
              <em>{formatNumber(node.memberCount)} 人</em>
            </div>
          )
        })}
      </div>
    </div>
  )
}

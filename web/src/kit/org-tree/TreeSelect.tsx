import { ChevronDown, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../Button.tsx'
import type { FieldControl } from '../Field.tsx'
import { formatNumber } from '../format.ts'
import type { NodeLook } from './OrgTree.tsx'
import { unlessButton } from './OrgTreeSelect.tsx'
import { SinglePanel } from './SinglePanel.tsx'
import { TreePopup } from './TreePopup.tsx'
import { TreeSession, type TreeSource } from './tree-session.ts'
import type { TreeNode } from './tree-store.ts'
import './org-field.css'

const SHOW_VALUE = 1
const TAG_LENGTH = 32
const MIN_WIDTH = 320

type TreeSelectProps<D> = Partial<FieldControl> & {
  /** Keys of the chosen nodes. */
  value: readonly string[]
  /** The name of a chosen node that is not loaded. */
  nameOf?: (key: string) => string | undefined
  /** Where the tree comes from; it is made anew when `sourceKey` changes. */
  source: () => TreeSource<D>
  sourceKey: string
  /** Several can be chosen, each by itself, by boxes. */
  multiple?: boolean
  /** What it is called where a label stands elsewhere. */
  name: string
  placeholder: string
  findPlaceholder: string
  empty: string
  lookOf: (node: TreeNode<D>) => NodeLook
  mayPick: (node: TreeNode<D>) => boolean
  /** Answers whether it was taken; then the list of one closes. `dataOf` knows every loaded node. */
  onPick: (node: TreeNode<D>, dataOf: (key: string) => D | undefined) => boolean
  onClear: () => void
  /** A CSS length; 300 px by default (spec 2 §2). */
  maxHeight?: string
  /** The names of the value need the tree before it is opened. */
  early?: boolean
  disabled?: boolean
}

/** A field with a tree below it, out of which nodes are chosen by themselves. */
export function TreeSelect<D>(props: TreeSelectProps<D>) {
  const { value, name, multiple = false, disabled = false, placeholder, onPick, ...rest } = props
  const field = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const session = useSource(props, open || (props.early === true && value.length > 0))
  const titleOf = (key: string) => session.store.get(key)?.name ?? props.nameOf?.(key)
  const [first] = value
  const show = () => {
    if (!disabled) setOpen(true)
  }
  const close = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const text = first === undefined ? placeholder : cut(titleOf(first) ?? '…')
  const classes = ['fld', 'org-field', open && 'opened', disabled && 'off', rest.status === 'error' && 'bad']
  return (
    <>
      <div ref={field} className={classes.filter(Boolean).join(' ')} onClick={unlessButton(show)}>
        <button
          ref={button}
          type="button"
          className="open"
          id={rest.id}
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={rest.id ? undefined : name}
          aria-required={rest['aria-required']}
          aria-invalid={rest['aria-invalid']}
          aria-describedby={rest['aria-describedby']}
          aria-disabled={disabled || undefined}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            show()
          }}
        >
          <span className={first === undefined ? 't3 ell' : 'ell'}>{text}</span>
          {value.length > SHOW_VALUE && (
            <span className="tag ln">+{formatNumber(value.length - SHOW_VALUE)}</span>
          )}
        </button>
        {first !== undefined && !disabled && (
          <IconButton icon={X} label={`清空${name}`} small className="mla" onClick={props.onClear} />
        )}
        <ChevronDown className={first === undefined ? 'i s mla' : 'i s'} aria-hidden />
      </div>
      {open && field.current && (
        <TreePopup label={`选择${name}`} anchor={field.current} minWidth={MIN_WIDTH} onClose={close}>
          <SinglePanel
            session={session}
            label={name}
            checkable={multiple}
            stateOf={({ key }) => (value.includes(key) ? 'on' : 'off')}
            chosen={multiple ? undefined : value}
            lookOf={rest.lookOf}
            mayPick={rest.mayPick}
            onPick={(node) => {
              if (onPick(node, (key) => session.store.get(key)?.data) && !multiple) close()
            }}
            maxHeight={rest.maxHeight}
            placeholder={rest.findPlaceholder}
            empty={rest.empty}
            hits={() => null}
          />
        </TreePopup>
      )}
    </>
  )
}

const cut = (text: string) => (text.length > TAG_LENGTH ? `${text.slice(0, TAG_LENGTH)}...` : text)

/** The tree of a source, loaded once it is needed, and again when it failed and is opened anew. */
function useSource<D>({ source, sourceKey }: TreeSelectProps<D>, needed: boolean): TreeSession<D> {
  const [made, setMade] = useState(() => ({ sourceKey, session: new TreeSession(source()) }))
  const failed = !needed && made.session.status === 'failed'
  if (made.sourceKey !== sourceKey || failed) setMade({ sourceKey, session: new TreeSession(source()) })
  const { session } = made
  useSyncExternalStore(session.subscribe, session.snapshot)
  useEffect(() => {
    if (needed) void session.begin()
  }, [needed, session])
  return session
}

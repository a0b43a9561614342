import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { formatNumber } from '../../kit/format.ts'
import type { NodeLook } from './OrgTree.tsx'
import { SinglePanel } from './SinglePanel.tsx'
import { cutName, TreeField, useTreeField, type TreeFieldControl } from './TreeField.tsx'
import { SINGLE_WIDTH, TreePopup } from './TreePopup.tsx'
import { TreeSession, type TreeSource } from './tree-session.ts'
import type { TreeNode } from './tree-store.ts'

const SHOW_VALUE = 1

type TreeSelectProps<D> = TreeFieldControl & {
  /** Keys of the chosen nodes. */
  value: readonly string[]
  /** The name of a chosen node that is not loaded. */
  nameOf?: (key: string) => string | undefined
  /** The source of the tree; recreated when `sourceKey` changes. */
  source: () => TreeSource<D>
  sourceKey: string
  /** Selects several nodes with checkboxes, each separately. */
  multiple?: boolean
  /** The name of the field where the label is elsewhere. */
  name: string
  placeholder: string
  findPlaceholder: string
  empty: string
  lookOf: (node: TreeNode<D>) => NodeLook
  mayPick: (node: TreeNode<D>) => boolean
  /**
   * Returns whether the node was accepted; a single selection then closes. `dataOf` returns the data of any loaded
   * node.
   */
  onPick: (node: TreeNode<D>, dataOf: (key: string) => D | undefined) => boolean
  onClear: () => void
  /** A CSS length; 300 px by default (spec 2 §2). */
  maxHeight?: string
  /** Loads the tree before it is opened, because the names of the value come from it. */
  early?: boolean
}

/** A field with a tree popup in which nodes are chosen separately. */
export function TreeSelect<D>(props: TreeSelectProps<D>) {
  const { value, name, multiple = false, placeholder, onPick, onClear, ...rest } = props
  const { id, status, disabled = false, onBlur } = rest
  const at = useTreeField(disabled)
  const session = useSource(props, at.open)
  const titleOf = (key: string) => session.store.get(key)?.name ?? props.nameOf?.(key)
  const [first] = value
  const text = first === undefined ? placeholder : cutName(titleOf(first) ?? '…')
  return (
    <>
      <TreeField
        at={at}
        id={id}
        status={status}
        aria-required={rest['aria-required']}
        aria-invalid={rest['aria-invalid']}
        aria-describedby={rest['aria-describedby']}
        disabled={disabled}
        onBlur={onBlur}
        name={name}
        filled={first !== undefined}
        text={
          <>
            <span className={first === undefined ? 't3 ell' : 'ell'}>{text}</span>
            {value.length > SHOW_VALUE && (
              <span className="tag ln one">+{formatNumber(value.length - SHOW_VALUE)}</span>
            )}
          </>
        }
        onClear={onClear}
      />
      {at.open && at.anchor.current && (
        <TreePopup
          label={`选择${name}`}
          anchor={at.anchor.current}
          minWidth={SINGLE_WIDTH}
          onClose={at.close}
        >
          <SinglePanel
            session={session}
            label={name}
            checkable={multiple}
            stateOf={({ key }) => (value.includes(key) ? 'on' : 'off')}
            chosen={multiple ? undefined : value}
            lookOf={rest.lookOf}
            mayPick={rest.mayPick}
            onPick={(node) => {
              if (onPick(node, (key) => session.store.get(key)?.data) && !multiple) at.close()
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

/** The tree of a source: loaded once it is needed, and again when it is reopened after a failure. */
function useSource<D>(
  { source, sourceKey, early = false, value }: TreeSelectProps<D>,
  open: boolean,
): TreeSession<D> {
  const needed = open || (early && value.length > 0)
  const [made, setMade] = useState(() => ({ sourceKey, session: new TreeSession(source()) }))
  const failed = !needed && made.session.status === 'failed'
  if (made.sourceKey !== sourceKey || failed) setMade({ sourceKey, session: new TreeSession(source()) })
  const { session } = made
  useSyncExternalStore(session.subscribe, session.snapshot)
  const showChosen = useEffectEvent(() => {
    for (const node of value.flatMap((key) => session.store.get(key) ?? [])) session.reveal(node)
  })
  useEffect(() => {
    if (needed) void session.begin()
  }, [needed, session])
  useEffect(() => {
    if (open) void session.begin().then(showChosen)
  }, [open, session])
  return session
}

import type { PermissionNode } from '@heliodesk/contract/roles.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isButton, leavesOf, refusalOf, tickOf, type Change, type Tick } from './grants.ts'
import '../../kit/check-mark.css'
import grantMatrixCss from './grant-matrix.module.css'
import rolesCss from './roles.module.css'

type GrantMatrixProps = {
  roots: readonly PermissionNode[]
  /** The permissions to show as held, including the draft. */
  held: ReadonlySet<string>
  changes: readonly Change[]
  /** The permissions that the role must keep. */
  kept: ReadonlySet<string>
  /** Why nothing can be changed, or null. */
  refusal: string | null
  onToggle: (node: PermissionNode) => void
}

type NodeProps = Omit<GrantMatrixProps, 'roots' | 'changes'> & {
  node: PermissionNode
  kinds: ReadonlyMap<string, Change['kind']>
}

/** Menus, their pages and the pages' buttons; the checkbox at the start of a row covers the whole row. */
export function GrantMatrix({ roots, changes, ...rest }: GrantMatrixProps) {
  const kinds = new Map(changes.map(({ id, kind }) => [id, kind]))
  return (
    <div className={grantMatrixCss.matrix}>
      <div className={grantMatrixCss.matrixHead} aria-hidden>
        <b>菜单</b>
        <span className="t3 s12">勾选行首授予整行</span>
        <b>按钮权限</b>
      </div>
      {roots.map((root) => (
        <Group key={root.key} node={root} kinds={kinds} {...rest} />
      ))}
    </div>
  )
}

function Group({ node, ...rest }: NodeProps) {
  const [open, setOpen] = useState(true)
  const leaves = leavesOf(node)
  const count = leaves.filter(({ key }) => rest.held.has(key)).length
  return (
    <section aria-label={node.title}>
      <div className={`row ${grantMatrixCss.group}`}>
        <button
          type="button"
          className={`tw ${grantMatrixCss.tw}`}
          aria-expanded={open}
          aria-label={open ? `收起${node.title}` : `展开${node.title}`}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown className="i s" aria-hidden /> : <ChevronRight className="i s" aria-hidden />}
        </button>
        <TickBox node={node} {...rest} name={`${node.title} 全部`}>
          <b>{node.title}</b>
          <span className="t2">
            {count} / {leaves.length}
          </span>
        </TickBox>
      </div>
      {open && pagesOf(node).map((page) => <PageRow key={page.key} node={page} {...rest} />)}
    </section>
  )
}

/** Pages at any depth; a menu that is itself a page has its own row. */
const pagesOf = (node: PermissionNode): PermissionNode[] => {
  const below = node.children.filter((child) => !isButton(child))
  if (below.length === 0) return node.menuType === 0 && node.children.length === 0 ? [] : [node]
  return below.flatMap(pagesOf)
}

function PageRow({ node, ...rest }: NodeProps) {
  return (
    <div className={grantMatrixCss.pageRow} role="group" aria-label={node.title}>
      <TickBox node={node} {...rest} name={`${node.title} 整行`} className={grantMatrixCss.rowHead}>
        {node.title}
      </TickBox>
      <div className={grantMatrixCss.cells}>
        {node.children.filter(isButton).map((button) => (
          <TickBox key={button.key} node={button} {...rest} className={grantMatrixCss.cell}>
            {button.title}
          </TickBox>
        ))}
      </div>
    </div>
  )
}

const changeWords = { added: '新增', removed: '收回' }

type TickBoxProps = NodeProps & { name?: string; className?: string; children: ReactNode }

function TickBox({ node, held, kinds, kept, refusal, onToggle, name, className, children }: TickBoxProps) {
  const tick = tickOf(node, held)
  const reason = refusal ?? refusalOf(node, kept)
  const change = kinds.get(node.key)
  return (
    <label
      className={[grantMatrixCss.tick, className, change, reason && 'off'].filter(Boolean).join(' ')}
      title={reason ?? undefined}
    >
      <input
        type="checkbox"
        aria-label={name}
        checked={tick === 'on'}
        disabled={reason !== null}
        ref={(box) => {
          if (box) box.indeterminate = tick === 'half'
        }}
        onChange={() => onToggle(node)}
      />
      <span className={`${boxClass[tick]} ${grantMatrixCss.box}`} aria-hidden />
      {children}
      {change && <span className="sr">{changeWords[change]}</span>}
    </label>
  )
}

const boxClass: Record<Tick, string> = { on: 'cb on', half: 'cb half', off: 'cb' }

/** The skeleton's cell widths, row by row. */
const ROWS = [[76, 64, 58, 70, 52, 62, 68, 74, 56, 60], [72, 66], [78], [54], [63], [69]]

export function MatrixSkeleton() {
  return (
    <div className={rolesCss.matrixBox} role="status" aria-label="正在加载">
      {ROWS.map((cells, index) => (
        <div key={cells[0]} className={grantMatrixCss.pageRow} style={{ opacity: 1 - index / 8 }}>
          <span className={`${grantMatrixCss.tick} ${grantMatrixCss.rowHead}`}>
            <i className="sk" style={{ width: 90 }} />
          </span>
          <div className={grantMatrixCss.cells}>
            {cells.map((width) => (
              <span key={width} className={`${grantMatrixCss.tick} ${grantMatrixCss.cell}`}>
                <i className="sk" style={{ width }} />
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

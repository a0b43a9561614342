import { rightColumns } from '@heliodesk/contract/permissions.ts'
import type { PermissionNode } from '@heliodesk/contract/roles.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { Marked } from '../../kit/Marked.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { NoMatch } from '../../kit/States.tsx'
import { useIsNamed } from '../../lib/pinyin.ts'
import { answerOf, namesOf, pagesOf, placed } from './grant-grid.ts'
import { leavesOf, refusalOf, tickOf, type Change, type Tick } from './grants.ts'
import '../../kit/check-mark.css'
import grantMatrixCss from './grant-matrix.module.css'
import rolesCss from './roles.module.css'

type GrantMatrixProps = {
  grants: {
    roots: readonly PermissionNode[]
    changes: readonly Change[]
    toggle: (node: PermissionNode) => void
  } & Rights
  /** Why nothing can be changed, or null. */
  refusal: string | null
}

type Rights = {
  /** The permissions to show as held, including the draft. */
  held: ReadonlySet<string>
  /** The permissions that the role must keep. */
  kept: ReadonlySet<string>
}

type NodeProps = Rights & {
  refusal: string | null
  onToggle: (node: PermissionNode) => void
  node: PermissionNode
  kinds: ReadonlyMap<string, Change['kind']>
  /** What is searched for. */
  words: string
}

/**
 * Menus, their pages, and in columns what a page lets one do; the checkbox at the start of a row covers the whole row.
 * The search narrows the rows, and tells what the role may do on the only one that is left.
 */
export function GrantMatrix({
  grants: { roots, changes, held, kept, toggle: onToggle },
  refusal,
}: GrantMatrixProps) {
  const rest = { held, kept, refusal, onToggle }
  const [words, setWords] = useState('')
  const isNamed = useIsNamed(words)
  const kinds = new Map(changes.map(({ id, kind }) => [id, kind]))
  const menus = roots.map((menu) => ({
    menu,
    pages: pagesOf(menu).filter((page) => isNamed(namesOf(menu, page), words)),
  }))
  const found = menus.flatMap(({ pages }) => pages)
  const isSearched = words.trim() !== ''
  return (
    <div className={grantMatrixCss.matrix}>
      <div className={grantMatrixCss.matrixHead}>
        <SearchField
          label="查找菜单、权限"
          className={`fld text ${grantMatrixCss.search}`}
          value={words}
          onChange={setWords}
        />
        {rightColumns.map((column) => (
          <b key={column} aria-hidden>
            {column}
          </b>
        ))}
        <p className={grantMatrixCss.answer} aria-live="polite">
          {isSearched && found.length === 1 && answerOf(found[0]!, rest.held)}
        </p>
      </div>
      {isSearched && found.length === 0 && (
        <NoMatch title="没有符合的菜单或权限" text={`“${words.trim()}”`} onClear={() => setWords('')} />
      )}
      {menus.map(
        ({ menu, pages }) =>
          (!isSearched || pages.length > 0) && (
            <Group key={menu.key} node={menu} pages={pages} kinds={kinds} words={words} {...rest} />
          ),
      )}
      <p className={`t3 s12 ${grantMatrixCss.note}`}>
        勾选行首授予整行<span>；线连起来的方框是同一项权限</span>
      </p>
    </div>
  )
}

function Group({ node, pages, ...rest }: NodeProps & { pages: readonly PermissionNode[] }) {
  const [open, setOpen] = useState(true)
  const leaves = leavesOf(node)
  const count = leaves.filter(({ key }) => rest.held.has(key)).length
  const isSearched = rest.words.trim() !== ''
  const title = (
    <>
      <b>
        <Marked text={node.title} word={rest.words} />
      </b>
      <span className="t2">
        {count} / {leaves.length}
      </span>
    </>
  )
  return (
    <section aria-label={node.title}>
      <div className={`row ${grantMatrixCss.group}`}>
        {isSearched ? (
          // No tick covers rows that are not shown.
          <span className={`${grantMatrixCss.tick} ${grantMatrixCss.searched}`}>{title}</span>
        ) : (
          <>
            <button
              type="button"
              className={`tw ${grantMatrixCss.tw}`}
              aria-expanded={open}
              aria-label={open ? `收起${node.title}` : `展开${node.title}`}
              onClick={() => setOpen(!open)}
            >
              {open ? (
                <ChevronDown className="i s" aria-hidden />
              ) : (
                <ChevronRight className="i s" aria-hidden />
              )}
            </button>
            <TickBox node={node} {...rest} name={`${node.title} 全部`}>
              {title}
            </TickBox>
          </>
        )}
      </div>
      {(open || isSearched) && pages.map((page) => <PageRow key={page.key} node={page} {...rest} />)}
    </section>
  )
}

/** From the second column of the grid on, which is the first of rights. */
const inColumns = (at: number, count: number) =>
  ({ gridColumn: `${at + 2} / span ${count}`, '--columns': count }) as CSSProperties

function PageRow({ node, ...rest }: NodeProps) {
  const { cells, named, free } = placed(node)
  const textOf = (button: PermissionNode) => (
    <span className={grantMatrixCss.name}>
      <Marked text={button.title} word={rest.words} />
    </span>
  )
  return (
    <div className={grantMatrixCss.pageRow} role="group" aria-label={node.title}>
      <TickBox node={node} {...rest} name={`${node.title} 整行`} className={grantMatrixCss.rowHead}>
        <span className="ell">
          <Marked text={node.title} word={rest.words} />
        </span>
      </TickBox>
      {cells.map(({ button, at, columns }) => (
        <TickBox
          key={button.key}
          node={button}
          {...rest}
          className={grantMatrixCss.cell}
          columns={columns}
          style={inColumns(at, columns.length)}
        >
          {textOf(button)}
        </TickBox>
      ))}
      {free.map((at) => (
        <i key={at} className={grantMatrixCss.none} style={inColumns(at, 1)} aria-hidden>
          ·
        </i>
      ))}
      {named.length > 0 && (
        <div className={grantMatrixCss.named} style={inColumns(0, rightColumns.length)}>
          {named.map((button) => (
            <TickBox key={button.key} node={button} {...rest}>
              {textOf(button)}
            </TickBox>
          ))}
        </div>
      )}
    </div>
  )
}

const changeWords = { added: '新增', removed: '收回' }

type TickBoxProps = NodeProps & {
  name?: string
  className?: string
  /** Those that one permission covers, with a box in each. */
  columns?: readonly string[]
  style?: CSSProperties
  children: ReactNode
}

const NO_COLUMNS: readonly string[] = ['']

function TickBox(props: TickBoxProps) {
  const { node, held, kinds, kept, refusal, onToggle, className, columns = NO_COLUMNS, style } = props
  const { name = node.title } = props
  const tick = tickOf(node, held)
  const reason = refusal ?? refusalOf(node, kept)
  const change = kinds.get(node.key)
  const isJoined = columns.length > 1
  return (
    <label
      className={[grantMatrixCss.tick, className, isJoined && grantMatrixCss.joined, change, reason && 'off']
        .filter(Boolean)
        .join(' ')}
      style={style}
      title={reason ?? (isJoined ? `${node.title}：一并授予${columns.join('、')}` : node.title)}
    >
      <input
        type="checkbox"
        aria-label={change ? `${name} ${changeWords[change]}` : name}
        checked={tick === 'on'}
        disabled={reason !== null}
        ref={(box) => {
          if (box) box.indeterminate = tick === 'half'
        }}
        onChange={() => onToggle(node)}
      />
      {columns.map((column) => (
        <span key={column} className={`${boxClass[tick]} ${grantMatrixCss.box}`} aria-hidden />
      ))}
      {props.children}
    </label>
  )
}

const boxClass: Record<Tick, string> = { on: 'cb on', half: 'cb half', off: 'cb' }

/** The widths of the skeleton's row heads. */
const ROWS = [52, 64, 58, 70, 48, 62]

export function MatrixSkeleton() {
  return (
    <div className={rolesCss.matrixBox} role="status" aria-label="正在加载">
      <div className={grantMatrixCss.matrix}>
        {ROWS.map((width, index) => (
          <div key={width} className={grantMatrixCss.pageRow} style={{ opacity: 1 - index / 8 }}>
            <span className={`${grantMatrixCss.tick} ${grantMatrixCss.rowHead}`}>
              <i className="sk" style={{ width }} />
            </span>
            {rightColumns.map((column, at) => (
              <span
                key={column}
                className={`${grantMatrixCss.tick} ${grantMatrixCss.cell}`}
                style={inColumns(at, 1)}
              >
                <i className="sk" style={{ width: 16 }} />
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

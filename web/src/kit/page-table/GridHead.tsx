import { memo, type ReactNode } from 'react'
import type { Column } from './columns.ts'
import type { CellLook } from './cell-look.ts'
import type { PageTableProps } from './table-props.ts'
import { nextSort, type Sort } from './paging.ts'
import { ChoiceBox } from './ChoiceBox.tsx'
import type { Choice } from './use-choice.ts'
import { WidthGrip } from './WidthGrip.tsx'

type GridHeadProps<Row> = {
  columns: readonly Column<Row>[]
  looks: readonly CellLook[]
  /** Adds a first column whose box chooses all rows. */
  choice: Choice<Row> | undefined
  rows: readonly Row[]
  sort: Sort
  onPaging: PageTableProps<Row>['onPaging']
  /** Called with the new width of a column in pixels; null restores the default width. */
  onWidth: (key: string, width: number | null) => void
  /** Adds a last column for row actions. */
  actions: boolean
  /** The head's own row index, in a table that numbers its rows because not all are rendered. */
  rowIndex?: number
}

/** The column titles, which sort and can be resized; not rendered again during scrolling. */
export const GridHead = memo(function GridHead<Row>(props: GridHeadProps<Row>) {
  const { columns, looks, choice, rows, sort, onPaging, onWidth, actions, rowIndex } = props
  // The bar with the actions on the chosen rows lies over the titles.
  const covered = choice !== undefined && choice.count > 0
  return (
    <thead className="grid-thead">
      <tr aria-rowindex={rowIndex}>
        {choice && (
          <th scope="col" className="grid-cell choice-cell">
            <ChoiceBox choice={choice} rows={rows} />
          </th>
        )}
        {columns.map((column, place) => {
          const { key, sortable } = column
          const title = column.untitled ? <span className="sr">{column.title}</span> : column.title
          const kind = sort.field === key ? sort.kind : ''
          return (
            <th key={key} scope="col" aria-sort={sortable ? ariaSort[kind] : undefined} {...looks[place]}>
              {sortable ? (
                <SortHead
                  title={title}
                  kind={kind}
                  disabled={covered}
                  onSort={() => onPaging({ sort: nextSort(sort, key) })}
                />
              ) : (
                title
              )}
              <WidthGrip title={column.title} onWidth={(wanted) => onWidth(key, wanted)} />
            </th>
          )
        })}
        {actions && (
          <th scope="col" className="grid-cell actions-cell">
            <span className="sr">操作</span>
          </th>
        )}
      </tr>
    </thead>
  )
}) as <Row>(props: GridHeadProps<Row>) => ReactNode

type SortHeadProps = { title: ReactNode; kind: Sort['kind']; disabled: boolean; onSort: () => void }

const SortHead = ({ title, kind, disabled, onSort }: SortHeadProps) => (
  <button type="button" className={kind ? 'sort-head on' : 'sort-head'} disabled={disabled} onClick={onSort}>
    {title}
    <span className="sort" aria-hidden>
      <i className={kind === 'asc' ? 'up a' : 'up'} />
      <i className={kind === 'desc' ? 'dn a' : 'dn'} />
    </span>
  </button>
)

const ariaSort = { asc: 'ascending', desc: 'descending', '': 'none' } as const

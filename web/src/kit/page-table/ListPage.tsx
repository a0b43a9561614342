import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { Plus, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { formatNumber } from '../format.ts'
import { PageHead } from '../PageHead.tsx'
import { has, useGrants } from '../../lib/permission.tsx'
import { useAct } from '../use-act.ts'
import { SearchedTable } from './SearchedTable.tsx'

type Table<Row extends object> = ComponentProps<typeof SearchedTable<Row>>

type ListPageProps<Row extends { id: string }> = Omit<Table<Row>, 'rowKey' | 'empty'> & {
  title: string
  /** The measure word of the total: 条. */
  unit: string
  /** The button that adds a row, above the list and in an empty one. */
  add?: { text: string; icon?: LucideIcon; code?: PermissionCode; run: () => void }
  /** Further buttons above the list. */
  actions?: ReactNode
  className?: string
  /** Stands between the head and the list. */
  above?: ReactNode
  empty: Omit<Table<Row>['empty'], 'action'>
  /** The page's dialogs. */
  children?: ReactNode
}

/** A page with one list of records: its title, its total, its search and its rows. */
export function ListPage<Row extends { id: string }>({
  title,
  unit,
  add,
  actions,
  className = '',
  above,
  empty,
  children,
  ...table
}: ListPageProps<Row>) {
  const { total } = table.source
  const mayAdd = useGrants((grants) => add !== undefined && (add.code === undefined || has(grants, add.code)))
  useAct('add', add && mayAdd ? add.run : null)
  const button = add && { code: add.code, onClick: add.run, children: add.text }
  return (
    <div className={`list-page ${className}`}>
      <PageHead
        title={title}
        facts={total !== null && `${formatNumber(total)} ${unit}`}
        actions={
          (actions || button) && (
            <>
              {actions}
              {button && <Button kind="pri" icon={add.icon ?? Plus} {...button} />}
            </>
          )
        }
      />
      {above}
      <SearchedTable
        {...table}
        rowKey={({ id }) => id}
        empty={{ ...empty, action: button && <Button {...button} /> }}
      />
      {children}
    </div>
  )
}

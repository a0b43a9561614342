import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { Plus, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { formatNumber } from '../format.ts'
import { PageHead } from '../PageHead.tsx'
import { has, useGrants } from '../../lib/permission.tsx'
import { useAct } from '../use-act.ts'
import { SearchedTable } from './SearchedTable.tsx'

type Table<Row extends { id: string }> = ComponentProps<typeof SearchedTable<Row>>

type ListPageProps<Row extends { id: string }> = Table<Row> & {
  /** By default the name of a row. */
  title?: string
  /** The measure word of the total: 条. */
  unit: string
  /** Stands beside the title instead of the total. */
  facts?: ReactNode
  /** The button that adds a row, above the list and in an empty one; filled unless `plain`. */
  add?: { text: string; icon?: LucideIcon; plain?: boolean; code?: PermissionCode; run: () => void }
  /** Further buttons above the list. */
  actions?: ReactNode
  /** On a phone, the buttons have a line of their own. */
  wide?: boolean
  className?: string
  /** Stands between the head and the list. */
  above?: ReactNode
  /** The page's dialogs. */
  children?: ReactNode
}

/** A page with one list of records: its title, its total, its search and its rows. */
export function ListPage<Row extends { id: string }>({
  title,
  unit,
  facts,
  add,
  actions,
  wide,
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
        wide={wide}
        title={title ?? table.name}
        facts={facts === undefined ? total !== null && `${formatNumber(total)} ${unit}` : facts}
        actions={
          (actions || button) && (
            <>
              {actions}
              {button && <Button kind={add.plain ? undefined : 'pri'} icon={add.icon ?? Plus} {...button} />}
            </>
          )
        }
      />
      {above}
      <SearchedTable
        key={table.code}
        {...table}
        empty={{ action: button && <Button {...button} />, ...empty }}
      />
      {children}
    </div>
  )
}

import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { Plus, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { formatNumber } from '../format.ts'
import { PageHead } from '../PageHead.tsx'
import { afterAnswer } from '../../lib/after-answer.ts'
import { has, useGrants } from '../../lib/permission.tsx'
import { useAct } from '../use-act.ts'
import { usePhone } from '../use-phone.ts'
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
  /** Further buttons above the list; on a phone, beside the search. */
  actions?: ReactNode
  /** The main button, if it is not `add`. */
  main?: ReactNode
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
  main,
  className = '',
  above,
  empty,
  children,
  ...table
}: ListPageProps<Row>) {
  const { total } = table.source
  const mayAdd = useGrants((grants) => add !== undefined && (add.code === undefined || has(grants, add.code)))
  useAct('add', add && mayAdd ? add.run : null)
  const phone = usePhone()
  const button = add && { code: add.code, onClick: () => afterAnswer(add.run), children: add.text }
  return (
    <div className={`list-page ${className}`}>
      <PageHead
        title={title ?? table.name}
        facts={facts === undefined ? total !== null && `${formatNumber(total)} ${unit}` : facts}
        actions={!phone && actions}
        main={
          button ? <Button kind={add.plain ? undefined : 'pri'} icon={add.icon ?? Plus} {...button} /> : main
        }
      />
      {above}
      <SearchedTable
        key={table.code}
        {...table}
        tools={phone && actions}
        empty={{ action: button && <Button {...button} />, ...empty }}
      />
      {children}
    </div>
  )
}

import dayjs from 'dayjs'
import { RefreshCw } from 'lucide-react'
import { IconButton } from '../Button.tsx'
import { usePhone } from '../use-phone.ts'
import { ColumnSettingsButton } from './ColumnSettings.tsx'
import type { Column } from './columns.ts'
import type { PageSource } from './PageTable.tsx'

type TableToolsProps<Row> = { code: string; columns: readonly Column<Row>[]; source: PageSource<Row> }

/** 「HH:mm 更新」, refresh, columns. */
export function TableTools<Row>({ code, columns, source }: TableToolsProps<Row>) {
  const phone = usePhone()
  return (
    <>
      {source.updatedAt > 0 && (
        <span className="updated">{dayjs(source.updatedAt).format('HH:mm')} 更新</span>
      )}
      <IconButton icon={RefreshCw} label="刷新" onClick={source.refresh} />
      {!phone && <ColumnSettingsButton code={code} columns={columns} />}
    </>
  )
}

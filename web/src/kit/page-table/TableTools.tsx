import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import dayjs from 'dayjs'
import { FileDown, FileSpreadsheet, FileText, RefreshCw, Rows3, SlidersHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { own } from '@heliodesk/contract/own.ts'
import { showsButton, useGrants } from '../../lib/permission.tsx'
import { choosePreference, usePreferences } from '../../lib/preferences.ts'
import { IconButton } from '../Button.tsx'
import { PopMenu, spotUnder, type Spot } from '../PopMenu.tsx'
import { usePhone } from '../use-phone.ts'
import { arrange, type AnyColumn, type Column } from './columns.ts'
import type { Format } from './ExportShown.tsx'
import { useFolded } from './folded.ts'
import type { PageSource } from './page-source.ts'
import { useColumnSettings } from './use-column-settings.ts'
import { lazily } from '../lazily.tsx'

const ColumnsPopover = lazily(
  async () => (await import('./ColumnsPopover.tsx')).ColumnsPopover,
  ({ children }) => children,
)
const ExportShown = lazily(async () => (await import('./ExportShown.tsx')).ExportShown)

type TableToolsProps<Row> = {
  code: string
  /** The name of a row: 工单. */
  name: string
  columns: readonly Column<Row>[]
  source: Pick<PageSource<Row>, 'rows' | 'updatedAt' | 'refresh'>
  /** The permission required to export the rows; without a code, everyone who sees them may. */
  exportCode?: PermissionCode
}

/** 「HH:mm 更新」, refresh, export of the shown rows, row height, column settings. */
export function TableTools<Row>({ source, ...table }: TableToolsProps<Row>) {
  const phone = usePhone()
  const mayExport = useGrants((grants) => showsButton(grants, table.exportCode))
  return (
    <>
      {source.updatedAt > 0 && (
        <span className="updated">{dayjs(source.updatedAt).format('HH:mm')} 更新</span>
      )}
      <IconButton icon={RefreshCw} label="刷新" onClick={source.refresh} />
      {!phone && mayExport && <ExportButton {...table} rows={source.rows ?? []} />}
      {!phone && <DensityButton />}
      {!phone && <ColumnsButton {...table} />}
    </>
  )
}

/** Rows are 36 px high, or 32, in all tables of the person. */
function DensityButton() {
  const compact = usePreferences(({ density }) => density === 'compact')
  return (
    <IconButton
      icon={Rows3}
      label={compact ? '行高：紧凑，切换为标准' : '行高：标准，切换为紧凑'}
      onClick={() => choosePreference({ density: compact ? 'standard' : 'compact' })}
    />
  )
}

const NONE: readonly string[] = []

type ColumnsButtonProps = { code: string; columns: readonly AnyColumn[] }

/**
 * Opens the column settings, which are loaded when first opened; where a narrow window leaves columns out, their number
 * opens them too.
 */
function ColumnsButton(table: ColumnsButtonProps) {
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(true)
  const folded = useFolded((byCode) => own(byCode, table.code) ?? NONE)
  const button = (onClick?: () => void) => (
    <span className="row columns-button">
      {folded.length > 0 && (
        <button
          type="button"
          className="folded"
          title={`窗口较窄，已收起：${titlesOf(table.columns, folded)}`}
          onClick={onClick}
        >
          已收起 {folded.length} 列
        </button>
      )}
      <IconButton icon={SlidersHorizontal} label="列设置" on={asked && open} onClick={onClick} />
    </span>
  )
  if (!asked) return button(() => setAsked(true))
  return (
    <ColumnsPopover {...table} open={open} onOpen={setOpen}>
      {button()}
    </ColumnsPopover>
  )
}

const titlesOf = (columns: readonly AnyColumn[], keys: readonly string[]) =>
  columns
    .filter(({ key }) => keys.includes(key))
    .map(({ title }) => title)
    .join('、')

type ExportButtonProps<Row> = Omit<TableToolsProps<Row>, 'source'> & { rows: readonly Row[] }

/** Exports the shown rows and columns in the browser; complete lists are exported by a background job. */
function ExportButton<Row>({ code, name, columns, rows }: ExportButtonProps<Row>) {
  const { settings } = useColumnSettings(code, columns)
  const anchor = useRef<HTMLSpanElement>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const [format, setFormat] = useState<Format | null>(null)
  const shown = arrange(columns, settings)
  return (
    <span className="menu-anchor" ref={anchor}>
      <IconButton
        icon={FileDown}
        label="导出当前页"
        refusal={rows.length === 0 ? '没有可导出的数据' : null}
        on={spot !== null}
        onClick={() => setSpot(spot ? null : spotUnder(anchor.current!, true))}
      />
      {spot && (
        <PopMenu
          label="导出当前页"
          spot={spot}
          items={[
            { text: '导出 XLSX', icon: FileSpreadsheet, onSelect: () => setFormat('xlsx') },
            { text: '导出 CSV', icon: FileText, onSelect: () => setFormat('csv') },
          ]}
          onClose={() => setSpot(null)}
        />
      )}
      {format && (
        <ExportShown
          name={name}
          format={format}
          columns={shown}
          cells={rows.map((row) => shown.map(({ cell }) => cell(row)))}
          onDone={() => setFormat(null)}
        />
      )}
    </span>
  )
}

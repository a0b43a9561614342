import type { Sent } from '@heliodesk/contract/call.ts'
import { exportCalls, exportFormats, type ExportFormat } from '@heliodesk/contract/exports.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { useState } from 'react'
import { watchExports } from '../lib/exports.ts'
import { go } from '../lib/location.ts'
import { notify } from '../lib/notices.ts'
import { useCommand } from '../lib/queries.ts'
import { CommandAlert } from '../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { formatNumber } from '../kit/format.ts'
import { TickField } from '../kit/fields/TickField.tsx'
import { Segments } from '../kit/Segments.tsx'
import css from './export-dialog.module.css'

const ROWS_OF_SHEET = 1_048_575

type Request = Sent<typeof exportCalls.add>

/** The kind of export and the list's filters. */
export type Wanted = {
  [K in Request['kind']]: Pick<Extract<Request, { kind: K }>, 'kind' | 'query'>
}[Request['kind']]

type ExportDialogProps = {
  wanted: Wanted
  /** The name of a row and its measure word: 工单 and 单, 设备 and 台. */
  name: string
  unit: string
  /** The filters in words; '' without filters. */
  conditions: string
  /** The number of rows that match the filters; null until counted. */
  total: number | null
  /** The titles of columns from which the user chooses; `query.columns` holds the chosen ones. */
  columns?: Readonly<Record<string, string>>
  open: boolean
  onClose: () => void
}

/** Asks for the format and queues the export. */
export function ExportDialog(props: ExportDialogProps) {
  const { wanted, name, unit, conditions, total, columns, open, onClose } = props
  const [chosen, setChosen] = useState(() => Object.keys(columns ?? {}))
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const command = useCommand(exportCalls.add, {
    errors: 'own',
    onSuccess: ({ id }) => {
      watchExports([id])
      onClose()
      notify({
        kind: 'success',
        title: '已加入我的下载',
        text: '可以继续工作，生成后会提醒您',
        action: { text: '查看', run: () => go(paths.downloads.path) },
        seconds: 6,
      })
    },
  })
  const sheets = Math.ceil((total ?? 0) / ROWS_OF_SHEET)
  return (
    <ConfirmDialog
      open={open}
      title={`导出${name}`}
      text={
        <>
          <p>
            {conditions ? `按当前筛选（${conditions}）` : '当前没有筛选，'}
            {total === null ? '导出' : `导出 ${formatNumber(total)} ${unit}`}，顺序与列表相同。
          </p>
          <p className="t3">
            文件在“我的下载”中保留到其到期时间。
            {format === 'xlsx' && sheets > 1 && `行数超过一张工作表的上限，将分为 ${sheets} 张。`}
          </p>
        </>
      }
      verb="导出"
      busy={command.isPending}
      refusal={
        total === 0 ? `没有符合条件的${name}` : columns && chosen.length === 0 ? '请至少选择一列' : null
      }
      onConfirm={() =>
        command.mutate({
          ...wanted,
          ...(columns && { query: { ...wanted.query, columns: chosen } }),
          format,
          conditions,
        } as Request)
      }
      onCancel={onClose}
    >
      <div className={css.exportFormat}>
        <span className="t2">文件格式</span>
        <Segments label="文件格式" choices={exportFormats} value={format} onChange={setFormat} />
      </div>
      {columns && (
        <fieldset className={css.columns}>
          <legend className="t2">导出的列</legend>
          {Object.entries(columns).map(([key, title]) => (
            <TickField
              key={key}
              label={title}
              value={chosen.includes(key)}
              onChange={(on) =>
                setChosen((before) => (on ? [...before, key] : before.filter((each) => each !== key)))
              }
            />
          ))}
        </fieldset>
      )}
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}

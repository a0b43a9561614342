import type { Sent } from '@heliodesk/contract/call.ts'
import { EXPORT_DAYS, exportCalls, exportFormats, type ExportFormat } from '@heliodesk/contract/exports.ts'
import { useState } from 'react'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Segments } from '../../kit/Segments.tsx'
import { watchExports } from '../../lib/exports.ts'
import { go } from '../../lib/location.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'

const ROWS_OF_SHEET = 1_048_575

export type Wanted = {
  query: Sent<typeof exportCalls.add>['query']
  /** The filters in words; '' where nothing narrows. */
  conditions: string
  /** Rows that the filters match now; null until they were counted. */
  total: number | null
}

type ExportOrdersProps = Wanted & { open: boolean; onClose: () => void }

/** Asks for the format and puts the export into the queue. */
export function ExportOrders({ query, conditions, total, open, onClose }: ExportOrdersProps) {
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const command = useCommand(exportCalls.add, {
    refresh: [exportCalls.page],
    errors: 'own',
    onSuccess: ({ id }) => {
      watchExports([id])
      onClose()
      notify({
        kind: 'success',
        title: '已加入我的下载',
        text: '可以继续工作，生成后会提醒您',
        action: { text: '查看', run: () => go('/personal/downBigExcel') },
        seconds: 6,
      })
    },
  })
  const sheets = Math.ceil((total ?? 0) / ROWS_OF_SHEET)
  return (
    <ConfirmDialog
      open={open}
      title="导出工单"
      text={
        <>
          <p>
            {conditions ? `按当前筛选（${conditions}）` : '当前没有筛选，'}
            {total === null ? '导出' : `导出 ${formatNumber(total)} 单`}，顺序与列表相同。
          </p>
          <p className="t3">
            文件在“我的下载”中保留 {EXPORT_DAYS} 天。
            {format === 'xlsx' && sheets > 1 && `行数超过一张工作表的上限，将分为 ${sheets} 张。`}
          </p>
        </>
      }
      verb="导出"
      busy={command.isPending}
      refusal={total === 0 ? '没有符合条件的工单' : null}
      onConfirm={() => command.mutate({ kind: 'workOrders', format, conditions, query })}
      onCancel={onClose}
    >
      <div className="export-format">
        <span className="t2">文件格式</span>
        <Segments label="文件格式" choices={exportFormats} value={format} onChange={setFormat} />
      </div>
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}

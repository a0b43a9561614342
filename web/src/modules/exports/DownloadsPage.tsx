import { exportCalls, type ExportJob } from '@heliodesk/contract/exports.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { CircleStop, Download, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { pageQuery } from '../../kit/page-table/list-query.ts'
import { pageSource } from '../../kit/page-table/page-source.ts'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import type { ListAction } from '../../kit/page-table/RowActions.tsx'
import { TableTools } from '../../kit/page-table/TableTools.tsx'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { downloadExport } from '../../lib/download.ts'
import { tellAgain, watchExports } from '../../lib/exports.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall, useCommand } from '../../lib/queries.ts'
import { downloadColumns, isUnfinished } from './downloads.tsx'
import { ExportCard } from './ExportCard.tsx'
import css from './exports.module.css'

const POLL_MS = 1000

const download = (job: ExportJob) => void downloadExport(job)

const columns = downloadColumns(download)

/** 我的下载: the user's exports. */
export function DownloadsPage() {
  const page = pageQuery(useListAddress())
  const input = { curPage: page.paging.curPage, size: page.paging.size }
  const read = useCall(exportCalls.page, input)
  const rows = read.data?.pageList
  const running = rows?.some(isUnfinished) ?? false
  useCall(exportCalls.page, input, { enabled: running, refetchInterval: POLL_MS })
  useEffect(() => {
    if (rows) watchExports(rows.filter(isUnfinished).map(({ id }) => id))
  }, [rows])
  const actionsOf = useActions()
  const opensOrders = useCan('order:list')
  const source = pageSource(exportCalls.page, input, read, rows, read.data?.rowCount)
  const table = { code: 'exports', name: '导出文件', columns, source }
  return (
    <div className="list-page">
      <PageHead
        className={css.head}
        title="我的下载"
        facts="文件保留到各自的到期时间；本页签打开时，生成后自动下载"
        actions={<TableTools {...table} />}
      />
      <PageTable
        {...table}
        rowKey={({ id }) => id}
        {...page}
        filtered={null}
        rowActions={actionsOf}
        renderCard={(job, actions) => <ExportCard job={job} actions={actions} />}
        empty={{
          title: '还没有导出文件',
          text: '在列表中点击“导出”，生成的文件会出现在这里',
          action: opensOrders && (
            <a className="btn" href={paths.orders.href()}>
              前往任务中心
            </a>
          ),
        }}
      />
    </div>
  )
}

/** The possible actions on an export, by its state. */
function useActions() {
  const cancel = useCommand(exportCalls.cancel)
  const retry = useCommand(exportCalls.retry, { onSuccess: ({ id }) => tellAgain(id) })
  return (job: ExportJob): ListAction[] => {
    const { id, state, fileName } = job
    if (isUnfinished(job)) {
      return [{ key: 'cancel', title: '取消', icon: CircleStop, run: () => cancel.mutate({ id }) }]
    }
    return [
      state === 'done'
        ? { key: 'download', title: '下载', icon: Download, run: () => download(job) }
        : { key: 'retry', title: '重新导出', icon: RotateCw, run: () => retry.mutate({ id }) },
      removeAction({
        call: exportCalls.remove,
        input: { id },
        title: '删除导出文件',
        text: `${fileName} 将被删除，不能恢复。`,
      }),
    ]
  }
}

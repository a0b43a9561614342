import { EXPORT_DAYS, exportCalls, type ExportJob } from '@heliodesk/contract/exports.ts'
import { CircleStop, Download, RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { pageSource } from '../../kit/page-table/page-source.ts'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import { patchPaging, readPaging } from '../../kit/page-table/paging.ts'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { TableTools } from '../../kit/page-table/TableTools.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { downloadExport } from '../../lib/download.ts'
import { tellAgain, watchExports } from '../../lib/exports.ts'
import { useCan } from '../../lib/permission.tsx'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useCall, useCommand } from '../../lib/queries.ts'
import { downloadColumns, isUnfinished } from './downloads.tsx'
import { ExportCard } from './ExportCard.tsx'
import './exports.css'

const TABLE = 'exports'
const POLL_MS = 1000

const download = (job: ExportJob) => void downloadExport(job)

const columns = downloadColumns(download)

/** 我的下载: the exports of the signed-in person. */
export function DownloadsPage() {
  const { query, change } = useUrlQuery()
  const paging = readPaging(query)
  const read = useCall(exportCalls.page, { curPage: paging.curPage, size: paging.size })
  const rows = read.data?.pageList
  const running = rows?.some(isUnfinished) ?? false
  useCall(
    exportCalls.page,
    { curPage: paging.curPage, size: paging.size },
    { enabled: running, refetchInterval: POLL_MS },
  )
  useEffect(() => {
    if (rows) watchExports(rows.filter(isUnfinished).map(({ id }) => id))
  }, [rows])
  const { actionsOf, question } = useActions()
  const opensOrders = useCan('order:list')
  // What is read once a second must not look like loading.
  const source = { ...pageSource(read, rows, read.data?.rowCount), fetching: read.isFetching && !running }
  return (
    <div className="list-page downloads">
      <PageHead
        title="我的下载"
        facts={`文件保留 ${EXPORT_DAYS} 天；本页签打开时，生成后自动下载`}
        actions={<TableTools code={TABLE} name="导出文件" columns={columns} source={source} />}
      />
      <PageTable
        code={TABLE}
        name="导出文件"
        columns={columns}
        rowKey={({ id }) => id}
        source={source}
        paging={paging}
        onPaging={(patch) => change(patchPaging(patch))}
        rowActions={actionsOf}
        renderCard={(job) => <ExportCard job={job} actions={actionsOf(job)} />}
        filtered={null}
        empty={{
          title: '还没有导出文件',
          text: '在列表中点击“导出”，生成的文件会出现在这里',
          action: opensOrders && (
            <a className="btn" href="#/taskCenter">
              前往任务中心
            </a>
          ),
        }}
      />
      {question}
    </div>
  )
}

/** What may be done with an export in its state, and the question before it is deleted. */
function useActions() {
  const options = { refresh: [exportCalls.page] }
  const cancel = useCommand(exportCalls.cancel, options)
  const retry = useCommand(exportCalls.retry, { ...options, onSuccess: ({ id }) => tellAgain(id) })
  const [removing, setRemoving] = useState<ExportJob | null>(null)
  const overlay = useOverlay(removing)
  const action = (key: string, title: string, icon: RowAction['icon'], run: () => void, danger = false) => ({
    key,
    title,
    icon,
    refusal: null,
    danger,
    run,
  })
  const actionsOf = (job: ExportJob): RowAction[] => {
    const { id, state } = job
    if (isUnfinished(job)) return [action('cancel', '取消', CircleStop, () => cancel.mutate({ id }))]
    const first =
      state === 'done'
        ? action('download', '下载', Download, () => download(job))
        : action('retry', '重新导出', RotateCw, () => retry.mutate({ id }))
    return [first, action('remove', '删除', Trash2, () => setRemoving(job), true)]
  }
  const question = overlay.value && (
    <RemoveDialog
      key={overlay.key}
      call={exportCalls.remove}
      input={{ id: overlay.value.id }}
      refresh={options.refresh}
      open={overlay.open}
      title="删除导出文件"
      text={`${overlay.value.fileName} 将被删除，不能恢复。`}
      onClose={() => setRemoving(null)}
    />
  )
  return { actionsOf, question }
}

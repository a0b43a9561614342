import type { Sent } from '@heliodesk/contract/call.ts'
import { dataImportCalls, importKinds } from '@heliodesk/contract/data-import.ts'
import type { CSSProperties } from 'react'
import { formatNumber, formatTime } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { numberColumn, textColumn, timeColumn } from '../../kit/page-table/presets.tsx'
import { SearchedTable } from '../../kit/page-table/SearchedTable.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { pageSource } from '../../kit/page-table/page-source.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { useCall } from '../../lib/queries.ts'
import { addedInWords, type ListedImport } from './import-job.ts'
import { StateTag } from './StateTag.tsx'
import jobPanelCss from './job-panel.module.css'
import dataImportCss from './data-import.module.css'

const POLL_MS = 3000

export const importFilters: readonly Filter<Sent<typeof dataImportCalls.page>>[] = [
  { kind: 'input', live: true, name: 'keyword', label: '文件名' },
]

const columns: readonly Column<ListedImport>[] = [
  textColumn('fileName', '文件', 180, { grow: true, lock: true }),
  { key: 'state', title: '状态', width: 106, cell: ({ state }) => <StateTag state={state} /> },
  textColumn('kind', '类型', 116, { fold: 3, titles: importKinds }),
  textColumn('depName', '归属部门', 150, { fold: 2 }),
  numberColumn('rowCount', '行数', 90),
  { key: 'result', title: '结果', width: 236, cell: outcomeOf },
  textColumn('createdBy', '导入人', 84, { fold: 1 }),
  timeColumn('createTime', '上传时间', 112),
]

function outcomeOf({ state, doneCount, rowCount, result, error }: ListedImport) {
  if (state === 'failed') return <span title={error ?? undefined}>{error}</span>
  if (state === 'importing' && rowCount > 0) return `${Math.floor((doneCount / rowCount) * 100)} %`
  if (!result) return null
  return addedInWords(result)
}

type ImportHistoryProps = { currentId: string | null; onOpen: (id: string) => void }

/** Earlier imports, newest first. */
export function ImportHistory({ currentId, onOpen }: ImportHistoryProps) {
  // The card is as high as its rows, so it cannot tell how many the window shows.
  const { onFit: _onFit, ...address } = useListAddress()
  const list = listQuery(importFilters, address)
  const { curPage, size } = list.paging
  const input = { ...list.narrowing, curPage, size }
  const read = useCall(dataImportCalls.page, input)
  const running = read.data?.pageList.some(({ state }) => state === 'importing') ?? false
  useCall(dataImportCalls.page, input, { enabled: running, refetchInterval: POLL_MS })
  const rows = read.data?.pageList
  const source = pageSource(dataImportCalls.page, input, read, rows, read.data?.rowCount)
  return (
    <section
      className={`card ${dataImportCss.imports} ${jobPanelCss.imports}`}
      aria-label="导入记录"
      style={{ '--rows': Math.max(5, rows?.length ?? size) } as CSSProperties}
    >
      <header>
        <h2>导入记录</h2>
      </header>
      <SearchedTable
        code="imports"
        name="导入记录"
        columns={columns}
        source={source}
        list={list}
        onOpen={({ id }) => onOpen(id)}
        currentKey={currentId}
        renderCard={(row) => <ImportCard row={row} onOpen={() => onOpen(row.id)} />}
        empty={{ title: '还没有导入记录', text: '试运行过的文件会出现在这里，未导入的保留 7 天' }}
      />
    </section>
  )
}

function ImportCard({ row, onOpen }: { row: ListedImport; onOpen: () => void }) {
  return (
    <button type="button" className={dataImportCss.importCard} onClick={onOpen}>
      <span className="row">
        <StateTag state={row.state} />
        <span className="t3 mla">{formatTime(row.createTime)}</span>
      </span>
      <b>{row.fileName}</b>
      <span className="t2">
        {importKinds[row.kind]} · {row.depName} · {formatNumber(row.rowCount)} 行
      </span>
      {row.result && <span className="t2">{outcomeOf(row)}</span>}
    </button>
  )
}

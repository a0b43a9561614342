import type { Entity } from '@heliodesk/contract/entities.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { dataImportCalls } from '@heliodesk/contract/data-import.ts'
import { own } from '@heliodesk/contract/own.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatNumber, formatSize } from '../../kit/format.ts'
import type { Sort } from '../../kit/page-table/paging.ts'
import { refreshWhatShows, useCall } from '../../lib/queries.ts'

export type ImportJob = Received<typeof dataImportCalls.job>
export type ListedImport = Received<typeof dataImportCalls.page>['pageList'][number]
export type Finding = ImportJob['report']['findings'][number]

const POLL_MS = 1000

/** What an import may write. */
const imported: readonly Entity[] = ['station', 'generation', 'device', 'order', 'user', 'import']

/** One import; while it runs, its progress is polled as long as the page is visible. */
export function useImportJob(id: string) {
  const client = useQueryClient()
  const read = useCall(dataImportCalls.job, { id })
  const running = read.data?.id === id && read.data.state === 'importing'
  useCall(dataImportCalls.job, { id }, { enabled: running, refetchInterval: POLL_MS })
  useEffect(() => {
    if (!running) return
    return () => void refreshWhatShows(client, imported)
  }, [client, running])
  return read
}

export const steps = ['选择文件', '试运行', '导入', '完成'] as const

/** The current step of an import, counted from 0; past the last step once it is done. */
export function stepOf(state: ImportJob['state'] | null): number {
  if (state === null) return 0
  if (state === 'checked') return 1
  return state === 'done' ? steps.length : 2
}

/** Why a checked file cannot be imported, or null. */
export function runRefusal({ okCount, badCount }: ImportJob['report']): string | null {
  if (badCount > 0) return `有 ${formatNumber(badCount)} 行错误，修正后重新上传才能导入`
  return okCount === 0 ? '所有行都已导入过，没有可导入的行' : null
}

type Added = Pick<
  ImportJob['report'],
  'stations' | 'orders' | 'updated' | 'days' | 'moments' | 'devices' | 'devicesUpdated' | 'users' | 'items'
>

/** The numbers of added and changed records, in words. */
export function addedInWords(counts: Added): string {
  const {
    stations,
    orders,
    updated = 0,
    days = 0,
    moments = 0,
    devices = 0,
    devicesUpdated = 0,
    users = 0,
    items = 0,
  } = counts
  const added = [
    stations > 0 ? `${formatNumber(stations)} 座电站` : null,
    orders > 0 ? `${formatNumber(orders)} 张工单` : null,
    devices > 0 ? `${formatNumber(devices)} 台设备` : null,
    users > 0 ? `${formatNumber(users)} 名用户` : null,
    items > 0 ? `${formatNumber(items)} 个巡检项目` : null,
  ].filter((part) => part !== null)
  const parts = [
    added.length > 0 ? `新增 ${added.join('、')}` : null,
    updated > 0 ? `更新 ${formatNumber(updated)} 座电站` : null,
    devicesUpdated > 0 ? `更新 ${formatNumber(devicesUpdated)} 台设备` : null,
    days > 0 ? `写入 ${formatNumber(days)} 天发电量` : null,
    moments > 0 ? `写入 ${formatNumber(moments)} 行测量值` : null,
  ].filter((part) => part !== null)
  return parts.join('，') || '没有新增'
}

const byText = new Intl.Collator('zh-CN').compare

const compareBy: Record<string, (one: Finding, other: Finding) => number> = {
  row: (one, other) => one.row - other.row,
  level: (one, other) => byText(one.level, other.level),
  field: (one, other) => byText(one.field, other.field),
}

/** In the chosen order; by default in the order of the file's rows. */
export function sortFindings<F extends Finding>(findings: readonly F[], { field, kind }: Sort): readonly F[] {
  const compare = own(compareBy, field)
  if (!compare || kind === '') return findings
  return findings.toSorted((one, other) => (kind === 'asc' ? compare(one, other) : compare(other, one)))
}

export const FILE_LIMIT_MB = 50
const MB = 1024 * 1024

/** Why a file cannot be uploaded, checked before sending. */
export function fileRefusal({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (extension === 'xls') return '不支持 XLS 文件，请另存为 XLSX 或 CSV'
  if (extension !== 'csv' && extension !== 'xlsx') return '只支持 CSV 和 XLSX 文件'
  if (size === 0) return '文件是空的'
  return size > FILE_LIMIT_MB * MB ? `文件 ${formatSize(size)}，超过 ${FILE_LIMIT_MB} MB` : null
}

import { exportCalls, type ExportJob } from '@heliodesk/contract/exports.ts'
import { useEffect, useEffectEvent } from 'react'
import { downloadExport } from '../../lib/download.ts'
import { forgetExports, mayTell, useWatchedExports } from '../../lib/exports.ts'
import { go } from '../../lib/location.ts'
import { notify } from '../../lib/notices.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { useCall, useRefresh } from '../../lib/queries.ts'
import { DOWNLOADS, useTabs } from './open-tabs.ts'

const POLL_MS = 2000
const TOLD_SECONDS = 10

const isEnded = ({ state }: ExportJob) => state !== 'waiting' && state !== 'running'

/**
 * Watches running exports and shows a notice when one has ended. While the downloads tab is open, a finished file is
 * saved at once.
 */
export function ExportWatch() {
  const ids = useWatchedExports((state) => state.ids)
  const { data, isPlaceholderData } = useCall(
    exportCalls.progress,
    { ids: ids.slice(0, 50) },
    { refetchInterval: POLL_MS, refetchOnMount: 'always' },
  )
  const refresh = useRefresh(exportCalls.page)
  const wanted = usePreferences(({ notifyExport }) => notifyExport)
  const settle = useEffectEvent((jobs: readonly ExportJob[]) => {
    const known = new Map(jobs.map((job) => [job.id, job]))
    const gone = ids.filter((id) => {
      const job = known.get(id)
      return !job || isEnded(job)
    })
    if (gone.length === 0) return
    forgetExports(gone)
    refresh()
    for (const id of gone) {
      const job = known.get(id)
      if (job && mayTell(id)) tell(job, wanted)
    }
  })
  useEffect(() => {
    if (data && !isPlaceholderData) settle(data)
  }, [data, isPlaceholderData])
  return null
}

function tell(job: ExportJob, wanted: boolean): void {
  const { state, fileName, error } = job
  const isOpen = useTabs.getState().open.some(({ path }) => path === DOWNLOADS)
  if (state === 'done' && isOpen) void downloadExport(job)
  if (!wanted) return
  if (state === 'done') {
    notify({
      kind: 'success',
      title: '导出完成',
      text: isOpen ? `${fileName} 已开始下载` : fileName,
      action: { text: '下载', run: () => void downloadExport(job) },
      seconds: TOLD_SECONDS,
    })
  }
  if (state === 'failed') {
    notify({
      kind: 'error',
      title: '导出失败',
      text: `${fileName}：${error}`,
      action: { text: '查看', run: () => go(DOWNLOADS) },
      seconds: TOLD_SECONDS,
    })
  }
}

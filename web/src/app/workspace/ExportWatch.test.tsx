import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { exportCalls, type ExportJob } from '@heliodesk/contract/exports.ts'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useWatchedExports, watchExports } from '../../lib/exports.ts'
import { useNotices } from '../../lib/notices.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { ExportWatch } from './ExportWatch.tsx'
import { DOWNLOADS, useTabs } from './open-tabs.ts'
import { NO_TABS } from './tabs.ts'

const job: ExportJob = {
  id: '7',
  kind: 'workOrders',
  format: 'csv',
  fileName: '工单_20261121180600.csv',
  conditions: '',
  state: 'running',
  rowCount: 10,
  doneCount: 4,
  size: null,
  error: null,
  attempts: 1,
  createTime: '2026-11-21 18:06:00',
  finishTime: null,
  expireTime: null,
}

let jobs: ExportJob[]
const saved = vi.fn<(address: string) => void>()

beforeEach(() => {
  localStorage.clear()
  saved.mockReset()
  usePreferences.setState({ notifyExport: true })
  jobs = [job]
  useNotices.setState({ notices: [] })
  useWatchedExports.setState({ ids: [] })
  useTabs.setState(NO_TABS, true)
  const answers: Record<string, () => unknown> = {
    [exportCalls.progress.path]: () => ({ result_code: '1', result_data: jobs }),
    [exportCalls.link.path]: () => ({
      result_code: '1',
      result_data: { url: '/link', fileName: job.fileName },
    }),
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = Object.entries(answers).find(([path]) => address.includes(path))![1]
    return new Response(JSON.stringify(answer()))
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.getAttribute('href')!)
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function watch() {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  watchExports([job.id])
  render(
    <QueryClientProvider client={client}>
      <ExportWatch />
    </QueryClientProvider>,
  )
  return async (state: Partial<ExportJob>) => {
    await waitFor(() =>
      expect(client.getQueryData([exportCalls.progress.path, { ids: ['7'] }])).toEqual(jobs),
    )
    jobs = [{ ...job, ...state }]
    await act(() => client.refetchQueries({ queryKey: [exportCalls.progress.path] }))
    await waitFor(() => expect(useWatchedExports.getState().ids).toEqual([]))
  }
}

const titles = () => useNotices.getState().notices.map(({ title, action }) => [title, action?.text])

describe('the end of an export', () => {
  test('is told once in this browser, with the way to the file', async () => {
    const end = watch()
    await end({ state: 'done' })
    expect(titles()).toEqual([['导出完成', '下载']])
    expect(saved).not.toHaveBeenCalled()
    useNotices.getState().notices[0]!.action!.run()
    await waitFor(() => expect(saved).toHaveBeenCalledWith('/link'))

    useNotices.setState({ notices: [] })
    act(() => watchExports([job.id]))
    await waitFor(() => expect(useWatchedExports.getState().ids).toEqual([]))
    expect(titles()).toEqual([])
  })

  test('saves the file by itself while the tab of the downloads is open', async () => {
    useTabs.setState({ open: [{ path: DOWNLOADS, search: '', title: '我的下载' }] })
    const end = watch()
    await end({ state: 'done' })
    await waitFor(() => expect(saved).toHaveBeenCalledWith('/link'))
  })

  test('is not told to those who do not want that', async () => {
    usePreferences.setState({ notifyExport: false })
    const end = watch()
    await end({ state: 'done' })
    expect(titles()).toEqual([])
  })

  test('says why there is no file', async () => {
    const end = watch()
    await end({ state: 'failed', error: '服务器存储空间不足，请联系管理员' })
    expect(titles()).toEqual([['导出失败', '查看']])
    expect(useNotices.getState().notices[0]!.text).toContain('存储空间不足')
  })

  test('by cancelling needs no word', async () => {
    const end = watch()
    await end({ state: 'cancelled' })
    expect(titles()).toEqual([])
  })
})

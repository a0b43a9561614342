import { waitFor } from '@testing-library/react'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EXPIRED_BLOB } from './answers.ts'
import { CallError, download, send } from './call.ts'
import { downloadExport, saveBase64, saveFile, useDownloads } from './download.ts'
import { closeNotices, useExpiry, useNotices } from './notices.ts'

vi.mock('./call.ts', { spy: true })

const file = { path: 'ab/1.pdf', name: '手册.pdf' }
const MB = 1024 * 1024

const notices = () => useNotices.getState().notices.map(({ kind, title }) => [kind, title])
let saved: { name: string; href: string; blob: Blob | undefined }[]

beforeEach(() => {
  closeNotices()
  saved = []
  const blobs = new Map<string, Blob>()
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => {
        const address = `blob:${blobs.size}`
        blobs.set(address, blob)
        return address
      }
      static override revokeObjectURL = () => undefined
    },
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href, blob: blobs.get(this.href) })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a file that came is saved under its name, and its success is told', async () => {
  vi.mocked(download).mockResolvedValue({ blob: new Blob(['%PDF']), name: null })
  await saveFile(file)
  expect(vi.mocked(download).mock.calls[0]![1]).toEqual({ path: 'ab/1.pdf', fileName: '手册.pdf' })
  expect(saved).toMatchObject([{ name: '手册.pdf' }])
  expect(notices()).toEqual([['success', '手册.pdf下载成功!']])
})

it('a download that failed says why', async () => {
  vi.mocked(download).mockRejectedValue(new CallError('数据不存在或无权查看', 200, '', 'r-1'))
  await saveFile(file)
  expect(saved).toEqual([])
  expect(useNotices.getState().notices).toMatchObject([
    { kind: 'error', title: '手册.pdf文件下载失败!', text: '数据不存在或无权查看', requestId: 'r-1' },
  ])
})

it('an empty blob is a warning, and nothing is saved', async () => {
  vi.mocked(download).mockResolvedValue({ blob: new Blob([]), name: null })
  await saveFile(file)
  expect(saved).toEqual([])
  expect(notices()).toEqual([['warning', '文件下载失败']])
})

it('where the session is over the dialog says so instead', async () => {
  vi.mocked(download).mockRejectedValue(new CallError('Token失效', 500, EXPIRED_BLOB, null))
  await saveFile(file)
  expect(notices()).toEqual([])
  expect(useExpiry.getState().shown).toBe(true)
  useExpiry.setState({ shown: false })
})

it('a large file tells how far it is and can be given up, which is no failure', async () => {
  vi.mocked(download).mockImplementation(
    (_call, _input, options) =>
      new Promise((_resolve, reject) => {
        options!.signal!.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        options!.onProgress!(3 * MB, 12 * MB)
      }),
  )
  const saving = saveFile(file)
  await waitFor(() =>
    expect(useDownloads.getState().downloads).toMatchObject([
      { name: '手册.pdf', got: 3 * MB, total: 12 * MB },
    ]),
  )
  useDownloads.getState().downloads[0]!.cancel()
  await saving
  expect(useDownloads.getState().downloads).toEqual([])
  expect(notices()).toEqual([])
})

it('a small file is there before anybody could watch it', async () => {
  const seen: number[] = []
  vi.mocked(download).mockImplementation(async (_call, _input, options) => {
    options!.onProgress!(1, 5 * MB - 1)
    seen.push(useDownloads.getState().downloads.length)
    return { blob: new Blob(['x']), name: null }
  })
  await saveFile(file)
  expect(seen).toEqual([0])
})

it('a file given as strBase64 and fileName is saved as it is', async () => {
  saveBase64({ strBase64: btoa('\u0001\u0002\u00ff'), fileName: '模板.xlsx' })
  expect(saved[0]!.name).toBe('模板.xlsx')
  expect([...new Uint8Array(await saved[0]!.blob!.arrayBuffer())]).toEqual([1, 2, 255])
  expect(notices()).toEqual([['success', '模板.xlsx下载成功!']])
})

it.each([
  ['nothing', '', 'warning', '文件下载失败'],
  ['no base64', '不是', 'error', '模板.xlsx文件下载失败!'],
])('a file given as %s is not saved', (_what, strBase64, kind, title) => {
  vi.stubGlobal('reportError', vi.fn())
  saveBase64({ strBase64, fileName: '模板.xlsx' })
  expect(saved).toEqual([])
  expect(notices()).toEqual([[kind, title]])
})

it('a finished export is handed to the browser by its link, and a failure names it', async () => {
  const job = { id: '5', fileName: '工单.xlsx' }
  vi.mocked(send).mockResolvedValueOnce({ url: 'http://here/link', fileName: '工单.xlsx' })
  await downloadExport(job)
  expect(send).toHaveBeenCalledWith(exportCalls.link, { id: '5' })
  expect(saved).toMatchObject([{ name: '工单.xlsx', href: 'http://here/link' }])
  vi.mocked(send).mockRejectedValueOnce(new CallError('文件已过期', 200, '', null))
  await downloadExport(job)
  expect(notices()).toEqual([['error', '工单.xlsx文件下载失败!']])
})

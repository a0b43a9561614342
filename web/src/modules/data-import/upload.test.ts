import { dataImportCalls } from '@heliodesk/contract/data-import.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallError, sendFile } from '../../lib/call.ts'
import { keyOf, queryClient } from '../../lib/queries.ts'
import { cancelUpload, forgetUpload, takeChecked, upload, useUpload } from './upload.ts'

vi.mock('../../lib/call.ts', { spy: true })

const file = new File(['电站名称'], '电站.csv')
const send = () => upload(file, { kind: 'stations', depCode: 'A01', updates: '0' })
const shown = () => {
  const now = useUpload.getState()
  return now.state === 'idle' ? (now.error?.message ?? null) : now.state
}

beforeEach(() => forgetUpload())

test('a refusal is shown as the server says it', async () => {
  vi.mocked(sendFile).mockRejectedValue(new CallError('文件缺少列', 400, 'bad', null))
  await send()
  expect(shown()).toBe('文件缺少列')
})

test('what nobody foresaw is said too, and reported', async () => {
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const mistake = new TypeError('answer is undefined')
  vi.mocked(sendFile).mockRejectedValue(mistake)
  await send()
  expect(shown()).toBe('系统异常，文件没有上传，请重试')
  expect(report).toHaveBeenCalledWith(mistake)
})

test('a checked file is known at once, and its job is taken once', async () => {
  const job = { id: '7', state: 'checked' }
  vi.mocked(sendFile).mockResolvedValue(job as never)
  await send()
  expect(useUpload.getState()).toEqual({ state: 'checked', jobId: '7' })
  expect(queryClient.getQueryData(keyOf(dataImportCalls.job, { id: '7' }))).toEqual(job)
  expect([takeChecked(), takeChecked()]).toEqual(['7', null])
})

test('the progress of the latest upload alone is shown', async () => {
  const lines: { progress: (part: number) => void; end: () => void }[] = []
  vi.mocked(sendFile).mockImplementation(
    (_call, _input, _file, options) =>
      new Promise((_resolve, reject) =>
        lines.push({
          progress: options!.onProgress!,
          end: () => reject(new CallError('断线', 0, 'offline', null)),
        }),
      ),
  )
  const first = send()
  lines[0]!.progress(0.5)
  expect(useUpload.getState()).toEqual({ state: 'sending', fileName: '电站.csv', part: 0.5 })
  const second = send()
  lines[0]!.progress(0.9)
  expect(useUpload.getState()).toMatchObject({ part: 0 })
  lines[1]!.progress(0.2)
  expect(useUpload.getState()).toMatchObject({ part: 0.2 })
  for (const { end } of lines) end()
  await Promise.all([first, second])
})

test('an upload that was cancelled says nothing', async () => {
  vi.mocked(sendFile).mockImplementation(
    (_call, _input, _file, options) =>
      new Promise((_resolve, reject) =>
        options?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
      ),
  )
  const sent = send()
  expect(shown()).toBe('sending')
  cancelUpload()
  await sent
  expect(shown()).toBeNull()
})

import { beforeEach, expect, test, vi } from 'vitest'
import { CallError, sendFile } from '../../lib/call.ts'
import { cancelUpload, forgetUpload, upload, useUpload } from './upload.ts'

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

import { afterEach, expect, test, vi } from 'vitest'
import { closeNotices, useNotices } from '../../../lib/notices.ts'
import { openManual } from './open-manual.ts'

afterEach(() => {
  closeNotices()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function answering(answer: object) {
  const page = { location: { replace: vi.fn() }, close: vi.fn() }
  vi.stubGlobal('open', () => page)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
  return page
}

test('the instruction PDF in fileBase64Code opens in a window of its own', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:manual')
  const page = answering({
    result_code: '1',
    result_data: { fileName: '手册.pdf', fileBase64Code: btoa('%PDF-1.7') },
  })
  await openManual()
  const blob = made.mock.calls[0]![0] as Blob
  expect(blob.type).toBe('application/pdf')
  expect(await blob.text()).toBe('%PDF-1.7')
  expect(page.location.replace).toHaveBeenCalledWith('blob:manual')
})

test('an instruction PDF that cannot be fetched leaves no empty window, but says so', async () => {
  const page = answering({ result_code: '0', result_msg: '文件不存在' })
  await openManual()
  expect(page.close).toHaveBeenCalled()
  expect(useNotices.getState().notices).toMatchObject([{ kind: 'error', text: '文件加载失败' }])
})

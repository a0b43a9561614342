import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError, sendFile } from '../lib/call.ts'
import { closeNotices, useNotices } from '../lib/notices.ts'
import { Field } from './Field.tsx'
import { FilesInput } from './FilesInput.tsx'
import { Still } from './still.fixture.tsx'
import type { UploadedFile } from './use-uploads.ts'

vi.mock('../lib/call.ts', { spy: true })

const MB = 1024 * 1024

function fileOf(name: string, { type = 'image/png', size = 10 } = {}): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

const storedAs = (file: File): UploadedFile => ({
  uid: file.name,
  name: file.name,
  fileName: file.name,
  pathName: `ab/${file.name}`,
  path: `ab/${file.name}`,
  url: `/api/oss/link/${file.name}`,
  fileType: file.type,
  size: file.size,
})

const arriving = () =>
  vi.mocked(sendFile).mockImplementation((_call, _input, file) => Promise.resolve(storedAs(file) as never))

type FormProps = { max?: number; purpose?: 'feedback' | 'avatar'; onBusy?: (busy: boolean) => void }

function Form({ max = 5, purpose = 'feedback', onBusy }: FormProps) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  return (
    <form aria-label="表单">
      <Field label="截图">
        {(control) => (
          <FilesInput
            control={control}
            purpose={purpose}
            max={max}
            value={files}
            onChange={setFiles}
            onBusy={onBusy}
          />
        )}
      </Field>
      <output>{files.map(({ path }) => path).join(' ')}</output>
    </form>
  )
}

const show = (props: FormProps = {}) => render(<Form {...props} />, { wrapper: Still })
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('截图', { selector: 'input' }), { target: { files } })
const sent = () => screen.getByRole('status').textContent
const refusals = () => screen.getByRole('alert').textContent
const notices = () => useNotices.getState().notices.map(({ title, seconds }) => [title, seconds])

beforeEach(() => closeNotices())
afterEach(cleanup)

describe('what is not sent says why', () => {
  it.each([
    ['空.png', { size: 0 }, '禁止上传空文件!'],
    ['安装.exe', { type: 'application/x-msdownload' }, '禁止上传安装包!'],
    ['安装.COM', { type: '' }, '禁止上传安装包!'],
    ['说明.txt', { type: 'text/plain' }, '请上传PNG、JPG、WebP格式文件!'],
    ['大.png', { size: 10 * MB + 1 }, '请上传小于10MB文件!'],
  ])('%s', (name, about, words) => {
    arriving()
    show()
    choose(fileOf(name, about))
    expect(refusals()).toBe(`${name}：${words}`)
    expect(sendFile).not.toHaveBeenCalled()
  })

  it('a file of exactly the limit is sent', async () => {
    arriving()
    show()
    choose(fileOf('刚好.png', { size: 10 * MB }))
    await waitFor(() => expect(sent()).toBe('ab/刚好.png'))
  })

  it('a name that is there already', async () => {
    arriving()
    show()
    choose(fileOf('a.png'))
    await waitFor(() => expect(sent()).toBe('ab/a.png'))
    choose(fileOf('a.png'), fileOf('b.png'))
    expect(refusals()).toBe('已存在a.png!')
    await waitFor(() => expect(sent()).toBe('ab/a.png ab/b.png'))
  })

  it('more than the maximum, and then no more can be chosen', async () => {
    arriving()
    show()
    choose(...['1', '2', '3', '4', '5', '6'].map((name) => fileOf(`${name}.png`)))
    expect(refusals()).toBe('最多上传5个附件，请确认!')
    await waitFor(() => expect(sent()).toBe('ab/1.png ab/2.png ab/3.png ab/4.png ab/5.png'))
    expect(screen.queryByRole('button', { name: '选择文件' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '移除 3.png' }))
    expect(sent()).toBe('ab/1.png ab/2.png ab/4.png ab/5.png')
    expect(screen.getByRole('button', { name: '选择文件' })).toBeTruthy()
  })
})

it('a file on its way shows how far it is, keeps the form waiting, and its success is told for 3 s', async () => {
  let arrive = () => {}
  vi.mocked(sendFile).mockImplementation((_call, _input, file, options) => {
    options?.onProgress?.(0.42)
    return new Promise((resolve) => {
      arrive = () => resolve(storedAs(file) as never)
    })
  })
  const onBusy = vi.fn()
  show({ onBusy })
  choose(fileOf('a.png'))
  await waitFor(() =>
    expect(screen.getByRole('progressbar', { name: '正在上传 a.png' }).textContent).toBe('42%'),
  )
  expect(onBusy).toHaveBeenLastCalledWith(true)
  arrive()
  await waitFor(() => expect(sent()).toBe('ab/a.png'))
  expect(onBusy).toHaveBeenLastCalledWith(false)
  expect(notices()).toEqual([['a.png上传成功', 3]])
})

it('a failed upload says so, does not count, and goes again', async () => {
  vi.mocked(sendFile).mockRejectedValueOnce(new CallError('文件上传失败，请重试', 0, 'offline', null))
  show({ max: 2 })
  choose(fileOf('a.png'))
  const again = await screen.findByRole('button', { name: /^重试/ })
  expect(notices()).toEqual([['a.png上传失败', 3]])
  arriving()
  choose(fileOf('b.png'), fileOf('c.png'))
  await waitFor(() => expect(sent()).toBe('ab/b.png ab/c.png'))
  fireEvent.click(again)
  expect(refusals()).toBe('最多上传2个附件，请确认!')
  fireEvent.click(screen.getByRole('button', { name: '移除 b.png' }))
  fireEvent.click(again)
  await waitFor(() => expect(sent()).toBe('ab/c.png ab/a.png'))
})

it('a screenshot is pasted anywhere in the form, and several do not share a name', async () => {
  arriving()
  show()
  const paste = (file: File) =>
    fireEvent.paste(screen.getByRole('form', { name: '表单' }), { clipboardData: { files: [file] } })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:09:10') })
  paste(fileOf('image.png'))
  vi.setSystemTime(new Date('2026-11-21T08:09:11'))
  paste(fileOf('image.png'))
  vi.useRealTimers()
  await waitFor(() => expect(sent()).toBe('ab/截图080910.png ab/截图080911.png'))
})

it('a dropped file is taken', async () => {
  arriving()
  show()
  fireEvent.drop(screen.getByRole('button', { name: '选择文件' }), {
    dataTransfer: { files: [fileOf('a.png')] },
  })
  await waitFor(() => expect(sent()).toBe('ab/a.png'))
})

it('where one file has its place a new one takes it', async () => {
  arriving()
  show({ max: 1, purpose: 'avatar' })
  choose(fileOf('a.png'))
  await waitFor(() => expect(sent()).toBe('ab/a.png'))
  choose(fileOf('b.png'))
  await waitFor(() => expect(sent()).toBe('ab/b.png'))
})

it('leaving gives up what is on its way', async () => {
  let signal: AbortSignal | undefined
  vi.mocked(sendFile).mockImplementation((_call, _input, _file, options) => {
    signal = options?.signal
    return new Promise(() => {})
  })
  const { unmount } = show()
  choose(fileOf('a.png'))
  await waitFor(() => expect(signal).toBeDefined())
  unmount()
  expect(signal?.aborted).toBe(true)
})

import { shellCalls } from '@heliodesk/contract/shell.ts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Activity, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError, sendFile } from '../lib/call.ts'
import * as firstFrame from '../lib/first-frame.ts'
import { useCurrentLocation } from '../lib/location.ts'
import { closeNotices, useNotices } from '../lib/notices.ts'
import { queryClient } from '../lib/queries.ts'
import { Field } from './Field.tsx'
import { arriving, fileOf, MB, storedAs, underWay } from '../lib/files.fixture.ts'
import { FilesInput } from './FilesInput.tsx'
import { Still } from './still.fixture.tsx'
import { uploadHint, type UploadedFile, type UploadsOptions } from './use-uploads.ts'

vi.mock('../lib/call.ts', { spy: true })
vi.mock('../lib/first-frame.ts', { spy: true })

type FormProps = Partial<UploadsOptions> & { look?: 'pictures' | 'list' }

function Form({ purpose = 'feedback', ...options }: FormProps) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  return (
    <form aria-label="表单">
      <Field label="截图">
        {(control) => (
          <FilesInput control={control} purpose={purpose} value={files} onChange={setFiles} {...options} />
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

describe('a file that breaks a rule is not sent and says why (spec 2 §5)', () => {
  it.each([
    ['an empty file', '空.png', { size: 0 }, '禁止上传空文件!'],
    ['an exe file', '安装.exe', { type: 'application/x-msdownload' }, '禁止上传安装包!'],
    ['a com file', '安装.COM', { type: '' }, '禁止上传安装包!'],
    [
      'an extension that is not in the list',
      '说明.txt',
      { type: 'text/plain' },
      '请上传PNG、JPG、WebP格式文件!',
    ],
    ['a file above the default limit of 10 MB', '大.png', { size: 10 * MB + 1 }, '请上传小于10MB文件!'],
  ])('choosing %s is refused', (_rule, name, about, words) => {
    arriving()
    show()
    choose(fileOf(name, about))
    expect(refusals()).toBe(`${name}：${words}`)
    expect(sendFile).not.toHaveBeenCalled()
  })

  it.each([
    ['exactly the limit of 10 MB', 'feedback', '刚好.png', { size: 10 * MB }],
    ['jpeg where jpg is meant', 'feedback', '现场.JPEG', { type: 'image/jpeg' }],
    ['a photo without an extension, by what the browser says', 'feedback', '照片', { type: 'image/jpeg' }],
    ['any extension where there is no list', 'station', '图纸.dwg', { type: '' }],
  ] as const)('%s passes', async (_rule, purpose, name, about) => {
    arriving()
    show({ purpose })
    choose(fileOf(name, about))
    await waitFor(() => expect(sent()).toBe(`ab/${name}`))
  })

  it('without a list the blocked extensions stay blocked', () => {
    arriving()
    show({ purpose: 'station' })
    choose(fileOf('安装.exe', { type: '' }))
    expect(refusals()).toBe('安装.exe：禁止上传安装包!')
  })

  it('a limit of one’s own is told with its own number', () => {
    arriving()
    show({ limits: { maxBytes: 3 * MB } })
    choose(fileOf('大.png', { size: 3 * MB + 1 }))
    expect(refusals()).toBe('大.png：请上传小于3MB文件!')
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

  it('with duplicates allowed a name that is there already passes', async () => {
    arriving()
    show({ duplicates: true })
    choose(fileOf('a.png'))
    await waitFor(() => expect(sent()).toBe('ab/a.png'))
    choose(fileOf('a.png'))
    await waitFor(() => expect(sent()).toBe('ab/a.png ab/a.png'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    [800, 600, true],
    [801, 600, false],
    [800, 601, false],
  ])('a picture of %i × %i px where 800 × 600 px is the most', async (width, height, passes) => {
    arriving()
    vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }))
    show({ limits: { maxWidth: 800, maxHeight: 600 } })
    choose(fileOf('a.png'))
    if (passes) {
      await waitFor(() => expect(sent()).toBe('ab/a.png'))
      expect(vi.mocked(sendFile).mock.calls[0]![1]).toMatchObject({ maxWidth: 800, maxHeight: 600 })
    } else expect((await screen.findByRole('alert')).textContent).toBe('a.png：上传尺寸最大800px * 600px!')
    expect(sendFile).toHaveBeenCalledTimes(passes ? 1 : 0)
    vi.unstubAllGlobals()
  })

  it('a picture too wide where its height does not matter', async () => {
    arriving()
    vi.stubGlobal('createImageBitmap', async () => ({ width: 801, height: 9000, close: () => undefined }))
    show({ limits: { maxWidth: 800 } })
    choose(fileOf('a.png'))
    expect((await screen.findByRole('alert')).textContent).toBe('a.png：上传尺寸最大800px * 不限px!')
    vi.unstubAllGlobals()
  })

  it('more and larger files than the company allows, and the hint says how many and how large', async () => {
    arriving()
    queryClient.setQueryData([shellCalls.shell.path, {}], { upload: { maxMb: 3, maxCount: 2 } })
    show()
    expect(uploadHint('feedback')).toBe('支持 PNG、JPG、WebP，单个不超过 3 MB，最多 2 个')
    expect(uploadHint('manual', 1)).toBe('支持 PDF，单个不超过 3 MB')
    choose(fileOf('大.png', { size: 3 * MB + 1 }), ...['1', '2', '3'].map((name) => fileOf(`${name}.png`)))
    expect(refusals()).toBe('大.png：请上传小于3MB文件!最多上传2个附件，请确认!')
    await waitFor(() => expect(sent()).toBe('ab/1.png ab/2.png'))
    queryClient.clear()
  })

  it('more than 5 files by default, and then no more can be chosen', async () => {
    arriving()
    show()
    choose(...['1', '2', '3', '4', '5', '6'].map((name) => fileOf(`${name}.png`)))
    expect(refusals()).toBe('最多上传5个附件，请确认!')
    await waitFor(() => expect(sent()).toBe('ab/1.png ab/2.png ab/3.png ab/4.png ab/5.png'))
    expect(screen.queryByRole('button', { name: '选择文件' })).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('截图', { selector: 'input' }).disabled).toBe(true)
    // Files can be dropped or pasted although the add button is gone.
    fireEvent.drop(screen.getByRole('button', { name: '移除 1.png' }), {
      dataTransfer: { files: [fileOf('7.png')] },
    })
    expect(refusals()).toBe('最多上传5个附件，请确认!')
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

it('each of several files is a request of its own, with a progress bar of its own', async () => {
  const arrive = new Map<string, () => void>()
  vi.mocked(sendFile).mockImplementation((_call, _input, file, options) => {
    options?.onProgress?.(file.name === 'a.png' ? 0.1 : 0.2)
    return new Promise((resolve) => arrive.set(file.name, () => resolve(storedAs(file) as never)))
  })
  show()
  choose(fileOf('a.png'), fileOf('b.png'))
  const bars = () =>
    screen.queryAllByRole('progressbar').map((bar) => [bar.getAttribute('aria-label'), bar.textContent])
  await waitFor(() =>
    expect(bars()).toEqual([
      ['正在上传 a.png', '10%'],
      ['正在上传 b.png', '20%'],
    ]),
  )
  expect(vi.mocked(sendFile).mock.calls.map(([, , file]) => file.name)).toEqual(['a.png', 'b.png'])
  arrive.get('a.png')!()
  await waitFor(() => expect(bars()).toEqual([['正在上传 b.png', '20%']]))
  expect(sent()).toBe('ab/a.png')
  arrive.get('b.png')!()
  await waitFor(() => expect(sent()).toBe('ab/a.png ab/b.png'))
  expect(bars()).toEqual([])
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

it('leaving the form gives up what is on its way', async () => {
  underWay()
  const { unmount } = show()
  choose(fileOf('a.png'))
  const { signal } = vi.mocked(sendFile).mock.calls[0]![3]!
  unmount()
  expect(signal?.aborted).toBe(true)
})

it('what arrives while the page rests is there when it shows again', async () => {
  const line = underWay()
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Form />
    </Activity>
  )
  useCurrentLocation.setState({ pathname: '/taskCenter' })
  const { rerender } = render(page('visible'), { wrapper: Still })
  choose(fileOf('a.png'), fileOf('b.png'))
  useCurrentLocation.setState({ pathname: '/system/user' })
  rerender(page('hidden'))
  line.arrive('a.png')
  line.arrive('b.png')
  await waitFor(() => expect(notices()).toHaveLength(2))
  useCurrentLocation.setState({ pathname: '/taskCenter' })
  rerender(page('visible'))
  await waitFor(() => expect(sent()).toBe('ab/a.png ab/b.png'))
})

it('as a list each file has a line with its name, size, progress and download', async () => {
  const line = underWay()
  show({ look: 'list', purpose: 'mail' })
  choose(fileOf('合同.pdf', { type: 'application/pdf', size: 2 * MB }))
  expect(screen.getByRole('progressbar', { name: '正在上传 合同.pdf' }).textContent).toBe('0%')
  expect(screen.getByText('2.0 MB')).toBeTruthy()
  line.arrive('合同.pdf')
  expect(await screen.findByRole('button', { name: '下载 合同.pdf' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '查看 合同.pdf' })).toBeTruthy()
  line.names()
  choose(fileOf('b.png'))
  line.fail('b.png', new CallError('文件上传失败，请重试', 0, 'offline', null))
  expect(await screen.findByText('文件上传失败，请重试；联网后自动重传')).toBeTruthy()
})

it('on a phone photos come straight from the camera, each under a name of its own', async () => {
  arriving()
  vi.stubGlobal('innerWidth', 390)
  const { container } = show()
  expect(screen.getByRole('button', { name: '拍照' })).toBeTruthy()
  const camera = container.querySelector<HTMLInputElement>('input[capture="environment"]')!
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:09:10') })
  fireEvent.change(camera, { target: { files: [fileOf('image.jpg', { type: 'image/jpeg' })] } })
  vi.useRealTimers()
  await waitFor(() => expect(sent()).toBe('ab/照片080910.jpg'))
  vi.unstubAllGlobals()
})

it.each([
  ['picture', 5, '支持 PNG、JPG、WebP、BMP、GIF，单个不超过 10 MB，最多 5 个'],
  ['manual', 1, '支持 PDF，单个不超过 20 MB'],
  ['station', 20, '支持各种格式，安装包除外，单个不超过 2 GB，最多 20 个'],
] as const)('the hint for %s says what may be sent', (purpose, max, words) => {
  expect(uploadHint(purpose, max)).toBe(words)
})

it('a film is sent with its first frame', async () => {
  vi.spyOn(firstFrame, 'firstFrameOf').mockResolvedValue(new Blob(['frame']))
  arriving()
  show({ purpose: 'station' })
  choose(fileOf('巡检.mp4', { type: 'video/mp4' }))
  await waitFor(() => expect(sent()).toBe('ab/巡检.mp4'))
  const [, input, , options] = vi.mocked(sendFile).mock.calls[0]!
  expect(input).toMatchObject({ purpose: 'station', isNeedFirstFrame: 1 })
  expect(options!.beside!.firstFrame).toBeInstanceOf(Blob)
})

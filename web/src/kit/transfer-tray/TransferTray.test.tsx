import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '../../lib/call.ts'
import { useDownloads } from '../../lib/download.ts'
import { useCurrentLocation } from '../../lib/location.ts'
import { closeNotices, useNotices } from '../../lib/notices.ts'
import { addUploads, describeBox, showBox, useUploadStore } from '../../lib/uploads.ts'
import { arriving, fileOf, MB, underWay } from '../../lib/files.fixture.ts'
import { Still } from '../still.fixture.tsx'
import { TransferTray } from './TransferTray.tsx'

vi.mock('../../lib/call.ts', { spy: true })

const go = vi.hoisted(() => vi.fn())
vi.mock('../../lib/location.ts', async (original) => ({ ...(await original<object>()), go }))

const PAGE = '/system/template'
const broken = () => new CallError('文件上传失败，请重试', 0, 'offline', null)

let leave: () => void
beforeEach(() => {
  closeNotices()
  useCurrentLocation.setState({ pathname: PAGE })
  leave = showBox('form', PAGE)
  describeBox('form', { max: 2, held: 0 })
})
afterEach(() => {
  cleanup()
  showBox('form', PAGE)
  useCurrentLocation.setState({ pathname: PAGE })
  leave()
  useDownloads.setState({ downloads: [] })
})

const add = (...names: string[]) =>
  addUploads(
    'form',
    { purpose: 'template' },
    names.map((name) => fileOf(name, { size: MB })),
  )
const elsewhere = () => {
  useCurrentLocation.setState({ pathname: '/taskCenter' })
  leave()
}
const head = () => screen.getByRole('status').textContent
const show = () => render(<TransferTray />, { wrapper: Still })
const open = () => fireEvent.click(screen.getByRole('button', { expanded: false }))

it('tells of uploads that their own page does not show, and of none that it shows', async () => {
  const line = underWay()
  add('a.png', 'b.png')
  const { container, rerender } = show()
  expect(container.textContent).toBe('')
  elsewhere()
  rerender(<TransferTray />)
  expect(head()).toBe('正在上传 2 个文件 0%')
  line.arrive('a.png')
  await waitFor(() => expect(head()).toBe('正在上传 1 个文件 0%'))
  line.arrive('b.png')
  await waitFor(() => expect(head()).toBe('2 个文件已上传，请返回表单提交'))
  open()
  fireEvent.click(screen.getByRole('button', { name: '返回 a.png 所在页面' }))
  expect(go).toHaveBeenCalledWith(PAGE)
})

it('its list cancels, and sends again what failed where there is room', async () => {
  const line = underWay()
  add('a.png', 'b.png')
  elsewhere()
  show()
  open()
  line.fail('a.png', broken())
  expect(await screen.findByText('文件上传失败，请重试；联网后自动重传')).toBeTruthy()
  expect(head()).toBe('正在上传 1 个文件 0% · 1 个上传失败')
  arriving()
  describeBox('form', { max: 2, held: 1 })
  fireEvent.click(screen.getByRole('button', { name: /^重试 a\.png/ }))
  expect(useNotices.getState().notices.at(-1)).toMatchObject({ text: '最多上传2个附件，请确认!' })
  fireEvent.click(screen.getByRole('button', { name: '取消 b.png' }))
  fireEvent.click(screen.getByRole('button', { name: /^重试 a\.png/ }))
  await waitFor(() => expect(head()).toBe('1 个文件已上传，请返回表单提交'))
  expect(useUploadStore.getState().uploads).toHaveLength(1)
})

it('tells of large downloads, and gives them up', () => {
  const cancel = vi.fn()
  useDownloads.setState({
    downloads: [{ key: 'd', name: '巡检.mp4', got: 30 * MB, total: 120 * MB, cancel }],
  })
  show()
  expect(head()).toBe('正在下载 1 个文件')
  open()
  expect(screen.getByRole('progressbar', { name: '正在下载 巡检.mp4' }).getAttribute('aria-valuenow')).toBe(
    '25',
  )
  fireEvent.click(screen.getByRole('button', { name: '取消下载 巡检.mp4' }))
  expect(cancel).toHaveBeenCalledOnce()
})

import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { sendFile } from '../../lib/call.ts'
import { closeNotices, useNotices } from '../../lib/notices.ts'
import { CropDialog } from './CropDialog.tsx'
import { SaveMark } from './SaveMark.tsx'
import { SecondFactor } from './second-factor/SecondFactor.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => {
  closeNotices()
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['x'])))
})

const picture = { width: 400, height: 300 } as ImageBitmap
const titles = () => useNotices.getState().notices.map(({ title }) => title)

function crop() {
  const onClose = vi.fn()
  render(<CropDialog picture={picture} onClose={onClose} />, { wrapper: Page })
  return onClose
}

test('a cropped picture is sent, and the dialog closes with a word about it', async () => {
  const sent = answering({ [shellCalls.editAvatar.path]: { avatar: '/a' } })
  vi.mocked(sendFile).mockResolvedValue({ path: 'ab/头像.png' } as never)
  const onClose = crop()
  await userEvent.click(await screen.findByRole('button', { name: '使用' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ input }) => input)).toEqual([{ path: 'ab/头像.png' }])
  expect(titles()).toEqual(['头像已更换'])
})

test('a picture that was refused says why, and can be sent again', async () => {
  answering({ [shellCalls.editAvatar.path]: { avatar: '/a' } })
  vi.mocked(sendFile)
    .mockRejectedValueOnce(refusal('文件过大'))
    .mockResolvedValue({ path: 'ab' } as never)
  const onClose = crop()
  const use = async () => userEvent.click(await screen.findByRole('button', { name: '使用' }))
  await use()
  expect((await screen.findByRole('alert')).textContent).toContain('文件过大')
  expect(onClose).not.toHaveBeenCalled()
  expect(titles()).toEqual([])
  // A button takes the same press again only after a while.
  await waitFor(async () => {
    await use()
    expect(onClose).toHaveBeenCalledOnce()
  })
})

test.each([
  [true, '管理两步验证', '管理两步验证'],
  [false, '开启两步验证', '开启两步验证'],
])('a second factor that is on (%s) has a button to change it', async (enabled, button, dialog) => {
  answering({ [secondFactorCalls.status.path]: { enabled, since: '2026-11-01', recoveryLeft: 8 } })
  render(<SecondFactor />, { wrapper: Page })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByRole('dialog', { name: dialog })).toBeTruthy()
})

test('turning the second factor off is marked as dangerous, new recovery codes are not', async () => {
  answering({ [secondFactorCalls.status.path]: { enabled: true, since: '2026-11-01', recoveryLeft: 8 } })
  render(<SecondFactor />, { wrapper: Page })
  await userEvent.click(await screen.findByRole('button', { name: '管理两步验证' }))
  expect((await screen.findByRole('button', { name: '更换' })).className).not.toContain('dng')
  await userEvent.click(screen.getByRole('button', { name: '关闭两步验证', pressed: false }))
  const buttons = screen.getAllByRole('button', { name: '关闭两步验证' })
  const off = buttons.find((each) => !each.hasAttribute('aria-pressed'))
  expect(off!.className).toContain('dngf')
})

test('a change is first being saved, and then for a moment saved', () => {
  const { rerender } = render(<SaveMark waiting={false} />)
  const words = () => screen.getByRole('status').textContent
  expect(words()).toBe('')
  rerender(<SaveMark waiting />)
  expect(words()).toBe('正在保存…')
  rerender(<SaveMark waiting={false} />)
  expect(words()).toBe('已保存')
  rerender(<SaveMark waiting />)
  rerender(<SaveMark waiting={false} failed />)
  expect(words()).toBe('')
})

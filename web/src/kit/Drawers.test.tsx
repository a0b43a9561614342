import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useNotices } from '../lib/notices.ts'
import { FormDrawer } from './Drawers.tsx'
import { Still } from './still.fixture.tsx'

afterEach(cleanup)

const Page = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <Still>{children}</Still>
  </MemoryRouter>
)

test('while files are on their way it says so and stays (spec 1 §2.4)', async () => {
  const onClose = vi.fn()
  const user = userEvent.setup()
  const form = (uploading: boolean) => (
    <FormDrawer open title="问题反馈" dirty uploading={uploading} onClose={onClose} actions={null}>
      内容
    </FormDrawer>
  )
  const { rerender } = render(form(true), { wrapper: Page })
  await user.click(await screen.findByRole('button', { name: '关闭' }))
  expect(useNotices.getState().notices.map(({ text }) => text)).toEqual(['文件上传中，请稍候'])
  expect(screen.queryByRole('dialog', { name: '数据尚未保存，是否确定关闭?' })).toBeNull()
  expect(onClose).not.toHaveBeenCalled()

  rerender(form(false))
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('title and status label are the form’s own (spec 1 §2.4)', async () => {
  render(
    <FormDrawer
      open
      title="编辑电站"
      label={<span className="tag">在维</span>}
      onClose={vi.fn()}
      actions={null}
    >
      内容
    </FormDrawer>,
    { wrapper: Page },
  )
  const drawn = await screen.findByRole('dialog', { name: '编辑电站' })
  expect(drawn.textContent).toContain('在维')
})

test('a field that takes the focus when its form opens keeps it', async () => {
  const onBlur = vi.fn()
  render(
    <FormDrawer open title="新增电站" onClose={vi.fn()} actions={null}>
      <input aria-label="名称" autoFocus onBlur={onBlur} />
    </FormDrawer>,
    { wrapper: Page },
  )
  const name = await screen.findByLabelText('名称')
  expect(document.activeElement).toBe(name)
  expect(onBlur).not.toHaveBeenCalled()
})

const drawer = (dirty: boolean, onClose: () => void) => (
  <FormDrawer open title="新建工单" dirty={dirty} onClose={onClose} actions={null}>
    内容
  </FormDrawer>
)

test('closes at once while nothing was typed', async () => {
  const onClose = vi.fn()
  render(drawer(false, onClose), { wrapper: Page })
  await userEvent.setup().click(await screen.findByRole('button', { name: '关闭' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('asks before closing while unsaved; cancel stays, ok closes (spec 2 §2)', async () => {
  const onClose = vi.fn()
  const user = userEvent.setup()
  render(drawer(true, onClose), { wrapper: Page })
  const close = await screen.findByRole('button', { name: '关闭' })
  await user.click(close)
  expect(await screen.findByRole('dialog', { name: '数据尚未保存，是否确定关闭?' })).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: '取消' }).at(-1)!)
  expect(onClose).not.toHaveBeenCalled()

  await user.click(close)
  await user.click(await screen.findByRole('button', { name: '确定' }))
  expect(onClose).toHaveBeenCalledOnce()
})

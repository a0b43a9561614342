import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useOverlays, type OverlayProps } from './use-overlays.tsx'

afterEach(cleanup)

type BoxProps = OverlayProps & { title: string }

function Box({ title, open, onClose }: BoxProps) {
  const [typed, setTyped] = useState('')
  return (
    <div role="dialog" aria-label={title} data-open={open}>
      <input aria-label={`${title}的字段`} value={typed} onChange={(event) => setTyped(event.target.value)} />
      <button type="button" onClick={onClose}>
        关闭
      </button>
    </div>
  )
}

function Page() {
  const [suffix, setSuffix] = useState('')
  const { show, shown, subject } = useOverlays({
    add: (overlay) => <Box {...overlay} title={`新建${suffix}`} />,
    edit: (overlay, user: { id: string }) => <Box {...overlay} title={`编辑 ${user.id}${suffix}`} />,
  })
  return (
    <>
      <button type="button" onClick={() => show('add')}>
        开新建
      </button>
      <button type="button" onClick={() => show('edit', { id: '7' })}>
        开编辑
      </button>
      <button type="button" onClick={() => setSuffix('（已更新）')}>
        更新
      </button>
      <output>{subject?.id ?? '无'}</output>
      {shown}
    </>
  )
}

/** A page whose other parts have keys that are numbers too, or are missing. */
function KeyedPage({ hint = null }: { hint?: string | null }) {
  const { show, shown } = useOverlays({ add: (overlay) => <Box {...overlay} title="新建" /> })
  return (
    <>
      <button type="button" onClick={() => show('add')}>
        开新建
      </button>
      {hint}
      <input key={1} aria-label="意见" />
      {shown}
    </>
  )
}

test('an overlay leaves the rest of the page as it is', async () => {
  const user = userEvent.setup()
  render(<KeyedPage />)
  await user.type(screen.getByLabelText('意见'), '同意')
  await user.click(screen.getByRole('button', { name: '开新建' }))
  await user.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.getByLabelText<HTMLInputElement>('意见').value).toBe('同意')
})

const open = () => screen.queryAllByRole('dialog').filter(({ dataset }) => dataset.open === 'true')

test('one overlay at a time, of the kind and subject that was asked for, and fresh each time it opens', async () => {
  const user = userEvent.setup()
  render(<Page />)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: '开编辑' }))
  expect(open().map((each) => each.getAttribute('aria-label'))).toEqual(['编辑 7'])
  expect(screen.getByRole('status').textContent).toBe('7')
  await user.type(screen.getByLabelText('编辑 7的字段'), '改过')
  // New data of the page reaches the open overlay, and typed values are kept.
  await user.click(screen.getByRole('button', { name: '更新' }))
  expect(screen.getByLabelText<HTMLInputElement>('编辑 7（已更新）的字段').value).toBe('改过')

  await user.click(screen.getByRole('button', { name: '关闭' }))
  expect(open()).toEqual([])
  // It stays during the closing animation.
  expect(screen.getByRole('dialog', { name: '编辑 7（已更新）' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('无')

  await user.click(screen.getByRole('button', { name: '开编辑' }))
  expect(screen.getByLabelText<HTMLInputElement>('编辑 7（已更新）的字段').value).toBe('')
  await user.click(screen.getByRole('button', { name: '开新建' }))
  expect(open().map((each) => each.getAttribute('aria-label'))).toEqual(['新建（已更新）'])
})

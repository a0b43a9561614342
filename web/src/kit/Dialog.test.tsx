import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from './Dialog.tsx'
import { Still } from './still.fixture.tsx'

afterEach(cleanup)

test.for<[string, { typed?: boolean }, number]>([
  ['closes a dialog in which nothing was typed', {}, 1],
  ['keeps what was typed', { typed: true }, 0],
])('a press beside it %s', ([, props, closed]) => {
  const onClose = vi.fn()
  render(
    <Dialog title="改派" {...props} onClose={onClose}>
      内容
    </Dialog>,
    { wrapper: Still },
  )
  const around = screen.getByRole('dialog').closest('.ant-modal-wrap')!
  fireEvent.mouseDown(around)
  fireEvent.mouseUp(around)
  fireEvent.click(around)
  expect(onClose).toHaveBeenCalledTimes(closed)
})

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SendingLine, SendingTile } from './Sending.tsx'
import type { Upload } from './use-uploads.ts'

afterEach(cleanup)

const upload = (state: Upload['state'], part: number, error: string | null = null): Upload => ({
  key: '1',
  box: 'box',
  page: '/taskCenter',
  file: new File(['1234'], '支架.jpg'),
  picture: null,
  input: { purpose: 'annex' },
  state,
  part,
  error,
  lost: error !== null,
  stored: null,
})

test.for([
  [upload('waiting', 0), '等待'],
  [upload('sending', 0.427), '42%'],
] as const)('an upload shows how far it is: %#', ([each, text]) => {
  render(<SendingTile upload={each} onRetry={vi.fn()} />)
  render(<SendingLine upload={each} onRetry={vi.fn()} />)
  for (const bar of screen.getAllByRole('progressbar', { name: '正在上传 支架.jpg' }))
    expect(bar.textContent).toBe(text)
})

test('a failed one says why, and can be tried again', () => {
  const onRetry = vi.fn()
  render(<SendingLine upload={upload('failed', 0.5, '网络中断')} onRetry={onRetry} />)
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByText('网络中断；联网后自动重传')).toBeTruthy()
  screen.getByRole('button', { name: /重试/ }).click()
  expect(onRetry).toHaveBeenCalledOnce()
})

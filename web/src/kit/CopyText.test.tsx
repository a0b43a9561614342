import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { closeNotices, useNotices } from '../lib/notices.ts'
import { CopyText } from './CopyText.tsx'

async function press(canCopy: boolean) {
  vi.useFakeTimers()
  closeNotices()
  const writeText = vi.fn(() => (canCopy ? Promise.resolve() : Promise.reject(new Error('denied'))))
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as never)
  render(<CopyText text="GD7" label="复制编号" />)
  await act(async () => screen.getByRole('button', { name: '复制编号' }).click())
  return writeText
}

test('a copied text is ticked for two seconds', async () => {
  expect(await press(true)).toHaveBeenCalledWith('GD7')
  expect(screen.getByRole('button', { name: '已复制' })).toBeTruthy()
  act(() => void vi.advanceTimersByTime(2000))
  expect(screen.getByRole('button', { name: '复制编号' })).toBeTruthy()
  expect(useNotices.getState().notices).toEqual([])
})

test('where the browser forbids it, a notice says what to do', async () => {
  await press(false)
  expect(screen.getByRole('button', { name: '复制编号' })).toBeTruthy()
  expect(useNotices.getState().notices.map(({ title }) => title)).toEqual(['复制失败'])
})

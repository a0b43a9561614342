import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeNotices, notify } from '../lib/notices.ts'
import { Notices } from './Notices.tsx'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => [...document.querySelectorAll('.notices-noticeCard b')].map((title) => title.textContent)

beforeEach(() => {
  vi.useFakeTimers()
  render(<Notices />)
})
afterEach(() => {
  act(closeNotices)
  cleanup()
  vi.useRealTimers()
})

test('it goes after four seconds, and waits while the pointer rests on it', async () => {
  act(() => notify({ kind: 'error', title: '出错了' }))
  await pass(3000)
  fireEvent.pointerOver(screen.getByRole('alert'))
  await pass(60_000)
  expect(shown()).toEqual(['出错了'])
  fireEvent.pointerOut(screen.getByRole('alert'))
  await pass(999)
  expect(shown()).toEqual(['出错了'])
  await pass(1)
  expect(shown()).toEqual([])
})

test('one without an end stays until it is closed', async () => {
  const run = vi.fn<() => void>()
  act(() => notify({ kind: 'warning', title: '更新', seconds: Infinity, action: { text: '重新加载', run } }))
  await pass(3_600_000)
  expect(shown()).toEqual(['更新'])
  fireEvent.click(screen.getByText('重新加载'))
  expect(run).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByLabelText('关闭提示'))
  expect(shown()).toEqual([])
})

test('the refusal of a system without permission stays for 5 s, or until it is closed', async () => {
  const refuse = () =>
    act(() => notify({ kind: 'error', title: '系统提示', text: '暂无权限，请联系管理员！', seconds: 5 }))
  refuse()
  await pass(4999)
  expect(screen.getByText('暂无权限，请联系管理员！')).toBeTruthy()
  await pass(1)
  expect(shown()).toEqual([])
  refuse()
  fireEvent.click(screen.getByLabelText('关闭提示'))
  expect(shown()).toEqual([])
})

test('one with an end closes once its action was taken', () => {
  const run = vi.fn<() => void>()
  act(() => notify({ kind: 'success', title: '已加入我的下载', action: { text: '查看', run } }))
  fireEvent.click(screen.getByText('查看'))
  expect(run).toHaveBeenCalledOnce()
  expect(shown()).toEqual([])
})

import { afterEach, expect, test, vi } from 'vitest'
import { closeNotices, useNotices } from '../../lib/notices.ts'
import { noteUnsaved } from '../../lib/unsaved.ts'
import { isFree, takeOver, whenFree } from './builds.ts'

afterEach(() => {
  noteUnsaved('form', null)
  closeNotices()
})

test('a new build waits until nothing is typed', () => {
  const run = vi.fn<() => void>()
  noteUnsaved('form', { path: '/a', kept: false })
  whenFree(run)
  expect(run).not.toHaveBeenCalled()
  noteUnsaved('form', null)
  expect(run).toHaveBeenCalledOnce()
  noteUnsaved('form', { path: '/a', kept: false })
  noteUnsaved('form', null)
  expect(run).toHaveBeenCalledOnce()
})

test('what was typed after the offer is not lost by pressing it', () => {
  const postMessage = vi.fn<(message: unknown) => void>()
  noteUnsaved('form', { path: '/a', kept: true })
  expect(isFree()).toBe(false)
  takeOver({ postMessage })
  expect(postMessage).not.toHaveBeenCalled()
  expect(useNotices.getState().notices.map(({ title }) => title)).toEqual(['有内容还没有保存'])
  noteUnsaved('form', null)
  takeOver({ postMessage })
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('take-over', [])
})

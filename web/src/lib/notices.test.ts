import { beforeEach, expect, test } from 'vitest'
import { awaitsReload, closeNotices, notifyAfterReload, showCarriedNotice, useNotices } from './notices.ts'

beforeEach(() => {
  closeNotices()
  sessionStorage.clear()
})

const titles = () => useNotices.getState().notices.map(({ title }) => title)

test('a notice for the next page shows there, once', () => {
  notifyAfterReload({ kind: 'error', title: '登录已过期' })
  expect([awaitsReload(), titles()]).toEqual([true, []])
  showCarriedNotice()
  expect([awaitsReload(), titles()]).toEqual([false, ['登录已过期']])
  closeNotices()
  showCarriedNotice()
  expect(titles()).toEqual([])
})

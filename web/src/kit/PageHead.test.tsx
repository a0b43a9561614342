import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageHead } from './PageHead.tsx'
import { usePageTitle } from './page-title.ts'

beforeEach(() => vi.stubGlobal('innerWidth', 390))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('on a phone the title and a short fact go to the frame’s header, and go with the page', () => {
  const { rerender, unmount } = render(<PageHead title="任务中心" facts="221 单在办" />)
  expect(usePageTitle.getState()).toEqual({ title: '任务中心', fact: '221 单在办' })
  expect(screen.queryByRole('banner')).toBeNull()
  rerender(<PageHead title="任务中心" facts="220 单在办" />)
  expect(usePageTitle.getState().fact).toBe('220 单在办')
  unmount()
  expect(usePageTitle.getState()).toEqual({ title: null, fact: null })
})

test('on a phone a long fact keeps a line of its own, and the main action has a bar', () => {
  const long = '把已有的电站、设备、运维事件、发电量和用户成批导入'
  render(<PageHead title="数据导入" facts={long} main={<button type="button">导入</button>} />)
  expect(usePageTitle.getState()).toEqual({ title: '数据导入', fact: null })
  expect(screen.getByText(long).closest('header')).toBeTruthy()
  expect(screen.getByRole('button', { name: '导入' }).closest('.thumb-bar')).toBeTruthy()
})

test('elsewhere both are in the page’s own header', () => {
  vi.stubGlobal('innerWidth', 1440)
  render(<PageHead title="角色" facts="8 个角色" main={<button type="button">新建角色</button>} />)
  expect(screen.getByRole('heading', { name: '角色' })).toBeTruthy()
  expect(screen.getByRole('button').closest('header')).toBe(screen.getByText('8 个角色').closest('header'))
})

import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DetailTabs } from './DetailTabs.tsx'

const tabs = [
  { key: 'basic', title: '基本信息' },
  { key: 'history', title: '变更记录' },
  { key: 'files', title: '图片资料' },
]

test.each([
  ['ArrowRight', 'basic', 'history'],
  ['ArrowLeft', 'basic', 'files'],
  ['ArrowRight', 'files', 'basic'],
  ['Home', 'basic', null],
  ['Tab', 'basic', null],
])('%s on %s moves to %s', (key, shown, next) => {
  const onTab = vi.fn()
  render(<DetailTabs label="详情" tabs={tabs} shown={shown} panel="p" onTab={onTab} />)
  const isLeftToBrowser = fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key })
  expect(onTab.mock.calls).toEqual(next === null ? [] : [[next]])
  expect(isLeftToBrowser).toBe(next === null)
  expect(document.activeElement?.id ?? '').toBe(next === null ? '' : `p-${next}`)
})

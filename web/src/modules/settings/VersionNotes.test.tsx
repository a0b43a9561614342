import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { VersionNotes } from './VersionNotes.tsx'

test.each([
  ['第 2 条上移', ['乙', '甲', '丙']],
  ['第 2 条下移', ['甲', '丙', '乙']],
  ['删除第 1 条', ['乙', '丙']],
  ['添加说明', ['甲', '乙', '丙', '']],
])('%s', async (button, notes) => {
  const set = vi.fn()
  const versionNotes = { version: '2.1', notes: ['甲', '乙', '丙'] }
  render(<VersionNotes draft={{ values: { versionNotes }, set, errorOf: () => null } as never} />)
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(set.mock.calls).toEqual([['versionNotes', { version: '2.1', notes }]])
})

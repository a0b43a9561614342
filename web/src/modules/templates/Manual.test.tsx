import { templateCalls } from '@heliodesk/contract/templates.ts'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { arriving, fileOf } from '../../lib/files.fixture.ts'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { CallError, send } from '../../lib/call.ts'
import { useGrants } from '../../lib/permission.tsx'
import { queryClient } from '../../lib/queries.ts'
import { Manual } from './Manual.tsx'

vi.mock('../../lib/call.ts', { spy: true })

isolatePages()

const manual = {
  id: '9',
  name: '操作手册',
  remark: '',
  version: 1,
  fileVersion: 1,
  fileName: '操作手册.pdf',
  fileType: 'application/pdf',
  size: 10,
  updatedBy: '刘明远',
  updateTime: '2026-11-20 09:12:45',
}

it('what somebody else uploaded while the form stood open is taken over on request, never by itself', async () => {
  useGrants.setState({ pages: [], buttons: ['template:manage'], notInForce: [] })
  const versions: unknown[] = []
  let stored = manual
  vi.mocked(send).mockImplementation(async (call, input) => {
    if (call.path !== templateCalls.saveManual.path) return stored as never
    versions.push((input as { version?: number }).version)
    throw new CallError('模板已在别处更新，请刷新后重试', 200, 'template.stale', null)
  })
  arriving()
  const user = userEvent.setup()
  render(<Manual />, { wrapper: Page })
  await user.click(await screen.findByRole('button', { name: '更新手册' }))
  const input = await screen.findByLabelText('手册文件', { selector: 'input' })
  fireEvent.change(input, { target: { files: [fileOf('manual.pdf', { type: 'application/pdf' })] } })
  const save = screen.getByRole('button', { name: '保存' })
  await waitFor(() => expect(save.getAttribute('aria-disabled')).not.toBe('true'))

  stored = { ...manual, version: 2, fileVersion: 2 }
  await queryClient.invalidateQueries({ queryKey: [templateCalls.manual.path] })
  await user.click(save)
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '刷新' })).toBeNull())
  // The button ignores a second click right after the first.
  await waitFor(async () => {
    await user.click(save)
    expect(versions.length).toBeGreaterThan(1)
  })
  expect(versions.slice(0, 2)).toEqual([1, 2])
})

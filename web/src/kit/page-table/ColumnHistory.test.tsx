import { tableSettingCalls } from '@heliodesk/contract/table-settings.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answering } from '../../lib/answering.fixture.ts'
import { isolatePages, showPage } from '../page.fixture.tsx'
import { ColumnHistory } from './ColumnHistory.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

test('every change but the newest can be restored', async () => {
  answering({
    [tableSettingCalls.history.path]: [
      { version: 2, time: '2026-11-20 10:00:00', arrangement: null },
      { version: 1, time: '2026-11-19 09:30:00', arrangement: null },
    ],
  })
  showPage(<ColumnHistory code="orders" columns={[]} />, '/')
  const [newest, earlier] = await screen.findAllByRole<HTMLButtonElement>('button')
  expect([newest!.disabled, newest!.title, newest!.textContent]).toEqual([
    true,
    '',
    expect.stringMatching(/11-20 10:00.*当前/),
  ])
  expect([earlier!.disabled, earlier!.title]).toEqual([false, '恢复到 2026-11-19 09:30:00'])
})

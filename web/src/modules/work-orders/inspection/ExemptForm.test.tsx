import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { sheetItem, sheetLine } from '../../../domain/inspection/sheet.fixture.ts'
import { ExemptForm } from './ExemptForm.tsx'
import type { Line } from './sheet.ts'
import type { SheetActs } from './use-acts.ts'

const items = new Map([
  ['7', sheetItem()],
  ['8', sheetItem({ name: '桩头温度' }, '8')],
])
const lineOf = (no: number, itemId: string, value: number) => sheetLine({ no, itemId, value })

function show(lines: Line[]) {
  const exempt = vi.fn(async () => true)
  const acts: Partial<SheetActs> = { isBusy: false, exempt }
  render(<ExemptForm items={items} lines={lines} acts={acts as SheetActs} />)
  return exempt
}

test('the reason is of the line that is chosen, and of no other', async () => {
  const lines = [lineOf(1, '7', 91), lineOf(2, '8', 96)]
  const exempt = show(lines)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '油温 91 ℃' }).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: '桩头温度 96 ℃' }))
  const reason = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '免转原因' })
  await userEvent.type(reason, '已登记在册')
  await userEvent.click(screen.getByRole('button', { name: '确定免转' }))
  expect(exempt.mock.calls).toEqual([[lines[1], '已登记在册']])
  expect(reason.value).toBe('')
})

test('one line alone is not chosen', async () => {
  const exempt = show([lineOf(3, '7', 91)])
  expect(screen.queryByRole('radio')).toBe(null)
  await userEvent.type(screen.getByRole('textbox', { name: '免转原因' }), '轻微')
  await userEvent.click(screen.getByRole('button', { name: '确定免转' }))
  expect(exempt).toHaveBeenCalledTimes(1)
})

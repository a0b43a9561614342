import { inspectionSheetCalls as calls } from '@heliodesk/contract/inspection-sheets.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import { useLine } from '../../../lib/line.ts'
import { sheetWith } from '../../../domain/inspection/sheet.fixture.ts'
import { AmbientField } from './AmbientField.tsx'
import { useActs, type SheetActs } from './use-acts.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const sheet = sheetWith()

const Shown = () => <AmbientField sheet={sheet} acts={useActs(sheet)} />

function show() {
  const sent = answering({ [calls.ambient.path]: { ...sheet, ambient: -3.5 } })
  showPage(<Shown />, '/')
  return { sent, field: screen.getByRole<HTMLInputElement>('textbox', { name: '环境温度' }) }
}

test('the temperature of the air is sent once; what cannot be one is refused beside the field', async () => {
  const { sent, field } = show()
  await userEvent.type(field, '三{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('应为数值')
  await userEvent.clear(field)
  await userEvent.type(field, '90{Enter}')
  expect(screen.getByRole('alert').textContent).toMatch(/不能大于 80/)
  expect(sent).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, '-3.5{Enter}')
  await userEvent.tab()
  expect(sent).toEqual([{ path: calls.ambient.path, input: { orderId: '5', ambient: -3.5 } }])
})

test('without a signal a desk says that it needs one', () => {
  useLine.setState({ isThere: false })
  const { field } = show()
  expect(screen.getByText('环境温度联网后才能填写')).not.toBe(null)
  expect(field.disabled).toBe(true)
  useLine.setState({ isThere: true })
})

test('a phone keeps it without a signal', async () => {
  useLine.setState({ isThere: false })
  const noteAmbient = vi.fn<SheetActs['noteAmbient']>(() => Promise.resolve(true))
  showPage(<AmbientField sheet={sheet} acts={{ isField: true, noteAmbient } as unknown as SheetActs} />, '/')
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '环境温度' })
  await userEvent.type(field, '31.5{Enter}')
  expect(noteAmbient.mock.calls).toEqual([[31.5]])
  useLine.setState({ isThere: true })
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { sheetItem, sheetLine } from '../../../domain/inspection/sheet.fixture.ts'
import { ReadingField } from './ReadingField.tsx'

const item = sheetItem({ limits: { high: { at: 85 } }, jump: 15 })
const line = sheetLine({ trend: [50] })

function show(isKept = true) {
  const onRecord = vi.fn(async () => isKept)
  const onNext = vi.fn(() => screen.getByRole('button').focus())
  render(
    <>
      <ReadingField
        item={item}
        line={line}
        ambient={null}
        refusal={null}
        onRecord={onRecord}
        onNext={onNext}
      />
      <button type="button">下一项</button>
    </>,
  )
  return { onRecord, onNext, field: screen.getByRole('textbox', { name: '油温读数' }) }
}

test('Enter records a reading once, although the field is left then, and goes on', async () => {
  const { onRecord, onNext, field } = show()
  await userEvent.type(field, '55{Enter}')
  expect(onRecord.mock.calls).toEqual([[{ verdict: null, value: 55, parts: [], note: '', isReread: false }]])
  expect(onNext).toHaveBeenCalledTimes(1)
})

test('a jump is asked for again, and the same value counts as read again', async () => {
  const { onRecord, field } = show()
  await userEvent.type(field, '80{Enter}')
  expect(screen.getByRole('alert').textContent).toMatch(/与上次 50 ℃ 相差 30 ℃/)
  expect(onRecord).not.toHaveBeenCalled()
  await userEvent.type(field, '{Enter}')
  expect(onRecord.mock.calls).toMatchObject([[{ value: 80, isReread: true }]])
})

test('what is no number is refused beside the field; what was not kept can be sent again', async () => {
  const { onRecord, onNext, field } = show(false)
  await userEvent.type(field, '5x{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('应为数值')
  await userEvent.clear(field)
  await userEvent.type(field, '55{Enter}')
  await userEvent.type(field, '{Enter}')
  expect(onRecord).toHaveBeenCalledTimes(2)
  expect(onNext).not.toHaveBeenCalled()
})

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ReasonDialog, reasonError } from './ReasonDialog.tsx'
import { Still } from './still.fixture.tsx'

afterEach(cleanup)

const dialog = (more: Partial<Parameters<typeof ReasonDialog>[0]> = {}) => (
  <ReasonDialog open type="1" onConfirm={vi.fn()} onClose={vi.fn()} {...more} />
)

describe('reason dialog (spec 2 §2, §5)', () => {
  test.each([
    ['1', '退回意见'],
    ['2', '作废原因'],
  ] as const)('of type %s is titled %s', async (type, title) => {
    render(dialog({ type }), { wrapper: Still })
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
  })

  test.each([
    ['', '请输入'],
    ['   ', '请输入'],
    ['好', null],
    ['字'.repeat(100), null],
    ['字'.repeat(101), '最多允许输入100个字符'],
  ])('the reason %j: %s', (reason, error) => {
    expect(reasonError(reason)).toBe(error)
  })

  test('an empty reason is refused at the field, a good one goes out trimmed', async () => {
    const onConfirm = vi.fn()
    const user = userEvent.setup()
    render(dialog({ onConfirm }), { wrapper: Still })
    await user.click(screen.getByRole('button', { name: '退回' }))
    expect(screen.getByText('请输入')).toBeTruthy()
    expect(onConfirm).not.toHaveBeenCalled()
    cleanup()

    render(dialog({ onConfirm }), { wrapper: Still })
    await user.type(screen.getByRole('textbox', { name: '退回意见' }), '  缺少照片 ')
    await user.click(screen.getByRole('button', { name: '退回' }))
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('缺少照片')
  })

  test('the text is cleared when it closes and opens again', async () => {
    const user = userEvent.setup()
    const { rerender } = render(dialog(), { wrapper: Still })
    await user.type(screen.getByRole('textbox', { name: '退回意见' }), '缺少照片')
    rerender(dialog({ open: false }))
    rerender(dialog({ open: true }))
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '退回意见' }).value).toBe('')
  })
})

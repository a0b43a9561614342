import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useGrants } from '../lib/permission.tsx'
import { ButtonGroup, FooterButtons, type GroupAction } from './ButtonGroup.tsx'
import { Still } from './still.fixture.tsx'

afterEach(() => {
  cleanup()
  useGrants.setState({ pages: [], buttons: [], notInForce: [] })
})

const run = vi.fn<(title: string) => void>()

const actions = (...titles: string[]): GroupAction[] =>
  titles.map((title) => ({ key: title, title, refusal: null, run: () => run(title) }))

const buttons = () =>
  screen.getAllByRole('button').map((each) => each.textContent || each.getAttribute('aria-label'))
const entries = () => screen.getAllByRole('menuitem').map((each) => each.textContent)

describe('button group (spec 2 §2)', () => {
  test('shows two buttons unless told otherwise, the rest under an overflow menu', async () => {
    const user = userEvent.setup()
    const { rerender } = render(<ButtonGroup actions={actions('甲', '乙', '丙', '丁')} />, { wrapper: Still })
    expect(buttons()).toEqual(['甲', '乙', '更多操作'])
    await user.click(screen.getByRole('button', { name: '更多操作' }))
    expect(entries()).toEqual(['丙', '丁'])
    await user.click(screen.getByRole('menuitem', { name: '丁' }))
    expect(run).toHaveBeenCalledExactlyOnceWith('丁')
    rerender(<ButtonGroup actions={actions('甲', '乙', '丙', '丁')} limit={3} />)
    expect(buttons()).toEqual(['甲', '乙', '丙', '更多操作'])
  })

  test('has no menu where there is no rest', () => {
    render(<ButtonGroup actions={actions('甲', '乙')} />)
    expect(buttons()).toEqual(['甲', '乙'])
  })

  test('counts only what the user may do', () => {
    const [first, ...rest] = actions('甲', '乙', '丙')
    const guarded = [{ ...first!, code: 'order:create' as const }, ...rest]
    const { rerender } = render(<ButtonGroup actions={guarded} />)
    expect(buttons()).toEqual(['乙', '丙'])
    useGrants.setState({ buttons: ['order:create'] })
    rerender(<ButtonGroup actions={guarded} />)
    expect(buttons()).toEqual(['甲', '乙', '更多操作'])
  })
})

describe('footer buttons (spec 2 §2)', () => {
  test('up to four all stand as buttons', () => {
    render(<FooterButtons actions={actions('甲', '乙', '丙', '丁')} />)
    expect(buttons()).toEqual(['甲', '乙', '丙', '丁'])
  })

  test('of more than four the first and the last two stay, the rest is under 更多', async () => {
    render(<FooterButtons actions={actions('甲', '乙', '丙', '丁', '戊', '己')} />, { wrapper: Still })
    expect(buttons()).toEqual(['甲', '更多', '戊', '己'])
    await userEvent.setup().click(screen.getByRole('button', { name: '更多' }))
    expect(entries()).toEqual(['乙', '丙', '丁'])
  })
})

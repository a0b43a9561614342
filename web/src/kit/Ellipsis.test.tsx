import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Ellipsis } from './Ellipsis.tsx'
import { Still } from './still.fixture.tsx'

afterEach(cleanup)

const long = '逆变器通讯中断，现场检查通讯线缆与采集器供电后恢复'.repeat(2)

test('an ellipsis text is cut at 25 characters unless told otherwise (spec 2 §9)', () => {
  const { container, rerender } = render(<Ellipsis text={'字'.repeat(26)} />, { wrapper: Still })
  expect(container.textContent).toBe(`${'字'.repeat(25)}…`)
  rerender(<Ellipsis text={'字'.repeat(25)} />)
  expect(container.textContent).toBe('字'.repeat(25))
  rerender(<Ellipsis text="☀️🔆🌄光伏" length={3} />)
  expect(container.textContent).not.toContain('\uFFFD')
})

test.each([
  ['under the pointer', (user: ReturnType<typeof userEvent.setup>) => user.hover(screen.getByRole('note'))],
  ['with the focus', (user: ReturnType<typeof userEvent.setup>) => user.tab()],
])('%s the whole text shows', async (_what, reach) => {
  render(<Ellipsis text={long} />, { wrapper: Still })
  expect(screen.queryByRole('tooltip')).toBeNull()
  await reach(userEvent.setup())
  expect((await screen.findByRole('tooltip')).textContent).toBe(long)
})

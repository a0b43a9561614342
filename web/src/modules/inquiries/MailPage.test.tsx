import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError, send } from '../../lib/call.ts'
import { queryClient } from '../../lib/queries.ts'
import { MailPage } from './MailPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })

beforeEach(() => queryClient.clear())
afterEach(cleanup)

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <MailPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('shows that the mailbox is being read', async () => {
  vi.mocked(send).mockReturnValue(new Promise(() => {}))
  show()
  expect(await screen.findByRole('status', { name: '正在加载' })).toBeTruthy()
})

it('says that the mailbox could not be read, and offers to read it again', async () => {
  vi.mocked(send).mockRejectedValue(new CallError('拒绝访问', 403, 'forbidden', '', '/sys/inquiry/boxes'))
  show()
  expect(await screen.findByText('信箱没有取到')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})

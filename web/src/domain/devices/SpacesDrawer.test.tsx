import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Still } from '../../kit/still.fixture.tsx'
import { SpacesDrawer } from './SpacesDrawer.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const waiting = () => screen.queryByRole('status', { name: '正在加载' })

test('a drawer waits 100 ms for its content before it shows that it waits', async () => {
  render(
    <Still>
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>
          <SpacesDrawer psId="7" open onClose={() => undefined} />
        </QueryClientProvider>
      </MemoryRouter>
    </Still>,
  )
  await pass(99)
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(waiting()).toBeNull()
  await pass(1)
  expect(waiting()).not.toBeNull()
})

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach } from 'vitest'
import { queryClient } from '../lib/queries.ts'
import { Still } from './still.fixture.tsx'

/** A `wrapper` for render with what every page has around it, without animations. */
export const Page = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <QueryClientProvider client={queryClient}>
      <Still>{children}</Still>
    </QueryClientProvider>
  </MemoryRouter>
)

/** Removes the page and what it has read after each test. */
export const isolatePages = (): void =>
  afterEach(() => {
    cleanup()
    queryClient.clear()
  })

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, vi } from 'vitest'
import { queryClient } from '../lib/queries.ts'
import { Still } from './still.fixture.tsx'

const at = (address: string) =>
  function Page({ children }: { children: ReactNode }) {
    return (
      <MemoryRouter initialEntries={[address]}>
        <QueryClientProvider client={queryClient}>
          <Still>{children}</Still>
        </QueryClientProvider>
      </MemoryRouter>
    )
  }

/** A `wrapper` for render with what every page has around it, without animations. */
export const Page = at('/')

/** Renders a page at an address, in a window of this width. */
export function showPage(page: ReactElement, address: string, width = 1440) {
  vi.stubGlobal('innerWidth', width)
  return render(page, { wrapper: at(address) })
}

/** Removes the page and what it has read after each test. */
export const isolatePages = (): void =>
  afterEach(() => {
    cleanup()
    queryClient.clear()
  })

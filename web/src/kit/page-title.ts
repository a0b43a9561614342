import type { ReactNode } from 'react'
import { create } from 'zustand'

/** On a phone, the title of the shown page and a fact beside it; the frame shows them in its one header. */
export const usePageTitle = create<{ title: string | null; fact: ReactNode }>(() => ({
  title: null,
  fact: null,
}))

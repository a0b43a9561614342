import { create } from 'zustand'
import type { Spot } from './PopMenu.tsx'

/** Where the user menu is open on a phone, whose header has no room for it; null where it is closed. */
export const useOwnMenu = create<{ spot: Spot | null }>(() => ({ spot: null }))

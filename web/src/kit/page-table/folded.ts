import { create } from 'zustand'

/** The keys of the columns that a table leaves out because the window is narrow, by the table's code. */
export const useFolded = create<Record<string, readonly string[]>>(() => ({}))

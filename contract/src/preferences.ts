import type { Preferences } from './shell.ts'

/** The page sizes of every list (spec 2 §2). */
export const PAGE_SIZES = [5, 10, 15, 20, 50, 100, 500] as const

/** The defaults of people without preferences. Separate from the schemas, because the login page reads only these. */
export const defaultPreferences: Preferences = {
  theme: 'system',
  colour: 'orange',
  weak: false,
  contentWidth: 'fixed',
  multipage: true,
  transition: 'fade',
  notifyExport: true,
  notifyAnswer: true,
  pageSize: 10,
  density: 'standard',
  foldColumns: true,
}

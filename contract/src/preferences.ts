import type { Preferences } from './shell.ts'

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

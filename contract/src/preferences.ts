import type { Preferences } from './shell.ts'

/** What counts for a person who chose nothing. Beside the schemas, because the login page reads it without them. */
export const defaultPreferences: Preferences = {
  theme: 'system',
  colour: 'orange',
  weak: false,
  contentWidth: 'fixed',
  multipage: true,
  transition: 'fade',
  notifyExport: true,
  notifyAnswer: true,
}

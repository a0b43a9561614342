import type { Preferences } from './shell.ts'

/** Colours to choose the primary one from; their shades are computed (`web/src/app/primary-colour.ts`). */
export const primaryColours = ['orange', 'amber', 'green', 'teal', 'blue', 'violet', 'rose'] as const

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

import { defaultPreferences } from '@heliodesk/contract/preferences.ts'
import type { Preferences } from '@heliodesk/contract/shell.ts'
import { create } from 'zustand'
import { readStored, writeStored } from '../lib/storage.ts'

/**
 * What this device keeps, so that the first paint is right: `public/theme.js` reads it. Signing out leaves the look and
 * drops what was not sent (`lib/session.ts`).
 */
type Kept = { preferences: Preferences; unsent: Partial<Preferences> }

const STORED = 'preferences'

const kept = readStored<Partial<Kept>>(STORED)

/** How the signed-in person wants it; before that, how it was wanted last on this device. */
export const usePreferences = create<Preferences>(() => ({ ...defaultPreferences, ...kept?.preferences }))

/** What was chosen here and the server does not know yet: before sign-in, or while it could not be reached. */
export const useUnsentPreferences = create<Partial<Preferences>>(() => kept?.unsent ?? {})

const keep = (): void =>
  writeStored(STORED, { preferences: usePreferences.getState(), unsent: useUnsentPreferences.getState() })

/** Takes effect at once; whoever shows the workspace sends it on. */
export function choosePreference(change: Partial<Preferences>): void {
  usePreferences.setState(change)
  useUnsentPreferences.setState(change)
  keep()
}

/** What the server knows of the person, under what was chosen here since. */
export function adoptPreferences(known: Preferences): void {
  usePreferences.setState({ ...known, ...useUnsentPreferences.getState() })
  keep()
}

/** The server has it, but for what was chosen again meanwhile. */
export function preferencesSent(sent: Partial<Preferences>): void {
  const left = Object.entries(useUnsentPreferences.getState()).filter(
    ([name, value]) => sent[name as keyof Preferences] !== value,
  )
  useUnsentPreferences.setState(Object.fromEntries(left), true)
  keep()
}

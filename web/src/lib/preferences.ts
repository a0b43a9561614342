import { defaultPreferences } from '@heliodesk/contract/preferences.ts'
import type { Preferences } from '@heliodesk/contract/shell.ts'
import { create } from 'zustand'
import { readStored, writeStored } from './storage.ts'

/**
 * Stored on this device, so that the first paint is right: `public/theme.js` reads it. Signing out keeps the look and
 * drops unsent changes (`lib/session.ts`).
 */
type Kept = { preferences: Preferences; unsent: Partial<Preferences> }

const STORED = 'preferences'

const kept = readStored<Partial<Kept>>(STORED)

/** The signed-in user's preferences; before sign-in, the last ones on this device. */
export const usePreferences = create<Preferences>(() => ({ ...defaultPreferences, ...kept?.preferences }))

/** Changes that the server does not have yet: made before sign-in, or while it could not be reached. */
export const useUnsentPreferences = create<Partial<Preferences>>(() => kept?.unsent ?? {})

const keep = (): void =>
  writeStored(STORED, { preferences: usePreferences.getState(), unsent: useUnsentPreferences.getState() })

/** Applies at once; the workspace sends it to the server. */
export function choosePreference(change: Partial<Preferences>): void {
  usePreferences.setState(change)
  useUnsentPreferences.setState(change)
  keep()
}

/** Takes over the server's preferences, below local changes made since. */
export function adoptPreferences(known: Preferences): void {
  usePreferences.setState({ ...known, ...useUnsentPreferences.getState() })
  keep()
}

/** The server has stored these; changes made meanwhile stay unsent. */
export function preferencesSent(sent: Partial<Preferences>): void {
  const left = Object.entries(useUnsentPreferences.getState()).filter(
    ([name, value]) => sent[name as keyof Preferences] !== value,
  )
  useUnsentPreferences.setState(Object.fromEntries(left), true)
  keep()
}

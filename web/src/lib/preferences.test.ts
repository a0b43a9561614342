import { defaultPreferences } from '@heliodesk/contract/preferences.ts'
import { preferences as schema } from '@heliodesk/contract/shell.ts'
import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from './session.ts'
import { readStored, writeStored } from './storage.ts'

/** The module as in a newly loaded page. */
async function load() {
  vi.resetModules()
  return import('./preferences.ts')
}

beforeEach(() => localStorage.clear())

test('the defaults are what the contract takes', () => {
  expect(schema.parse(defaultPreferences)).toEqual(defaultPreferences)
})

describe('what is chosen', () => {
  test('counts at once, survives a reload, and waits to be sent', async () => {
    const first = await load()
    expect(first.usePreferences.getState()).toEqual(defaultPreferences)
    first.choosePreference({ theme: 'dark' })
    first.choosePreference({ colour: 'blue' })
    expect(first.usePreferences.getState()).toMatchObject({ theme: 'dark', colour: 'blue' })
    const again = await load()
    expect(again.usePreferences.getState()).toMatchObject({ theme: 'dark', colour: 'blue', multipage: true })
    expect(again.useUnsentPreferences.getState()).toEqual({ theme: 'dark', colour: 'blue' })
  })

  test('is no longer waiting once it was sent, unless it was chosen again', async () => {
    const page = await load()
    page.choosePreference({ theme: 'dark', weak: true })
    page.choosePreference({ theme: 'light' })
    page.preferencesSent({ theme: 'dark', weak: true })
    expect(page.useUnsentPreferences.getState()).toEqual({ theme: 'light' })
    page.preferencesSent({ theme: 'light' })
    expect((await load()).useUnsentPreferences.getState()).toEqual({})
  })

  test('here wins over what the server knew before, and everything else is the server’s', async () => {
    const page = await load()
    page.choosePreference({ theme: 'dark' })
    page.adoptPreferences({ ...defaultPreferences, theme: 'light', contentWidth: 'fluid' })
    expect(page.usePreferences.getState()).toMatchObject({ theme: 'dark', contentWidth: 'fluid' })
    page.preferencesSent({ theme: 'dark' })
    page.adoptPreferences({ ...defaultPreferences, theme: 'light' })
    expect(page.usePreferences.getState()).toMatchObject({ theme: 'light', contentWidth: 'fixed' })
  })

  test('stays as the look of the device after signing out, and is nobody’s choice any more', async () => {
    const page = await load()
    page.choosePreference({ theme: 'dark', colour: 'rose' })
    forgetSession()
    const next = await load()
    expect(next.usePreferences.getState()).toMatchObject({ theme: 'dark', colour: 'rose' })
    expect(next.useUnsentPreferences.getState()).toEqual({})
  })
})

/** The effect of `public/theme.js` on <html> before anything else runs. */
async function firstPaint(systemIsDark = false) {
  const dataset: Record<string, string> = {}
  runInNewContext(await readFile(`${import.meta.dirname}/../../public/theme.js`, 'utf8'), {
    localStorage,
    matchMedia: () => ({ matches: systemIsDark }),
    document: { documentElement: { dataset } },
  })
  return dataset
}

describe('the first paint', () => {
  test('has the theme and the weak mode that were chosen last on this device', async () => {
    const page = await load()
    page.choosePreference({ theme: 'dark', weak: true })
    expect(await firstPaint()).toEqual({ theme: 'dark', weak: '' })
    page.choosePreference({ theme: 'light', weak: false })
    expect(await firstPaint(true)).toEqual({ theme: 'light' })
  })

  test.each([
    ['nothing is stored', () => localStorage.clear()],
    ['the system decides', () => writeStored('preferences', { preferences: { theme: 'system' } })],
    ['something broken is stored', () => localStorage.setItem('heliodesk__preferences', '{"value":')],
  ])('follows the system where %s', async (_when, store) => {
    store()
    expect(await firstPaint(true)).toEqual({ theme: 'dark' })
    expect(await firstPaint(false)).toEqual({ theme: 'light' })
    expect(readStored('nothing')).toBeNull()
  })
})

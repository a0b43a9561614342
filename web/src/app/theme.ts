import { create } from 'zustand'
import { choosePreference, usePreferences } from '../lib/preferences.ts'
import { primaryColourCss } from '../lib/primary-colour.ts'

export type Theme = 'light' | 'dark'

const FRAME_COLOUR: Record<Theme, string> = { light: '#f6f5f2', dark: '#0f1011' }

/** The active theme. `public/theme.js` has set the attribute before the first paint. */
export const useTheme = create<{ theme: Theme }>(() => ({
  theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
}))

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

/**
 * Every colour, including Ant Design's, is a CSS variable under attributes of <html>: only components that show the
 * choice itself render again.
 */
function apply(): void {
  const { theme: wanted, colour, weak } = usePreferences.getState()
  const theme = wanted === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : wanted
  const { dataset } = document.documentElement
  if (dataset.theme !== theme) dataset.theme = theme
  if (weak) dataset.weak = ''
  else delete dataset.weak
  if ((dataset.colour ?? 'orange') !== colour) paint(colour)
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', FRAME_COLOUR[theme])
  if (useTheme.getState().theme !== theme) useTheme.setState({ theme })
}

/** Orange is set manually in tokens.css; the others are computed when they are chosen. */
function paint(colour: ReturnType<typeof usePreferences.getState>['colour']): void {
  const sheet = document.getElementById('primary-colour') ?? document.createElement('style')
  sheet.id = 'primary-colour'
  sheet.textContent = colour === 'orange' ? '' : primaryColourCss(colour)
  document.head.append(sheet)
  document.documentElement.dataset.colour = colour
}

export const switchTheme = (): void => chooseTheme(useTheme.getState().theme === 'light' ? 'dark' : 'light')

export const chooseTheme = (theme: Theme): void => choosePreference({ theme })

/** Applies the preferences now and after every change; 'system' follows the system. */
export function followPreferences(): void {
  apply()
  usePreferences.subscribe(apply)
  systemIsDark.addEventListener('change', apply)
}

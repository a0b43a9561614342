import { create } from 'zustand'
import { readStored, writeStored } from '../lib/storage.ts'

export type Theme = 'light' | 'dark'

const FRAME_COLOUR: Record<Theme, string> = { light: '#f6f5f2', dark: '#0f1011' }

/** The theme in force. `public/theme.js` has set the attribute before the first paint. */
export const useTheme = create<{ theme: Theme }>(() => ({
  theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
}))

/** Every colour, those of Ant Design too, is a CSS variable under this one attribute: nothing renders again. */
function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', FRAME_COLOUR[theme])
  useTheme.setState({ theme })
}

export const switchTheme = (): void => chooseTheme(useTheme.getState().theme === 'light' ? 'dark' : 'light')

export function chooseTheme(theme: Theme): void {
  writeStored('theme', theme)
  apply(theme)
}

/** A theme that nobody chose is the system's, and follows it. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (readStored('theme') === null) apply(matches ? 'dark' : 'light')
  })
}

import { useLayoutEffect } from 'react'
import { useTheme, type Theme } from '../src/app/theme.ts'

/** The display settings of the gallery; they are in the address, so that a link keeps them. */
export type Look = { theme: Theme; width: 'full' | 'phone'; motion: 'full' | 'none' }

export function lookOf(search: string): Look {
  const query = new URLSearchParams(search)
  return {
    theme: query.get('theme') === 'dark' ? 'dark' : 'light',
    width: query.get('width') === 'phone' ? 'phone' : 'full',
    motion: query.get('motion') === 'none' ? 'none' : 'full',
  }
}

/** The address of an entry in this look; default values are left out. */
export function addressOf(name: string, look: Look): string {
  const query = new URLSearchParams()
  if (look.theme === 'dark') query.set('theme', 'dark')
  if (look.width === 'phone') query.set('width', 'phone')
  if (look.motion === 'none') query.set('motion', 'none')
  return `#/${name}${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** Shows a theme without changing the user's preference. */
export function useShownTheme(theme: Theme): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
    useTheme.setState({ theme })
  }, [theme])
}

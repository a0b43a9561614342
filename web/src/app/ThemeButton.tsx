import { Moon, Sun } from 'lucide-react'
import { switchTheme, useTheme } from './theme.ts'

export function ThemeButton() {
  const theme = useTheme((state) => state.theme)
  const Icon = theme === 'light' ? Moon : Sun
  return (
    <button
      type="button"
      className="ib"
      aria-label={theme === 'light' ? '切换到深色' : '切换到浅色'}
      onClick={switchTheme}
    >
      <Icon className="i" aria-hidden />
    </button>
  )
}

import { Search } from 'lucide-react'
import { useState } from 'react'
import { useWindowEvent } from '../../../kit/use-window-event.ts'
import { Fetched } from '../../Fetched.tsx'
import type { Routes } from '../menu.ts'
import { SEARCHED } from './records.ts'
import css from './search-box.module.css'

const loadPalette = async () => (await import('./SearchPalette.tsx')).SearchPalette

/** Loads the palette before it opens, or the next typed letters would be lost; an error shows when it is opened. */
const prepare = () => void loadPalette().catch(() => undefined)

const LABEL = `搜索${SEARCHED}`

/** Opens the search for everything by name: with a click, or with Ctrl+K anywhere. */
export function SearchBox({ routes, icon = false }: { routes: Routes; icon?: boolean }) {
  const [open, setOpen] = useState(false)
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Control' || event.key === 'Meta') prepare()
    const wanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (!wanted || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    setOpen(!open)
  })
  return (
    <>
      <button
        type="button"
        className={icon ? 'ib' : css.searchBox}
        aria-label={icon ? LABEL : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K"
        onPointerEnter={prepare}
        onClick={() => setOpen(true)}
      >
        <Search className="i" aria-hidden />
        {!icon && (
          <>
            <span className="grow ell">{LABEL}</span>
            <kbd aria-hidden>Ctrl K</kbd>
          </>
        )}
      </button>
      <Fetched load={loadPalette} props={open ? { routes, onClose: () => setOpen(false) } : null} />
    </>
  )
}

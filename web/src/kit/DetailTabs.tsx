import { own } from '@heliodesk/contract/own.ts'
import type { KeyboardEvent, ReactNode } from 'react'
import { SideScroll } from './SideScroll.tsx'
import css from './detail-tabs.module.css'

type DetailTabsProps<Key extends string> = {
  label: string
  tabs: readonly { key: Key; title: string }[]
  shown: Key
  /** The id of the `TabPanel`. */
  panel: string
  onTab: (key: Key) => void
}

/** The tabs below the title of a detail. Arrow keys move between them, as in every tab list. */
export function DetailTabs<Key extends string>({ label, tabs, shown, panel, onTab }: DetailTabsProps<Key>) {
  const turn = (event: KeyboardEvent<HTMLElement>) => {
    const step = own({ ArrowRight: 1, ArrowLeft: -1 }, event.key)
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ key }) => key === shown)
    const next = tabs[(at + step + tabs.length) % tabs.length]!
    onTab(next.key)
    document.getElementById(`${panel}-${next.key}`)?.focus()
  }
  return (
    <SideScroll
      chosen={shown}
      className={`anch ${css.detailTabs}`}
      role="tablist"
      aria-label={label}
      onKeyDown={turn}
    >
      {tabs.map(({ key, title }) => (
        <button
          key={key}
          id={`${panel}-${key}`}
          type="button"
          role="tab"
          className={key === shown ? 'on' : undefined}
          aria-selected={key === shown}
          aria-controls={panel}
          tabIndex={key === shown ? 0 : -1}
          onClick={() => onTab(key)}
        >
          {title}
        </button>
      ))}
    </SideScroll>
  )
}

type TabPanelProps = { id: string; shown: string; className?: string; children: ReactNode }

/** What the shown tab contains. */
export const TabPanel = ({ id, shown, className, children }: TabPanelProps) => (
  <div key={shown} id={id} className={className} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
    {children}
  </div>
)

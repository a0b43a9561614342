import { useState, type ReactNode } from 'react'
import { SideScroll } from './SideScroll.tsx'

type SectionNavProps = {
  label: string
  /** Side by side instead of one below the other. */
  inLine?: boolean
  /** The ids of the sections' elements, their titles and what stands behind these. */
  sections: readonly { id: string; title: string; note?: ReactNode }[]
  current: string | undefined
}

/** Links to the sections of a page or a drawer; the current one is highlighted. */
export function SectionNav({ label, inLine = false, sections, current }: SectionNavProps) {
  const links = sections.map(({ id, title, note }) => (
    <button
      key={id}
      type="button"
      className={id === current ? 'on' : undefined}
      aria-current={id === current ? 'true' : undefined}
      onClick={() => document.getElementById(id)?.scrollIntoView({ behavior: 'smooth' })}
    >
      {title}
      {note}
    </button>
  ))
  return (
    <nav aria-label={label}>
      {inLine ? (
        <SideScroll className="anch" chosen={current}>
          {links}
        </SideScroll>
      ) : (
        links
      )}
    </nav>
  )
}

/**
 * The current section: the last one that has scrolled to within `edge` pixels of the top. Call `onScroll` with the
 * element that scrolls.
 */
export function useSectionSpy(ids: readonly string[], edge: number) {
  const [passed, setPassed] = useState<string | undefined>()
  return {
    current: passed ?? ids[0],
    onScroll: (body: HTMLElement) => {
      const top = body.getBoundingClientRect().top + edge
      const atEnd = body.scrollTop > 0 && body.scrollTop + body.clientHeight >= body.scrollHeight - 2
      const isPassed = (id: string) => {
        const section = document.getElementById(id)
        return section !== null && section.getBoundingClientRect().top <= top
      }
      setPassed(atEnd ? ids.at(-1) : ids.findLast(isPassed))
    },
  }
}

import { useState, type ReactNode } from 'react'

type SectionNavProps = {
  label: string
  className?: string
  /** The ids of the sections' elements, their titles and what stands behind these. */
  sections: readonly { id: string; title: string; note?: ReactNode }[]
  current: string | undefined
}

/** Links to the sections of a page or a drawer; the current one is highlighted. */
export const SectionNav = ({ label, className, sections, current }: SectionNavProps) => (
  <nav className={className} aria-label={label}>
    {sections.map(({ id, title, note }) => (
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
    ))}
  </nav>
)

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

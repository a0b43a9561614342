import type { ReactNode } from 'react'
import './map.css'

type WordProps = {
  /** Pixels from the drawing's top left corner; `y` is the middle of the text's height. */
  x: number
  y: number
  /** Which end of the text is at x. */
  anchor?: 'start' | 'middle' | 'end'
  className?: string
  children: ReactNode
}

/** A text in a drawing. It is not in the SVG, so contrast checks treat it as page text and selection skips it. */
export const Word = ({ x, y, anchor = 'middle', className = '', children }: WordProps) => (
  <span className={`word ${anchor} ${className}`} style={{ left: x, top: y }} aria-hidden>
    {children}
  </span>
)

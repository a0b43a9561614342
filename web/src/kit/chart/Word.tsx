import type { ReactNode } from 'react'
import './chart.css'

type WordProps = {
  /** Pixels from the drawing's top left corner; the middle of the text's height. */
  x: number
  y: number
  /** Which end of the text stands at x. */
  anchor?: 'start' | 'middle' | 'end'
  className?: string
  children: ReactNode
}

/** A text of a drawing. It is no part of the SVG, so that its contrast is a page's and selecting passes it by. */
export const Word = ({ x, y, anchor = 'middle', className = '', children }: WordProps) => (
  <span className={`word ${anchor} ${className}`} style={{ left: x, top: y }} aria-hidden>
    {children}
  </span>
)

import type { ReactNode } from 'react'

type ChipProps = { chosen: boolean; onChoose: () => void; children: ReactNode }

/** One of several choices in a line. */
export const Chip = ({ chosen, onChoose, children }: ChipProps) => (
  <button type="button" className={chosen ? 'chip on' : 'chip'} aria-pressed={chosen} onClick={onChoose}>
    {children}
  </button>
)

import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'
import { usePhone } from './use-phone.ts'
import './detail-layout.css'
import './drawers.css'

/** The head of a record's drawer, as its row in the list knows it. */
export type DetailHead = { top: ReactNode; title: ReactNode }

const useGlimpse = create<{ head: DetailHead | null }>(() => ({ head: null }))

/** Shows the head of the drawer that is about to open, in the next frame (ADR 0041). */
export const showGlimpse = (head: DetailHead): void => useGlimpse.setState({ head })

const isGlimpsed = () => useGlimpse.getState().head !== null

const endGlimpse = () => useGlimpse.setState({ head: null })

/** Ends the glimpse when the drawer itself opens. Whether there was one: then the drawer is to appear in its place at once. */
export function useAfterGlimpse(open: boolean): boolean {
  const [opening, setOpening] = useState({ open: false, seen: false })
  if (opening.open !== open) setOpening({ open, seen: open && isGlimpsed() })
  useLayoutEffect(() => {
    if (open) endGlimpse()
  }, [open])
  return opening.seen
}

/** The glimpse of the drawer that opens next. Building a drawer takes ten times as long on a slow device. */
export function Glimpse() {
  const { head } = useGlimpse()
  const phone = usePhone()
  useEffect(() => {
    if (!head) return undefined
    // Where no drawer comes, such as for a record that was deleted, the next press ends it.
    const watched = { capture: true, once: true }
    window.addEventListener('pointerdown', endGlimpse, watched)
    window.addEventListener('keydown', endGlimpse, watched)
    return () => {
      window.removeEventListener('pointerdown', endGlimpse, watched)
      window.removeEventListener('keydown', endGlimpse, watched)
    }
  }, [head])
  if (!head || phone) return null
  return createPortal(
    <div className="glimpse" aria-hidden inert>
      <div className="sheet-detail">
        <div className="dh">
          <div className="top">{head.top}</div>
          <div className="headline">
            <h1>{head.title}</h1>
          </div>
        </div>
      </div>
    </div>,
    document.body,
  )
}

import { useState } from 'react'

/**
 * Returns the function that gives the focus back to what had it when `open` became true. It is noted during rendering:
 * when effects run, a field of what opens may already have taken the focus.
 */
export function useOpener(open: boolean): () => void {
  const [known, setKnown] = useState<{ open: boolean; opener: Element | null }>({ open: false, opener: null })
  if (known.open !== open) setKnown({ open, opener: open ? document.activeElement : known.opener })
  return () => {
    const holder = document.activeElement
    // What opened meanwhile may have taken it, and a person may already type there.
    if (holder && holder !== document.body && holder.getClientRects().length > 0) return
    if (known.opener instanceof HTMLElement) known.opener.focus({ preventScroll: true })
  }
}

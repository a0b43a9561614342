/** The elements in the box that Tab stops at, in order. */
export const stopsIn = (box: HTMLElement): HTMLElement[] =>
  [
    ...box.querySelectorAll<HTMLElement>(
      'input:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href], [tabindex="0"]',
    ),
  ].filter(({ tabIndex, offsetParent }) => tabIndex >= 0 && offsetParent !== null)

type Tab = { shiftKey: boolean }

/** Wraps the focus from one end of the box to the other; returns whether it did. */
export function keepInside(box: HTMLElement, { shiftKey }: Tab): boolean {
  const stops = stopsIn(box)
  const [first, last] = [stops[0], stops.at(-1)]
  const at = document.activeElement
  if (shiftKey ? at !== first && at !== box : at !== last) return false
  ;(shiftKey ? last : first)?.focus()
  return true
}

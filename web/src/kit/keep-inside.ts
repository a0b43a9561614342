/** Where Tab stops in there, in order. */
export const stopsIn = (box: HTMLElement): HTMLElement[] =>
  [
    ...box.querySelectorAll<HTMLElement>('input:not(:disabled), button:not(:disabled), [tabindex="0"]'),
  ].filter(({ tabIndex, offsetParent }) => tabIndex >= 0 && offsetParent !== null)

type Tab = { shiftKey: boolean }

/** Whether the focus was at an end and has been brought to the other. */
export function keepInside(box: HTMLElement, { shiftKey }: Tab): boolean {
  const stops = stopsIn(box)
  const [first, last] = [stops[0], stops.at(-1)]
  const at = document.activeElement
  if (shiftKey ? at !== first && at !== box : at !== last) return false
  ;(shiftKey ? last : first)?.focus()
  return true
}

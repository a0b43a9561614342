import type { RefObject } from 'react'
import { useWindowEvent } from './use-window-event.ts'

const STEPS = new Map([
  ['j', 1],
  ['ArrowDown', 1],
  ['k', -1],
  ['ArrowUp', -1],
])

/** Where keys are letters, or belong to what is open over the page. */
const ELSEWHERE =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=combobox]'

/** What Enter presses by itself. */
const PRESSED = 'a, button'

/**
 * J and K go through the list from anywhere on the page; the arrows do so within it, where they scroll nothing else.
 * Enter takes the chosen row, where it presses nothing else. Each row has one link.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  chosen: string | null,
  onChoose: (id: string) => void,
  onEnter?: (id: string) => void,
): void {
  useWindowEvent('keydown', (event) => {
    const step = STEPS.get(event.key)
    const { target } = event
    if (event.defaultPrevented || !(target instanceof Element)) return
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(ELSEWHERE)) return
    if (!list.current?.checkVisibility() || document.querySelector('[role=dialog]')) return
    const at = chosen === null ? -1 : ids.indexOf(chosen)
    if (event.key === 'Enter' && onEnter && at >= 0 && !target.closest(PRESSED)) onEnter(ids[at]!)
    if (step === undefined) return
    const isInside = list.current.contains(target)
    if (event.key.startsWith('Arrow') && !isInside) return
    const next = ids[at + step]
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
    if (isInside) list.current.querySelectorAll('a')[at + step]?.focus({ preventScroll: true })
  })
}

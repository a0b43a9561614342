import type { RefObject } from 'react'
import { useWindowEvent } from '../../kit/use-window-event.ts'
import type { Line } from './use-batch.ts'

const STEPS = new Map([
  ['j', 1],
  ['ArrowDown', 1],
  ['k', -1],
  ['ArrowUp', -1],
])

/** Where keys are letters, or belong to what is open over the page. */
const ELSEWHERE =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=combobox]'

/** J and K go through the list from anywhere on the page; the arrows do so within it, where they scroll nothing else. */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  rows: readonly Line[],
  chosen: string | null,
  onChoose: (instance: string) => void,
): void {
  useWindowEvent('keydown', (event) => {
    const step = STEPS.get(event.key)
    const { target } = event
    if (step === undefined || event.defaultPrevented || !(target instanceof Element)) return
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(ELSEWHERE)) return
    if (document.querySelector('[role=dialog]')) return
    const isInside = list.current?.contains(target) ?? false
    if (event.key.startsWith('Arrow') && !isInside) return
    const at = rows.findIndex(({ processInstanceId }) => processInstanceId === chosen)
    const next = rows[at + step]
    if (!next) return
    event.preventDefault()
    onChoose(next.processInstanceId)
    if (isInside) list.current?.querySelectorAll('a')[at + step]?.focus({ preventScroll: true })
  })
}

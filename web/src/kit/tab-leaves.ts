import type { KeyboardEvent } from 'react'

/**
 * For a multiple Select: Ant Design toggles the highlighted option on Tab, so leaving the field would silently change
 * the value.
 */
export const tabLeaves = {
  onInputKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Tab') event.stopPropagation()
  },
}

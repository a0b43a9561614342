import type { KeyboardEvent } from 'react'

/**
 * For a Select of several: Ant Design takes Tab for choosing what is highlighted, so that leaving the field would
 * silently give or take one.
 */
export const tabLeaves = {
  onInputKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Tab') event.stopPropagation()
  },
}

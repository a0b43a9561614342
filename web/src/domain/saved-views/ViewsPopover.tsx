import { Popover } from 'antd'
import { useRef, type ReactNode } from 'react'
import { PopoverBox } from '../../kit/PopoverBox.tsx'
import type { ShowView } from './saved-view.ts'
import type { SavedViews } from './use-saved-views.ts'
import { ViewList } from './ViewList.tsx'

type ViewsPopoverProps = {
  saved: SavedViews
  open: boolean
  onOpen: (open: boolean) => void
  /** Saves the conditions of the list; null if there is nothing to save. */
  onAdd: (() => void) | null
  onShow: ShowView
  /** The button that opens the popover. */
  children: ReactNode
}

/** A popover with all views of a list. */
export function ViewsPopover({ open, onOpen, children, ...list }: ViewsPopoverProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <Popover
      open={open}
      onOpenChange={onOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={
        <PopoverBox
          label="视图"
          onClose={() => onOpen(false)}
          opener={() => anchor.current!.querySelector('button')}
        >
          <ViewList {...list} onClose={() => onOpen(false)} />
        </PopoverBox>
      }
    >
      <span ref={anchor}>{children}</span>
    </Popover>
  )
}

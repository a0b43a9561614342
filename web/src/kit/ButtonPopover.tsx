import { Popover } from 'antd'
import { useRef, type ReactNode } from 'react'
import { PopoverBox } from './PopoverBox.tsx'

export type ButtonPopoverProps = {
  label: string
  open: boolean
  onOpen: (open: boolean) => void
  content: ReactNode
  /** The button that opens the popover. */
  children: ReactNode
}

/** A popover with tools, below its button. */
export function ButtonPopover({ label, open, onOpen, content, children }: ButtonPopoverProps) {
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
          label={label}
          onClose={() => onOpen(false)}
          opener={() => anchor.current!.querySelector('button')}
        >
          {content}
        </PopoverBox>
      }
    >
      <span ref={anchor}>{children}</span>
    </Popover>
  )
}

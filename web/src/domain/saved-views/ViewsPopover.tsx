import type { ComponentProps } from 'react'
import { ButtonPopover, type ButtonPopoverProps } from '../../kit/ButtonPopover.tsx'
import { ViewList } from './ViewList.tsx'

type ViewsPopoverProps = Pick<ButtonPopoverProps, 'open' | 'onOpen' | 'children'> &
  Omit<ComponentProps<typeof ViewList>, 'onClose'>

/** A popover with all views of a list. */
export const ViewsPopover = ({ open, onOpen, children, ...list }: ViewsPopoverProps) => (
  <ButtonPopover
    label="视图"
    open={open}
    onOpen={onOpen}
    content={<ViewList {...list} onClose={() => onOpen(false)} />}
  >
    {children}
  </ButtonPopover>
)

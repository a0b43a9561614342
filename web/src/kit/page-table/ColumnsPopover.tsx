import { Popover } from 'antd'
import { useRef, type ReactNode } from 'react'
import { PopoverBox } from '../PopoverBox.tsx'
import type { AnyColumn } from './columns.ts'
import { ColumnSettings } from './ColumnSettings.tsx'

type ColumnsPopoverProps = {
  code: string
  columns: readonly AnyColumn[]
  open: boolean
  onOpen: (open: boolean) => void
  /** The button that opens the popover. */
  children: ReactNode
}

/** A popover with the column settings. */
export function ColumnsPopover({ code, columns, open, onOpen, children }: ColumnsPopoverProps) {
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
          label="列设置"
          onClose={() => onOpen(false)}
          opener={() => anchor.current!.querySelector('button')}
        >
          <ColumnSettings code={code} columns={columns} />
        </PopoverBox>
      }
    >
      <span ref={anchor}>{children}</span>
    </Popover>
  )
}

import { Popover } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import type { AnyColumn } from './columns.ts'
import { ColumnSettings } from './ColumnSettings.tsx'

type ColumnsPopoverProps = {
  code: string
  columns: readonly AnyColumn[]
  open: boolean
  onOpen: (open: boolean) => void
  /** The button that it opens below. */
  children: ReactNode
}

/** The column settings below their button. */
export function ColumnsPopover({ code, columns, open, onOpen, children }: ColumnsPopoverProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  // The button that asked for it gave way to this one, and took the focus along.
  useEffect(() => {
    if (document.activeElement === document.body) anchor.current?.querySelector('button')?.focus()
  }, [])
  return (
    <Popover
      open={open}
      onOpenChange={onOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={<ColumnSettings code={code} columns={columns} />}
    >
      <span ref={anchor}>{children}</span>
    </Popover>
  )
}

import { ButtonPopover, type ButtonPopoverProps } from '../ButtonPopover.tsx'
import type { AnyColumn } from './columns.ts'
import { ColumnSettings } from './ColumnSettings.tsx'

type ColumnsPopoverProps = Pick<ButtonPopoverProps, 'open' | 'onOpen' | 'children'> & {
  code: string
  columns: readonly AnyColumn[]
}

/** A popover with the column settings. */
export const ColumnsPopover = ({ code, columns, ...popover }: ColumnsPopoverProps) => (
  <ButtonPopover {...popover} label="列设置" content={<ColumnSettings code={code} columns={columns} />} />
)

import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { formatNumber } from '../format.ts'
import { SideScroll } from '../SideScroll.tsx'
import css from './batch-bar.module.css'

type BatchBarProps = {
  count: number
  /** The measure word of the rows: 台. */
  unit: string
  onClear: () => void
  /** The actions on all chosen rows. */
  children: ReactNode
}

/** The number of chosen rows and what can be done with them. It lies over the table's head, so nothing moves. */
export const BatchBar = ({ count, unit, onClear, children }: BatchBarProps) => (
  <SideScroll className={css.batch} role="toolbar" aria-label="批量操作">
    <span role="status">
      已选 <b>{formatNumber(count)}</b> {unit}
    </span>
    <i className={css.rule} aria-hidden />
    {children}
    <span className="mla" />
    <Button size="sm" kind="txt" onClick={onClear}>
      取消选择
      <kbd aria-hidden>Esc</kbd>
    </Button>
  </SideScroll>
)

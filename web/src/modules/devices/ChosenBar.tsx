import { ArrowLeftRight, QrCode } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import type { DeviceRow } from './device.ts'
import css from './devices.module.css'

type ChosenBarProps = {
  chosen: readonly DeviceRow[]
  onPage: () => void
  onClear: () => void
  onLabels: () => void
  /** null without the permission. */
  onMove: (() => void) | null
}

/** The actions on all chosen devices. */
export function ChosenBar({ chosen, onPage, onClear, onLabels, onMove }: ChosenBarProps) {
  return (
    <div className={css.chosenBar} role="toolbar" aria-label="批量操作">
      <span>
        已选 <b>{formatNumber(chosen.length)}</b> 台
      </span>
      <Button size="sm" icon={QrCode} onClick={onLabels}>
        打印标签
      </Button>
      {onMove && (
        <Button size="sm" icon={ArrowLeftRight} onClick={onMove}>
          移动
        </Button>
      )}
      <Button size="sm" kind="txt" repeatMs={0} onClick={onPage}>
        选择本页
      </Button>
      <Button size="sm" kind="txt" onClick={onClear}>
        取消选择
      </Button>
    </div>
  )
}

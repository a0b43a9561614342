import { Maximize, Minus, Plus, Redo2, Undo2 } from 'lucide-react'
import { IconButton } from '../../../kit/Button.tsx'
import type { Modeler } from './services.ts'
import css from './design.module.css'

const STEP = 1.25
const [LEAST, MOST] = [0.2, 4]

type CanvasToolsProps = {
  modeler: Modeler
  onFit: () => void
}

export function CanvasTools({ modeler, onFit }: CanvasToolsProps) {
  const [canvas, stack] = [modeler.get('canvas'), modeler.get('commandStack')]
  const zoom = canvas.zoom()
  const scale = (by: number) => canvas.zoom(Math.min(MOST, Math.max(LEAST, zoom * by)))
  return (
    <div className={css.tools} role="group" aria-label="画布操作">
      <IconButton
        icon={Undo2}
        label="撤销（Ctrl Z）"
        refusal={stack.canUndo() ? null : '没有可撤销的修改'}
        onClick={() => stack.undo()}
      />
      <IconButton
        icon={Redo2}
        label="重做（Ctrl Y）"
        refusal={stack.canRedo() ? null : '没有可重做的修改'}
        onClick={() => stack.redo()}
      />
      <IconButton
        icon={Minus}
        label="缩小"
        refusal={zoom <= LEAST ? '已是最小' : null}
        onClick={() => scale(1 / STEP)}
      />
      <span className={css.scale}>{Math.round(zoom * 100)} %</span>
      <IconButton
        icon={Plus}
        label="放大"
        refusal={zoom >= MOST ? '已是最大' : null}
        onClick={() => scale(STEP)}
      />
      <IconButton icon={Maximize} label="适应窗口" onClick={onFit} />
    </div>
  )
}

import { Maximize, Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { IconButton } from '../Button.tsx'

type MapToolsProps = {
  ref?: Ref<HTMLDivElement>
  zoom: (steps: number) => void
  isMoved: boolean
  showAll: () => void
}

export const MapTools = ({ ref, zoom, isMoved, showAll }: MapToolsProps) => (
  <div ref={ref} className="touch map-tools" role="group" aria-label="地图操作">
    <IconButton icon={Plus} label="放大" onClick={() => zoom(1)} />
    <IconButton icon={Minus} label="缩小" onClick={() => zoom(-1)} />
    <IconButton icon={Maximize} label="显示全部" refusal={isMoved ? null : '已显示全部'} onClick={showAll} />
  </div>
)

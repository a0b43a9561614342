import { BoxSelect, Hand, type LucideIcon } from 'lucide-react'
import { Fragment, type MouseEvent } from 'react'
import { IconButton } from '../../../kit/Button.tsx'
import { kinds, newElement } from './elements.ts'
import type { Modeler, NewElement } from './services.ts'
import css from './design.module.css'

/** From top to bottom, in groups. */
const GROUPS = [
  [kinds.start, kinds.end],
  [kinds.user, kinds.copy, kinds.service],
  [kinds.exclusive, kinds.parallel, kinds.inclusive],
  [kinds.wait, kinds.subprocess, kinds.call],
]

/** Elements to be drawn: with the mouse the new one follows the pointer, with the keyboard it follows the chosen one. */
export function Palette({ modeler }: { modeler: Modeler }) {
  const draw = (event: MouseEvent, element: NewElement) => {
    const shape = modeler.get('elementFactory').createShape(element)
    const byKeyboard = event.detail === 0
    if (!byKeyboard) return modeler.get('create').start(event.nativeEvent, shape)
    const [after] = modeler.get('selection').get()
    if (after && after.type !== 'bpmn:SequenceFlow') modeler.get('autoPlace').append(after, shape)
    else {
      const canvas = modeler.get('canvas')
      const { x, y, width, height } = canvas.viewbox()
      const place = { x: x + width / 2, y: y + height / 2 }
      const drawn = modeler.get('modeling').createShape(shape, place, canvas.getRootElement())
      modeler.get('selection').select(drawn)
    }
  }
  const tool = (icon: LucideIcon, label: string, start: (event: Event) => void) => (
    <span onClickCapture={(event) => start(event.nativeEvent)}>
      <IconButton icon={icon} label={label} />
    </span>
  )
  return (
    <div className={css.palette} role="toolbar" aria-label="图形" aria-orientation="vertical">
      {tool(Hand, '移动画布', (event) => modeler.get('handTool').activateHand(event))}
      {tool(BoxSelect, '框选', (event) => modeler.get('lassoTool').activateSelection(event))}
      {GROUPS.map((group) => (
        <Fragment key={group[0]!.type}>
          <hr />
          {group.map((kind) => (
            <span
              key={kind.type}
              draggable
              onDragStart={(event) => {
                event.preventDefault()
                draw(event, newElement(kind))
              }}
              onClickCapture={(event) => draw(event, newElement(kind))}
            >
              <IconButton icon={kind.icon} label={kind.title} />
            </span>
          ))}
        </Fragment>
      ))}
    </div>
  )
}

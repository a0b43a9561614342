import { useEffect, useEffectEvent, useRef, useState } from 'react'
import 'diagram-js/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import { Empty } from '../../../kit/States.tsx'
import { useUncovered } from '../../../kit/use-uncovered.ts'
import { CanvasTools } from './CanvasTools.tsx'
import type { EditorProps } from './editor.ts'
import { settleNames } from './labels.ts'
import { createModeler } from './modeler.ts'
import { Palette } from './Palette.tsx'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import type { Modeler, Shape } from './services.ts'
import css from './design.module.css'

/** The picture of a process with its palette, and the properties of what is chosen in it. */
export function BpmnEditor({ xml, onChange, readOnly, wanted }: EditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const [modeler, setModeler] = useState<Modeler | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Shape | null>(null)
  // Counts what happened in bpmn-js, which React cannot see.
  const [, setMoves] = useState(0)
  const mark = useUncovered()

  const open = useEffectEvent(async (made: Modeler, isCurrent: () => boolean) => {
    try {
      await made.importXML(xml)
      if (!isCurrent()) return
      settleNames(made)
      fit(made)
      setModeler(made)
    } catch (error) {
      if (isCurrent()) setFault(error instanceof Error ? error.message : String(error))
    }
  })
  const save = useEffectEvent(async (made: Modeler) => {
    const { xml: written } = await made.saveXML({ format: true })
    if (written !== undefined) onChange(written)
  })
  useEffect(() => {
    const made = createModeler(box.current!)
    let isCurrent = true
    made.on(['selection.changed', 'commandStack.changed'], () => {
      if (!isCurrent) return
      const [only, ...others] = made.get('selection').get()
      setChosen(only && others.length === 0 ? (only.labelTarget ?? only) : null)
      setMoves((before) => before + 1)
    })
    made.on('commandStack.changed', () => isCurrent && void save(made))
    made.on('canvas.viewbox.changed', () => isCurrent && setMoves((before) => before + 1))
    mark(box.current!.querySelector('.bjs-powered-by'))
    const observer = new ResizeObserver(() => made.get('canvas').resized())
    observer.observe(box.current!)
    void open(made, () => isCurrent)
    return () => {
      isCurrent = false
      observer.disconnect()
      mark(null)
      made.destroy()
    }
  }, [mark])
  useEffect(() => {
    if (!modeler || !wanted) return
    const element = modeler.get('elementRegistry').get(wanted.element)
    if (!element) return
    modeler.get('selection').select(element)
    modeler.get('canvas').scrollToElement(element, 100)
  }, [modeler, wanted])

  return (
    <div className={css.editor}>
      {modeler && !readOnly && <Palette modeler={modeler} />}
      <div className={css.canvas}>
        <div className={css.paper} ref={box} role="application" aria-label="流程图编辑区" />
        {fault && <Empty title="文件不能打开" text={fault} />}
        {modeler && <CanvasTools modeler={modeler} onFit={() => fit(modeler)} />}
      </div>
      {modeler && <PropertiesPanel modeler={modeler} chosen={chosen} readOnly={readOnly} />}
    </div>
  )
}

/** How much of the canvas a picture takes that is as large as it. */
const MARGIN = 0.92

/** The height, in pixels, of the tools and the first findings, which lie over the lower edge of the canvas. */
const COVERED = 160

/** The whole picture above what covers the canvas, but never larger than it is. A hidden page has no size to fit into. */
function fit(modeler: Modeler): void {
  const canvas = modeler.get('canvas')
  const { width, height } = canvas.getSize()
  if (width === 0 || height === 0) return
  const room = Math.max(height - COVERED, height / 2)
  const { inner } = canvas.viewbox()
  const zoom = Math.min(1, MARGIN * Math.min(width / inner.width, room / inner.height))
  const seen = { width: width / zoom, height: height / zoom }
  const middle = { x: inner.x + inner.width / 2, y: inner.y + inner.height / 2 }
  canvas.viewbox({ x: middle.x - seen.width / 2, y: middle.y - room / zoom / 2, ...seen })
}

import { Download, FileImage, Maximize, Minus, Plus, Printer } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../kit/Button.tsx'
import { saveBlob } from '../../lib/download.ts'
import { pictureOf, repaint, type Shown } from './picture.ts'
import { pngOf, printPicture } from './picture-files.ts'
import { useDragScroll } from './use-drag-scroll.ts'
import css from './process-diagram.module.css'

type ProcessDiagramProps = {
  /** An SVG image as a data URL. */
  image: string
  /** Of the process. */
  name: string
  /** What it showed at an earlier moment, while somebody looks at that one. */
  shown?: Shown | null
  /** All of it is in sight at first, however small it is. */
  whole?: boolean
}

/** Below this size a text is hard to read. */
const READABLE = 0.7
const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3]

/**
 * The picture of a process: fits its box at first where it can be read so, is enlarged by buttons or Ctrl and wheel, and
 * moved by dragging.
 */
export function ProcessDiagram({ image, name, shown = null, whole = false }: ProcessDiagramProps) {
  const box = useRef<HTMLDivElement>(null)
  const isNow = shown === null
  // A picture that was repainted is no longer the one of now.
  const drawn = useMemo(() => ({ ...pictureOf(image), isNow }), [image, isNow])
  const { picture, width, height } = drawn
  const [chosen, setChosen] = useState<number | 'fits' | 'readable'>(whole ? 'fits' : 'readable')
  const [fitting, setFitting] = useState(1)
  const sizes = { fits: fitting, readable: Math.max(fitting, READABLE) }
  const zoom = typeof chosen === 'number' ? chosen : sizes[chosen]
  const drag = useDragScroll(box)

  useLayoutEffect(() => {
    const element = box.current!
    element.replaceChildren(picture)
    const fit = () => {
      const room = [element.clientWidth / width, element.clientHeight / height]
      if (element.clientWidth > 0) setFitting(Math.min(1, ...room))
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    fit()
    return () => observer.disconnect()
  }, [picture, width, height])
  useLayoutEffect(() => {
    picture.setAttribute('width', String(Math.floor(width * zoom)))
    picture.setAttribute('height', String(Math.floor(height * zoom)))
  }, [picture, width, height, zoom])

  useLayoutEffect(() => {
    if (shown) repaint(drawn, shown)
  }, [drawn, shown])

  const step = (by: 1 | -1) => {
    const next =
      by > 0 ? STEPS.find((each) => each > zoom + 0.01) : STEPS.findLast((each) => each < zoom - 0.01)
    if (next !== undefined) setChosen(next)
  }
  const turn = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    step(event.deltaY < 0 ? 1 : -1)
  })
  useEffect(() => {
    const element = box.current!
    const onWheel = (event: WheelEvent) => turn(event)
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])

  return (
    <div className={css.diagram}>
      <div className={css.box} ref={box} tabIndex={0} role="region" aria-label={`${name}流程图`} {...drag} />
      <div className={`touch ${css.tools}`} role="group" aria-label="流程图操作">
        <IconButton
          icon={Minus}
          label="缩小"
          refusal={zoom <= STEPS[0]! ? '已是最小' : null}
          onClick={() => step(-1)}
        />
        <span className={css.zoom}>{Math.round(zoom * 100)} %</span>
        <IconButton
          icon={Plus}
          label="放大"
          refusal={zoom >= STEPS.at(-1)! ? '已是最大' : null}
          onClick={() => step(1)}
        />
        <IconButton
          icon={Maximize}
          label="适应窗口"
          refusal={zoom === fitting ? '已适应窗口' : null}
          onClick={() => setChosen('fits')}
        />
        <IconButton
          icon={Download}
          label="下载流程图"
          onClick={() => saveBlob(fileOf(image), `${name}流程图.svg`)}
        />
        <IconButton
          icon={FileImage}
          label="下载为图片"
          onClick={() => void pngOf(image).then((png) => saveBlob(png, `${name}流程图.png`))}
        />
        <IconButton
          icon={Printer}
          label="打印流程图"
          onClick={() => void printPicture(image, `${name}流程图`)}
        />
      </div>
    </div>
  )
}

const fileOf = (image: string) => new Blob([pictureOf(image).text], { type: 'image/svg+xml' })

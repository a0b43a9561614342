import { fileCalls } from '@heliodesk/contract/files.ts'
import { own } from '@heliodesk/contract/own.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { CallError, sendFile } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { dragged, keptInside, MAX_ZOOM, squareOf, type Point } from './crop.ts'
import css from './personal.module.css'

/** The size in pixels of the window, and of the uploaded picture. */
const SHOWN = 240
const SENT = 256
const ARROW_STEP = 8

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: ARROW_STEP, y: 0 },
  ArrowRight: { x: -ARROW_STEP, y: 0 },
  ArrowUp: { x: 0, y: ARROW_STEP },
  ArrowDown: { x: 0, y: -ARROW_STEP },
}

/** Crops a square from a picture: drag it or use the arrow keys, and zoom. */
export function CropDialog({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }) {
  const [zoom, setZoom] = useState(1)
  const [centre, setCentre] = useState<Point>({ x: picture.width / 2, y: picture.height / 2 })
  const canvas = useRef<HTMLCanvasElement>(null)
  const { save, busy, error } = useSave(onClose)
  return (
    <ConfirmDialog
      open
      title="裁剪头像"
      verb="使用"
      busy={busy}
      onConfirm={() => void save(canvas.current!)}
      onCancel={onClose}
    >
      <div className={css.crop}>
        <Window
          canvas={canvas}
          {...{ picture, zoom, centre }}
          onMove={(by) => setCentre((now) => dragged(picture, zoom, now, by, SHOWN))}
        />
        <label className="row">
          <span className="t2">缩放</span>
          <input
            type="range"
            className="grow"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={zoom}
            onChange={(event) => {
              const next = Number(event.target.value)
              setZoom(next)
              setCentre((now) => keptInside(picture, next, now))
            }}
          />
        </label>
      </div>
      <CommandAlert error={error} />
    </ConfirmDialog>
  )
}

type WindowProps = {
  canvas: RefObject<HTMLCanvasElement | null>
  picture: ImageBitmap
  zoom: number
  centre: Point
  /** Called with the movement in pixels of the window. */
  onMove: (by: Point) => void
}

/** Draws the square. A component inside the dialog, because the dialog mounts its content later. */
function Window({ canvas, picture, zoom, centre, onMove }: WindowProps) {
  const from = useRef<Point | null>(null)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, zoom, centre)
  }, [canvas, picture, zoom, centre])
  const onPointerMove = (event: PointerEvent) => {
    if (!from.current) return
    onMove({ x: event.clientX - from.current.x, y: event.clientY - from.current.y })
    from.current = { x: event.clientX, y: event.clientY }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = own(ARROWS, event.key)
    if (!by) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <canvas
      ref={canvas}
      width={SENT}
      height={SENT}
      style={{ width: SHOWN, height: SHOWN }}
      tabIndex={0}
      role="img"
      aria-label="拖动或用方向键选择要显示的部分"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      onKeyDown={onKeyDown}
    />
  )
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, zoom: number, centre: Point): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, side } = squareOf(picture, zoom, centre)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, SENT, SENT)
  context.drawImage(picture, x, y, side, side, 0, 0, SENT, SENT)
}

/** Uploads the content of the canvas and replaces the previous picture. */
function useSave(onDone: () => void) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const edit = useCommand(shellCalls.editAvatar, {
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '头像已更换' })
      onDone()
    },
  })
  const save = async (canvas: HTMLCanvasElement) => {
    setSending(true)
    setFailure(null)
    try {
      const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      const stored = await sendFile(
        fileCalls.upload,
        { purpose: 'avatar' },
        new File([bytes!], '头像.png', { type: 'image/png' }),
      )
      edit.mutate({ path: stored.path })
    } catch (error) {
      if (!(error instanceof CallError)) reportError(error)
      setFailure(
        error instanceof CallError ? error : new CallError('头像没有上传，请重试', 0, 'offline', null),
      )
    } finally {
      setSending(false)
    }
  }
  return { save, busy: sending || edit.isPending, error: failure ?? edit.error }
}

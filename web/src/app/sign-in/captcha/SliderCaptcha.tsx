import { own } from '@heliodesk/contract/own.ts'
import { ArrowRight, Check, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { FURTHEST, PICTURE_WIDTH, slideAnswer } from './captcha.ts'
import { Picture } from './Picture.tsx'
import { Track } from './track.ts'
import { usePuzzle, type CaptchaProps, type Phase } from './use-puzzle.ts'
import css from './captcha.module.css'

const FAILED_MS = 1000
const HINTS: Partial<Record<Phase, string>> = { idle: '向右滑动完成验证', checking: '正在校验…' }
const KEY_STEPS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

const percent = (x: number) => `${(x / PICTURE_WIDTH) * 100}%`
const clamp = (x: number) => Math.min(FURTHEST, Math.max(0, x))

/** The slider captcha, inline (spec 1 §2.8, §4, §9). All positions are in pixels of the 310-pixel picture. */
export function SliderCaptcha({ submit, onPassed }: CaptchaProps) {
  const [x, setX] = useState(0)
  const drag = useRef<{ from: number; startX: number; startY: number; scale: number } | null>(null)
  const startedAt = useRef<number | null>(null)
  const [track] = useState(() => new Track())
  const picture = useRef<HTMLDivElement>(null)
  const reset = () => {
    setX(0)
    startedAt.current = null
    track.clear()
  }
  const { puzzle, phase, setPhase, message, judged, refresh, shownAt } = usePuzzle({
    type: 'blockPuzzle',
    failedMs: FAILED_MS,
    reset,
    onPassed,
  })

  const moveTo = (target: number, y: number) => {
    startedAt.current ??= performance.now()
    track.add(clamp(target), y, performance.now() - shownAt.current)
    setX(clamp(target))
  }

  const release = async (at: number) => {
    if (!puzzle) return
    setPhase('checking')
    const seconds = (performance.now() - (startedAt.current ?? performance.now())) / 1000
    startedAt.current = null
    judged(await submit(slideAnswer(puzzle, at, track)), `${seconds.toFixed(2)}s验证成功`)
  }

  const placeOf = (event: PointerEvent): [x: number, y: number] => {
    const { from, startX, startY, scale } = drag.current!
    return [clamp(from + (event.clientX - startX) * scale), (event.clientY - startY) * scale]
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (phase !== 'idle' || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const scale = PICTURE_WIDTH / picture.current!.clientWidth
    drag.current = { from: x, startX: event.clientX, startY: event.clientY, scale }
    track.add(x, 0, performance.now() - shownAt.current)
    setPhase('dragging')
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) moveTo(...placeOf(event))
  }
  const onPointerUp = (event: PointerEvent) => {
    if (!drag.current) return
    const [at, y] = placeOf(event)
    const moved = at !== drag.current.from
    drag.current = null
    if (!moved) return setPhase('idle')
    moveTo(at, y)
    void release(at)
  }
  const onPointerCancel = () => {
    if (!drag.current) return
    drag.current = null
    setPhase('idle')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = own(KEY_STEPS, event.key)
    if (phase !== 'idle' || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step === undefined && x === 0) return
    moveTo(x + (step ?? 0) * (event.shiftKey ? 10 : 1), 0)
    if (step === undefined) void release(x)
  }

  const settled = phase === 'passed' || phase === 'failed'
  const HandleIcon = phase === 'passed' ? Check : phase === 'failed' ? X : ArrowRight
  return (
    <div className={css.captcha} data-phase={phase}>
      <Picture puzzle={puzzle} phase={phase} message={message} onRefresh={refresh} pictureRef={picture}>
        {puzzle && (
          <img
            className={css.piece}
            src={`data:image/png;base64,${puzzle.jigsawImageBase64}`}
            alt=""
            draggable={false}
            style={{ left: percent(x) }}
          />
        )}
        <p className={css.verdict} role="status">
          {settled && message}
        </p>
      </Picture>
      <div className={css.rail}>
        <span className={css.filled} style={{ width: percent(x) }} />
        <span className={css.hint}>{x === 0 || phase === 'checking' ? HINTS[phase] : null}</span>
        {phase === 'dragging' && x < FURTHEST / 2 && (
          <span className={`${css.hint} ${css.end}`}>松开后校验</span>
        )}
        <div
          className={css.handle}
          role="slider"
          tabIndex={0}
          aria-label="拼图滑块，用左右方向键移动，回车提交"
          aria-valuemin={0}
          aria-valuemax={FURTHEST}
          aria-valuenow={Math.round(x)}
          aria-disabled={phase !== 'idle' && phase !== 'dragging'}
          // The handle is a little wider than the piece above it; at the end it stays on the rail.
          style={{ left: `min(${percent(x)}, 100% - 50px)` }}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={onPointerCancel}
          onKeyDown={onKeyDown}
        >
          <HandleIcon className="i" aria-hidden />
        </div>
      </div>
      <p className={css.keys}>键盘：← → 移动滑块，Enter 提交，Esc 关闭</p>
    </div>
  )
}

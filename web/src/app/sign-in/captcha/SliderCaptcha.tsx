import { ArrowRight, Check, RefreshCw, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { CallError } from '../../../lib/call.ts'
import type { CaptchaAnswer, Puzzle } from '../calls.ts'
import { answerOf, fetchPuzzle, FURTHEST, PICTURE_WIDTH, type Verdict } from './captcha.ts'
import './captcha.css'

type SliderCaptchaProps = {
  /** Judges an answer by the call that carries it. */
  submit: (answer: CaptchaAnswer) => Promise<Verdict>
  onPassed: () => void
}

type Phase = 'loading' | 'empty' | 'idle' | 'dragging' | 'checking' | 'passed' | 'failed'

const PASSED_MS = 1000
const FAILED_MS = 1000
const HINTS: Partial<Record<Phase, string>> = { idle: '向右滑动完成验证', checking: '正在校验…' }
const KEY_STEPS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

const percent = (x: number) => `${(x / PICTURE_WIDTH) * 100}%`
const clamp = (x: number) => Math.min(FURTHEST, Math.max(0, x))

/** The slider captcha, inline (spec 1 §2.8, §4, §9). All positions are in pixels of the 310-pixel picture. */
export function SliderCaptcha({ submit, onPassed }: SliderCaptchaProps) {
  const { puzzle, phase, setPhase, message, setMessage, load } = usePuzzle()
  const [x, setX] = useState(0)
  const drag = useRef<{ from: number; startX: number; scale: number } | null>(null)
  const startedAt = useRef<number | null>(null)
  const picture = useRef<HTMLDivElement>(null)

  const refresh = () => {
    setX(0)
    startedAt.current = null
    setPhase('loading')
    load()
  }
  useDelay(phase === 'passed', PASSED_MS, onPassed)
  useDelay(phase === 'failed', FAILED_MS, refresh)

  const moveTo = (target: number) => {
    startedAt.current ??= performance.now()
    setX(clamp(target))
  }

  const release = async (at: number) => {
    if (!puzzle) return
    setPhase('checking')
    const seconds = (performance.now() - (startedAt.current ?? performance.now())) / 1000
    startedAt.current = null
    const verdict = await submit(answerOf(puzzle, at))
    setMessage(verdict.passed ? `${seconds.toFixed(2)}s验证成功` : verdict.message || '验证失败')
    setPhase(verdict.passed ? 'passed' : 'failed')
  }

  const positionOf = (event: PointerEvent) => {
    const { from, startX, scale } = drag.current!
    return clamp(from + (event.clientX - startX) * scale)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (phase !== 'idle' || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: x, startX: event.clientX, scale: PICTURE_WIDTH / picture.current!.clientWidth }
    setPhase('dragging')
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) moveTo(positionOf(event))
  }
  const onPointerUp = (event: PointerEvent) => {
    if (!drag.current) return
    const at = positionOf(event)
    const moved = at !== drag.current.from
    drag.current = null
    if (moved) void release(at)
    else setPhase('idle')
  }
  const onPointerCancel = () => {
    if (!drag.current) return
    drag.current = null
    setPhase('idle')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key]
    if (phase !== 'idle' || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step !== undefined) moveTo(x + step * (event.shiftKey ? 10 : 1))
    else if (x > 0) void release(x)
  }

  const settled = phase === 'passed' || phase === 'failed'
  const HandleIcon = phase === 'passed' ? Check : phase === 'failed' ? X : ArrowRight
  return (
    <div className="captcha" data-phase={phase}>
      <div className="picture" ref={picture}>
        {puzzle && (
          <>
            <img src={`data:image/png;base64,${puzzle.originalImageBase64}`} alt="" draggable={false} />
            <img
              className="piece"
              src={`data:image/png;base64,${puzzle.jigsawImageBase64}`}
              alt=""
              draggable={false}
              style={{ left: percent(x) }}
            />
          </>
        )}
        {phase === 'empty' && <p role="alert">{message}</p>}
        <button
          type="button"
          className="refresh"
          aria-label="换一张图片"
          disabled={phase === 'checking' || settled}
          onClick={refresh}
        >
          <RefreshCw className="i s" aria-hidden />
        </button>
        <p className="verdict" role="status">
          {settled && message}
        </p>
      </div>
      <div className="rail">
        <span className="filled" style={{ width: percent(x) }} />
        <span className="hint">{x === 0 || phase === 'checking' ? HINTS[phase] : null}</span>
        {phase === 'dragging' && x < FURTHEST / 2 && <span className="hint end">松开后校验</span>}
        <div
          className="handle"
          role="slider"
          tabIndex={0}
          aria-label="拼图滑块，用左右方向键移动，回车提交"
          aria-valuemin={0}
          aria-valuemax={FURTHEST}
          aria-valuenow={Math.round(x)}
          aria-disabled={phase !== 'idle' && phase !== 'dragging'}
          style={{ left: percent(x) }}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={onPointerCancel}
          onKeyDown={onKeyDown}
        >
          <HandleIcon className="i" aria-hidden />
        </div>
      </div>
      <p className="keys">键盘：← → 移动滑块，Enter 提交，Esc 关闭</p>
    </div>
  )
}

/** A picture at once and for every `load`; a refused one leaves none and says why (code 6201). */
function usePuzzle() {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null)
  const [phase, setPhase] = useState<Phase>('loading')
  const [message, setMessage] = useState('')
  const request = useRef<AbortController>(null)
  const load = useCallback(() => {
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    const show = (fresh: Puzzle) => {
      setPuzzle(fresh)
      setPhase('idle')
    }
    const clear = (error: unknown) => {
      if (controller.signal.aborted) return
      if (!(error instanceof CallError)) throw error
      setPuzzle(null)
      setMessage(error.message)
      setPhase('empty')
    }
    fetchPuzzle(controller.signal).then(show, clear)
  }, [])
  useEffect(() => {
    load()
    return () => request.current?.abort()
  }, [load])
  return { puzzle, phase, setPhase, message, setMessage, load }
}

function useDelay(active: boolean, delayMs: number, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => latest.current(), delayMs)
    return () => clearTimeout(timer)
  }, [active, delayMs])
}

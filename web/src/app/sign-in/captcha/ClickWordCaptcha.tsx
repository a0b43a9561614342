import { own } from '@heliodesk/contract/own.ts'
import { Check, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { clickAnswer, PICTURE_HEIGHT, PICTURE_WIDTH, type Point } from './captcha.ts'
import { Picture } from './Picture.tsx'
import { Track } from './track.ts'
import { useDelay, usePuzzle, type CaptchaProps } from './use-puzzle.ts'
import css from './captcha.module.css'

const CLICKS = 3
const SUBMIT_MS = 400
const FAILED_MS = 700
const MIDDLE: Point = { x: PICTURE_WIDTH / 2, y: PICTURE_HEIGHT / 2 }

const KEY_STEP = 6
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const styleOf = ({ x, y }: Point) => ({
  left: `${(x / PICTURE_WIDTH) * 100}%`,
  top: `${(y / PICTURE_HEIGHT) * 100}%`,
})
const within = (value: number, most: number) => Math.min(most, Math.max(0, value))

/**
 * The captcha with words to click in order, inline (spec 1 §2.8, §4, §9). All positions are in pixels of the 310 × 155
 * picture. Keyboard users move a cursor over it.
 */
export function ClickWordCaptcha({ submit, onPassed }: CaptchaProps) {
  const [clicks, setClicks] = useState<readonly Point[]>([])
  const [cursor, setCursor] = useState<Point | null>(null)
  const [track] = useState(() => new Track())
  const board = useRef<HTMLDivElement>(null)
  const reset = () => {
    setClicks([])
    track.clear()
  }
  const { puzzle, phase, setPhase, message, judged, refresh, shownAt } = usePuzzle({
    type: 'clickWord',
    failedMs: FAILED_MS,
    reset,
    onPassed,
  })

  useDelay(phase === 'idle' && clicks.length === CLICKS, SUBMIT_MS, () => {
    setPhase('checking')
    void submit(clickAnswer(puzzle!, clicks, track)).then((verdict) => judged(verdict, '验证成功'))
  })

  const mark = (at: Point) => {
    if (phase !== 'idle' || clicks.length === CLICKS) return
    track.add(at.x, at.y, performance.now() - shownAt.current)
    setClicks([...clicks, at])
  }
  const onClick = (event: MouseEvent) => {
    const { left, top, width, height } = board.current!.getBoundingClientRect()
    setCursor(null)
    mark({
      x: Math.round(((event.clientX - left) * PICTURE_WIDTH) / width),
      y: Math.round(((event.clientY - top) * PICTURE_HEIGHT) / height),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = own(ARROWS, event.key)
    if (phase !== 'idle' || !(arrow || event.key === 'Enter' || event.key === ' ')) return
    event.preventDefault()
    const from = cursor ?? MIDDLE
    if (!arrow) mark({ x: Math.round(from.x), y: Math.round(from.y) })
    const step = KEY_STEP * (event.shiftKey ? 4 : 1)
    const [x, y] = arrow ?? [0, 0]
    setCursor({
      x: within(from.x + x * step, PICTURE_WIDTH),
      y: within(from.y + y * step, PICTURE_HEIGHT),
    })
  }

  const task = puzzle ? `请依次点击【${puzzle.wordList?.join(',')}】` : ''
  const VerdictIcon = phase === 'passed' ? Check : phase === 'failed' ? X : null
  return (
    <div className={`${css.captcha} ${css.words}`} data-phase={phase}>
      <Picture puzzle={puzzle} phase={phase} message={message} onRefresh={refresh}>
        <div
          ref={board}
          className={css.board}
          role="application"
          tabIndex={0}
          aria-label={`${task}，用方向键移动光标，回车放置标记`}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            if (event.currentTarget.matches(':focus-visible')) setCursor(cursor ?? MIDDLE)
          }}
          onBlur={() => setCursor(null)}
        >
          {clicks.map((at, index) => (
            <span className={css.mark} key={index} style={styleOf(at)}>
              {index + 1}
            </span>
          ))}
          {cursor && phase === 'idle' && <span className={css.cursor} style={styleOf(cursor)} />}
        </div>
      </Picture>
      <p className={css.rail} aria-live="polite">
        {VerdictIcon && <VerdictIcon className="i" aria-hidden />}
        {phase === 'idle' ? task : phase === 'checking' ? '正在校验…' : VerdictIcon && message}
      </p>
      <p className={css.keys}>键盘：方向键移动光标，Enter 放置标记，Esc 关闭</p>
    </div>
  )
}

import type { ProcessMoment } from '@heliodesk/contract/process-history.ts'
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { useEffect, type PointerEvent } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { formatTime } from '../../kit/format.ts'
import { Segments } from '../../kit/Segments.tsx'
import { useSize } from '../../kit/use-size.ts'
import { dotsOf, nearestTo, sharesOf, speeds } from './replay.ts'
import type { Replay } from './use-replay.ts'
import css from './replay-bar.module.css'

type ReplayBarProps = { replay: Replay; onEnd: () => void }

/** 回放: where in the history the picture is, and what moves it. */
export function ReplayBar({ replay, onEnd }: ReplayBarProps) {
  const { moments, omitted, at, isPlaying, speed, setSpeed, stepTo, togglePlaying } = replay
  const { holders } = moments[at]!
  return (
    <section className={css.bar} aria-label="回放">
      <div className={`touch ${css.head}`}>
        <IconButton
          icon={SkipBack}
          label="上一步"
          refusal={at === 0 ? '已是第一步' : null}
          onClick={() => stepTo(at - 1)}
        />
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? '暂停' : '播放'}
          onClick={togglePlaying}
        />
        <IconButton
          icon={SkipForward}
          label="下一步"
          refusal={at === moments.length - 1 ? '已是最后一步' : null}
          onClick={() => stepTo(at + 1)}
        />
        <span className={css.count}>
          <b>{at + 1 + omitted}</b> / {moments.length + omitted}
        </span>
        <Track replay={replay} />
      </div>
      <div className={`touch-row ${css.foot}`}>
        <span className="t2">
          {holders.length > 0 ? (
            <>
              在谁手上 <b>{holders.join('、')}</b>
            </>
          ) : (
            '没有待办环节'
          )}
        </span>
        <span className={`t3 mla ${css.keys}`}>空格 播放，← → 逐步，Home 开头，End 结尾</span>
        <Segments label="速度" choices={speeds} value={speed} onChange={setSpeed} />
        <Button size="sm" onClick={onEnd}>
          回到现在
        </Button>
      </div>
    </section>
  )
}

const titleOf = ({ timestamp, content }: ProcessMoment) => `${formatTime(timestamp)} ${content}`

function Track({ replay: { moments, at, speed, stepTo } }: Pick<ReplayBarProps, 'replay'>) {
  const { ref, size } = useSize<HTMLDivElement>()
  const shares = sharesOf(moments, speed)
  const head = shares[at] ?? 0
  // The keys work as soon as the bar is there.
  useEffect(() => ref.current?.focus({ preventScroll: true }), [ref])
  const seek = ({ clientX, buttons, currentTarget }: PointerEvent) => {
    if (buttons !== 1) return
    const { left, width } = currentTarget.getBoundingClientRect()
    stepTo(nearestTo(moments, speed, (clientX - left) / width))
  }
  return (
    <div className={css.track}>
      <span className={css.now} style={{ left: `${head * 100}%`, translate: `${-head * 100}% 0` }}>
        {titleOf(moments[at]!)}
      </span>
      <div
        ref={ref}
        className={css.line}
        role="slider"
        tabIndex={0}
        aria-label="历史位置"
        aria-valuemin={1}
        aria-valuemax={moments.length}
        aria-valuenow={at + 1}
        aria-valuetext={titleOf(moments[at]!)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          seek(event)
        }}
        onPointerMove={seek}
      >
        <i className={css.passed} style={{ width: `${head * 100}%` }} />
        {dotsOf(moments, speed, size?.width ?? 600).map(({ share, first, last, color }) => (
          <i
            key={first}
            className={[css.dot, color === 'red' && css.red, first > at && css.ahead]
              .filter(Boolean)
              .join(' ')}
            style={{ left: `${share * 100}%` }}
          >
            {last > first && last - first + 1}
          </i>
        ))}
        <i className={css.knob} style={{ left: `${head * 100}%` }} />
      </div>
      <span className={css.ends}>
        <time>{formatTime(moments[0]!.timestamp)}</time>
        <time>{formatTime(moments.at(-1)!.timestamp)}</time>
      </span>
    </div>
  )
}

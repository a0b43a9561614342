import { expect, type Browser, type Page } from '@playwright/test'

export type ScrollFrames = {
  /** Milliseconds between consecutive frames that scrolled. */
  intervals: number[]
  /** Milliseconds of main-thread CPU time for each of them. */
  work: number[]
}

type TraceEvent = {
  pid: number
  tid: number
  name: string
  ph: string
  /** Microseconds: start, duration, and the CPU time within it. */
  ts: number
  dur?: number
  tdur?: number
}

/** For 95 of 100 frames: at 60 frames per second one takes 16.7. */
const MOST_FRAME_MS = 20
/** Two frames at 60 per second, that is one dropped frame. */
const LONGEST_FRAME_MS = 34

const MARK = 'scrolled'

/**
 * Measures the frames in which the element scrolls during `run`. CPU time comes from a browser trace, so that other
 * load on the machine has little effect.
 */
export async function measureScrolling(
  browser: Browser,
  page: Page,
  selector: string,
  run: () => Promise<void>,
): Promise<ScrollFrames> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', 'devtools.timeline'] })
  const watching = await page.evaluateHandle(
    ([query, mark]) => {
      const element = document.querySelector(query)!
      const intervals: number[] = []
      let [top, last, scrolled, on] = [element.scrollTop, performance.now(), false, true]
      const look = (now: number) => {
        if (scrolled) intervals.push(now - last)
        last = now
        scrolled = element.scrollTop !== top
        top = element.scrollTop
        if (scrolled) performance.mark(mark)
        if (on) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
      return { intervals, stop: () => void (on = false) }
    },
    [selector, MARK] as const,
  )
  await run()
  const intervals = await watching.evaluate((frames) => {
    frames.stop()
    return frames.intervals
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  return { intervals, work: workOfFrames(traceEvents) }
}

/** Scrolls the element by `step` px in each of this many frames. */
export const scrollEachFrame = (page: Page, selector: string, step: number, frames: number) =>
  page.evaluate(
    ([query, by, many]) =>
      new Promise<void>((resolve) => {
        const element = document.querySelector(query)!
        let left = many
        const next = () => {
          element.scrollTop += by
          if (--left > 0) requestAnimationFrame(next)
          else resolve()
        }
        requestAnimationFrame(next)
      }),
    [selector, step, frames] as const,
  )

/** The main thread's work from the task of each frame that scrolled to that of the next frame. */
function workOfFrames(events: readonly TraceEvent[]): number[] {
  const marked = events.find(({ name }) => name === MARK)!
  const main = events
    .filter(({ pid, tid }) => pid === marked.pid && tid === marked.tid)
    .toSorted((one, other) => one.ts - other.ts)
  const marks = main.filter(({ name }) => name === MARK).map(({ ts }) => ts)
  const drawn = main.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts)
  const frames: { scrolled: boolean; work: number }[] = []
  let end = 0
  for (const { name, ts, dur = 0, tdur = 0 } of main) {
    // Nested tasks count once.
    if (!name.endsWith('RunTask') || ts < end) continue
    end = ts + dur
    const holds = (times: readonly number[]) => times.some((time) => time >= ts && time < end)
    if (holds(drawn)) frames.push({ scrolled: holds(marks), work: 0 })
    const frame = frames.at(-1)
    if (frame) frame.work += tdur / 1000
  }
  return frames.filter(({ scrolled }) => scrolled).map(({ work }) => work)
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)]!

export const median = (values: readonly number[]) => quantile(values, 0.5)

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

/** The median, the 95th percentile and the maximum. */
const spread = (values: readonly number[]) =>
  `p50 ${median(values).toFixed(1)} ms, p95 ${quantile(values, 0.95).toFixed(1)} ms, ` +
  `longest ${Math.max(...values).toFixed(1)} ms`

/** The figures of one run, for the log. */
export const described = ({ intervals, work }: ScrollFrames) =>
  `${intervals.length} frames: ${spread(intervals)}; processor time ${mean(work).toFixed(1)} ms, ${spread(work)}`

/** Other load on the machine only adds time: the minimum of the runs is the page's own cost. */
export function expectLittleWork(runs: readonly ScrollFrames[], mostMs: number): void {
  expect(Math.min(...runs.map(({ work }) => mean(work)))).toBeLessThan(mostMs)
}

/** The page is drawn 60 times a second in the median of the runs. */
export function expectSteadyFrames(runs: readonly ScrollFrames[]): void {
  const over = (of: (frames: ScrollFrames) => number) => median(runs.map(of))
  expect(over(({ intervals }) => quantile(intervals, 0.95))).toBeLessThan(MOST_FRAME_MS)
  expect(over(({ intervals }) => Math.max(...intervals))).toBeLessThan(LONGEST_FRAME_MS)
}

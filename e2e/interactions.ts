import type { Page } from '@playwright/test'

/** A press or key of a person. */
export type Interaction = {
  /** The screen that the test was at. */
  where: string
  /** Which event, on which element. */
  what: string
  /** Milliseconds until the next frame was on the screen, as INP counts it; faster than 16 is counted as 16. */
  ms: number
}

type Noted = { id: number; what: string; ms: number }

declare global {
  interface Window {
    noted: Noted[]
    /** The number of interactions, also of those that are too fast to be reported. */
    known: number
  }
}

/**
 * Slows down the page's own processor so many times, not the server's or the test's. Returns a function that measures the
 * speed of this machine meanwhile and answers it: a virtual machine's changes within a minute by a factor of up to 1.8.
 */
export async function slowDown(page: Page, times: number): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page)
  const setRate = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate })
  await setRate(times)
  return async () => {
    await setRate(1)
    const speed = await page.evaluate(speedOf)
    await setRate(times)
    return speed
  }
}

/**
 * Returns a function that answers the processor time, in milliseconds, that the page's main thread has used so far. It is
 * the same on a busy machine, and is not slowed down.
 */
export async function countProcessorTime(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
}

/** Runs in the page: the BenchmarkIndex of Lighthouse, in a fifth of its time. */
function speedOf(): number {
  const inSeconds = (round: () => void) => {
    const start = performance.now()
    let rounds = 0
    for (; performance.now() - start < 100; rounds++) round()
    return (rounds / (performance.now() - start)) * 1000
  }
  const grow = () => {
    let text = ''
    for (let at = 0; at < 10_000; at++) text += 'a'
    if (text.length === 1) throw new Error('never happens, but the loop is not optimized away')
  }
  const [from, to] = [
    Array.from({ length: 100_000 }, (_each, at) => at),
    Array.from({ length: 100_000 }, () => 0),
  ]
  const copy = () => {
    for (let at = 0; at < from.length; at++) to[at] = from[at]!
  }
  return (inSeconds(grow) + inSeconds(copy)) / 20
}

/** Notes every interaction from the next document on. */
export class InteractionWatch {
  readonly all: Interaction[] = []
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  static async start(page: Page): Promise<InteractionWatch> {
    await page.addInitScript(() => {
      window.noted = []
      window.known = 0
      const inWords = (target: Node | null) => {
        const element = target instanceof Element ? target.closest('button, a, [role], input, dialog') : null
        const text = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
        return `${element?.getAttribute('role') ?? element?.tagName.toLowerCase() ?? 'page'} “${text.slice(0, 20)}”`
      }
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[])
          if (entry.interactionId)
            window.noted.push({
              id: entry.interactionId,
              what: `${entry.name} on ${inWords(entry.target)}`,
              ms: entry.duration,
            })
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    })
    return new InteractionWatch(page)
  }

  /** Takes over what has happened since the last call; to be called before a document is left. */
  async note(where: string): Promise<void> {
    const { noted, count } = await this.#page.evaluate(async () => {
      // Entries come after the frame that they measure.
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => setTimeout(resolve))
      const total = (performance as Performance & { interactionCount: number }).interactionCount
      const answer = { noted: window.noted, count: total - window.known }
      window.noted = []
      window.known = total
      return answer
    })
    const slowest = new Map<number, Noted>()
    for (const each of noted) if (each.ms > (slowest.get(each.id)?.ms ?? 0)) slowest.set(each.id, each)
    for (const { what, ms } of slowest.values()) this.all.push({ where, what, ms })
    for (let fast = slowest.size; fast < count; fast++) this.all.push({ where, what: 'fast', ms: 16 })
  }
}

/**
 * Prepares the measurement of one click, which the test makes next. The answer: milliseconds from this click to the
 * frame in which an element of `selector` with this text is visible.
 */
export async function timeToShow(page: Page, selector: string, text = ''): Promise<() => Promise<number>> {
  const shown = await page.evaluateHandle(
    ([query, words]) => {
      const isShown = () =>
        [...document.querySelectorAll(query)].some(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            (element.textContent ?? '').includes(words),
        )
      const time = new Promise<number>((resolve) => {
        const begin = ({ timeStamp }: Event) => {
          const look = () => {
            if (!isShown()) return void requestAnimationFrame(look)
            // The task after a frame's callbacks comes when the frame is drawn.
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
            port1.start()
            port2.postMessage(null)
          }
          requestAnimationFrame(look)
        }
        addEventListener('click', begin, { once: true, capture: true })
      })
      return { time }
    },
    [selector, text] as const,
  )
  return () => shown.evaluate(({ time }) => time)
}

import { expect, type Page } from '@playwright/test'
import { MOST_BARS } from '@heliodesk/contract/task-view.ts'
import { idle, test } from './journey.ts'
import {
  described,
  expectLittleWork,
  expectSteadyFrames,
  measureScrolling,
  scrollEachFrame,
  type ScrollFrames,
} from './scroll-frames.ts'
import { demoLogin, signIn } from './sign-in.ts'

const ROUNDS = 5
const FRAMES = 160
const SCROLL_PX = 100
/** Main-thread CPU time per frame; the rest of 16.7 is a margin for other work. */
const MOST_WORK_MS = 8
const PEOPLE = 250
const MONDAY = Date.UTC(2033, 0, 3)
const HOUR = 3_600_000

// No trace: its screenshots cost frames.
test.use({ trace: 'off' })

const BOX = '.gantt-box'

const wire = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace('T', ' ')

/** As many bars as an answer may have, of a few hours to five days within a fortnight, for many people. */
const answer = () => ({
  bars: Array.from({ length: MOST_BARS }, (_, at) => {
    const start = MONDAY + ((at * 7) % 300) * HOUR
    const flowSts = 1 + (at % 5)
    return {
      id: String(1_000_000 + at),
      version: 1,
      workCode: `GD20330103${String(at).padStart(6, '0')}`,
      psId: String(1 + (at % 120)),
      psName: '红柳沟一期',
      taskType: 8,
      taskDescription: `${at} 号箱变逆变器绝缘阻抗低`.slice(0, 8 + (at % 12)),
      flowSts,
      otherSts: 2,
      needTicket: 0,
      liableUserId: String(1 + (at % PEOPLE)),
      liablePerson: '李沐阳',
      assistUserIds: [],
      reporterId: null,
      planStartTime: wire(start),
      planEndTime: wire(start + (2 + ((at * 11) % 118)) * HOUR),
      impCommitTime: null,
      overHours: null,
    }
  }).toSorted((one, other) => (one.planStartTime < other.planStartTime ? -1 : 1)),
  isCut: false,
  people: Array.from({ length: PEOPLE }, (_, at) => ({
    id: String(1 + at),
    realname: `人员${at + 1}`,
    departName: '宁夏运维中心',
  })),
  restDays: ['2033-01-08', '2033-01-09', '2033-01-15', '2033-01-16'],
  dayHours: 8,
  bookingHours: 48,
})

/** Milliseconds between frames while the pointer drags a bar to and fro. */
async function measureDragging(page: Page): Promise<number[]> {
  const bar = page.locator(`${BOX} [data-bar][data-moves]`).nth(3)
  const { x, y, width, height } = (await bar.boundingBox())!
  const from = { x: x + width * 0.3, y: y + height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y)
  const moved = await page.evaluate(
    ([query, frames, start, top]) =>
      new Promise<{ intervals: number[]; places: number }>((resolve) => {
        const body = document.querySelector(`${query} .gantt-body`)!
        const intervals: number[] = []
        const places = new Set<string>()
        let [last, at] = [performance.now(), 0]
        const next = (now: number) => {
          if (at > 1) intervals.push(now - last)
          last = now
          const clientX = start + 200 * Math.sin(at / 12)
          body.dispatchEvent(
            new PointerEvent('pointermove', {
              bubbles: true,
              clientX,
              clientY: top,
              pointerType: 'mouse',
              pointerId: 1,
            }),
          )
          places.add(document.querySelector<HTMLElement>(`${query} .gantt-lifted`)?.style.left ?? '')
          if (++at < frames) requestAnimationFrame(next)
          else resolve({ intervals, places: places.size })
        }
        requestAnimationFrame(next)
      }),
    [BOX, FRAMES, from.x, from.y] as const,
  )
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(moved.places).toBeGreaterThan(20)
  return moved.intervals
}

test('a Gantt chart of 5,000 bars scrolls and drags at 60 frames a second', async ({ browser, page }) => {
  test.setTimeout(600_000)
  await signIn(page, demoLogin('admin'))
  await page.route('**/task/gantt/list', (route) =>
    route.fulfill({ json: { result_code: '1', result_msg: '', result_data: answer() } }),
  )
  await page.goto('/#/operation/taskView?day=2033-01-03')
  const bars = page.locator(`${BOX} [data-bar]`)
  await expect(bars.nth(5)).toBeVisible()
  await idle(page)
  await expect(page.getByText('5,000 单，')).toBeVisible()

  const runs: ScrollFrames[] = []
  for (let round = 0; round < ROUNDS; round++) {
    runs.push(await measureScrolling(browser, page, BOX, () => scrollEachFrame(page, BOX, SCROLL_PX, FRAMES)))
    // The visible bars are rendered, and few others.
    expect(await bars.count()).toBeLessThan(700)
    expect(await page.locator(BOX).evaluate((element) => element.scrollTop)).toBeGreaterThan(
      (FRAMES - 1) * SCROLL_PX,
    )
    await page.locator(BOX).evaluate((element) => element.scrollTo({ top: 0 }))
    process.stdout.write(`scrolling, ${described(runs.at(-1)!)}\n`)
  }
  expectLittleWork(runs, MOST_WORK_MS)
  expectSteadyFrames(runs)

  const drags: ScrollFrames[] = []
  for (let round = 0; round < ROUNDS; round++) {
    drags.push({ intervals: await measureDragging(page), work: [0] })
    process.stdout.write(`dragging, ${described(drags.at(-1)!)}\n`)
  }
  expectSteadyFrames(drags)
})

import { expect, test, type Page } from '@playwright/test'
import { readEnv } from '@heliodesk/server/env.ts'
import { openToolDatabase } from '@heliodesk/server/platform/database.ts'
import { prepareTree, TREE_SIZE } from '../bench/tree-dataset.ts'
import { read } from './api.ts'
import { signIn } from './sign-in.ts'

const ROUNDS = 5
const FRAMES = 240
/** For 95 of 100 frames: at 60 a second one takes 16.7. */
const MOST_FRAME_MS = 20
/** Two frames at 60 a second, which is one that was missed. */
const LONGEST_FRAME_MS = 34
const MOST_PAINT_MS = 300
const MOST_CHECK_MS = 50
const MOST_SEARCH_MS = 200

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)]!

const median = (values: readonly number[]) => quantile(values, 0.5)

const field = (page: Page) => page.getByRole('combobox', { name: '电站', exact: true })

/** Milliseconds from a press on what `selector` finds until `expected` stands in the page and is painted. */
const measurePress = (page: Page, selector: string, expected: string) =>
  page.evaluate(
    ([press, wanted]) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        const look = () => {
          if (!document.querySelector(wanted)) return void requestAnimationFrame(look)
          requestAnimationFrame(() => resolve(performance.now() - start))
        }
        document.querySelector<HTMLElement>(press)!.click()
        look()
      }),
    [selector, expected] as const,
  )

/** Milliseconds from the search's call until its matches are painted: the wait for more keys does not count. */
const measureSearch = (page: Page, word: string) =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const input = document.querySelector<HTMLInputElement>('.tree-panel input')!
        performance.clearResourceTimings()
        input.select()
        document.execCommand('insertText', false, text)
        const look = () => {
          const sent = performance
            .getEntriesByType('resource')
            .find(({ name }) => name.endsWith('LazySearch'))
          const shown = [...document.querySelectorAll('.org-tree mark')].some(
            (mark) => mark.textContent === text,
          )
          if (!sent || !shown) return void requestAnimationFrame(look)
          requestAnimationFrame(() => resolve(performance.now() - sent.startTime))
        }
        look()
      }),
    word,
  )

/** How long each frame took while the tree scrolls by `step` px a frame. */
const measureScrolling = (page: Page, step: number, frames: number) =>
  page.evaluate(
    ([by, many]) =>
      new Promise<number[]>((resolve) => {
        const tree = document.querySelector('[role=tree]')!
        const took: number[] = []
        let last = performance.now()
        const next = (now: number) => {
          took.push(now - last)
          last = now
          tree.scrollTop += by
          if (took.length < many) requestAnimationFrame(next)
          else resolve(took.slice(2))
        }
        requestAnimationFrame(next)
      }),
    [step, frames] as const,
  )

const told = (name: string, values: readonly number[]) =>
  process.stdout.write(
    `${name}: median ${median(values).toFixed(1)} ms (${values.map((each) => each.toFixed(0)).join(', ')})\n`,
  )

test('a tree of 50,000 nodes opens, checks, searches and scrolls at once', async ({ page }) => {
  test.setTimeout(900_000)
  const database = await openToolDatabase(
    readEnv({ ...process.env, DATA_DIR: process.env.HELIODESK_DATA_DIR }),
  )
  const { username, password } = await prepareTree(database.url)
  await database.close()
  await signIn(page, { username, password })
  await page.goto('/#/taskCenter')
  await field(page).click()
  await expect(page.getByRole('treeitem').nth(5)).toBeVisible()
  await page.getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('tree')).toHaveCount(0)

  const paints: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    paints.push(await measurePress(page, '.org-field', '.org-tree [role=treeitem]'))
    await page.getByRole('button', { name: '取消' }).click()
    await expect(page.getByRole('tree')).toHaveCount(0)
  }
  told('first paint of the opened picker', paints)

  await field(page).click()
  const searches: number[] = []
  for (const word of ['第177光伏电站', '第288', '运维中心', '第3', '曜阳第41']) {
    searches.push(await measureSearch(page, word))
  }
  told('search', searches)
  await page.getByRole('button', { name: '清除查找' }).click()

  // The whole tree as one answer of the search, so that all of it is loaded and open.
  const whole = await read(page, 'post', '/system/v1/departPsaTree/getDepartPsaTree', {
    isQueryPs: '1',
    isInsight: '1',
    all: '1',
  })
  await page.route('**/getDepartPsaTreeLazySearch', (route) =>
    route.fulfill({ json: { result_code: '1', result_msg: '', result_data: whole } }),
  )
  await page.getByRole('searchbox', { name: /查找/ }).fill('光伏')
  const canvas = page.getByRole('tree').locator('> [role=none]')
  const nodes = TREE_SIZE.departments + TREE_SIZE.psas + TREE_SIZE.stations
  await expect
    .poll(async () => (await canvas.evaluate((element) => element.clientHeight)) / 26, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(nodes)

  const checks: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const state = round % 2 === 0 ? 'true' : 'false'
    checks.push(
      await measurePress(page, '[role=treeitem][aria-level="1"]', `[aria-level="1"][aria-checked=${state}]`),
    )
  }
  told(`check of the top with ${nodes} nodes below`, checks)

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value *
    1000
  const runs: number[][] = []
  const work: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = await busy()
    runs.push(await measureScrolling(page, 40 + round * 60, FRAMES))
    work.push((await busy()) - before)
  }
  told(
    'processor time of a frame',
    work.map((each) => each / FRAMES),
  )
  const late = runs.map((frames) => quantile(frames, 0.95))
  for (const [round, frames] of runs.entries()) {
    process.stdout.write(
      `scrolling ${40 + round * 60} px a frame: p50 ${median(frames).toFixed(1)} ms, p95 ` +
        `${late[round]!.toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms\n`,
    )
  }

  expect(median(paints)).toBeLessThan(MOST_PAINT_MS)
  expect(median(searches)).toBeLessThan(MOST_SEARCH_MS)
  expect(median(checks)).toBeLessThan(MOST_CHECK_MS)
  expect(median(late)).toBeLessThan(MOST_FRAME_MS)
  expect(median(runs.map((frames) => Math.max(...frames)))).toBeLessThan(LONGEST_FRAME_MS)
})

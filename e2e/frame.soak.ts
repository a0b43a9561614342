import { expect, type CDPSession, type Page } from '@playwright/test'
import { demoLogin, signIn } from './sign-in.ts'
import { idle, test } from './journey.ts'

const TAB_SWITCHES = 200
const THEME_SWITCHES = 50
/** The growth allowed for caches and the compiler after every action has run once. */
const MOST_GROWTH_MB = 4

/** Five kept pages, the first with 500 rows. */
const places = ['/taskCenter?size=500', '/station/archive', '/system/user', '/system/role', '/system/dict']

type Metrics = Record<
  'JSHeapUsedSize' | 'ScriptDuration' | 'TaskDuration' | 'Nodes' | 'JSEventListeners',
  number
>

async function measure(cdp: CDPSession): Promise<Metrics> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Metrics
}

async function measureAtRest(cdp: CDPSession): Promise<Metrics> {
  // Objects held by weak references are freed by the second collection.
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage')
  return measure(cdp)
}

/** Presses the element number `at` of `selector` and waits until the result is painted. */
const press = (page: Page, selector: string, at: number) =>
  page.evaluate(
    ([query, index]) =>
      new Promise<void>((resolve) => {
        const all = document.querySelectorAll<HTMLElement>(query)
        all[index % all.length]!.click()
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
    [selector, at] as const,
  )

const switchTabs = async (page: Page, times: number) => {
  for (let at = 0; at < times; at++) await press(page, '.tab-bar-tab:not(.tab-bar-home) > a', at)
}

const switchThemes = async (page: Page, times: number) => {
  for (let at = 0; at < times; at++) await press(page, '[aria-label^="切换到"]', 0)
}

const MB = 1024 * 1024

test('switching tabs and themes leaves nothing behind', async ({ page }) => {
  test.setTimeout(600_000)
  await signIn(page, demoLogin('admin'))
  for (const path of places) {
    await page.goto(`/#${path}`)
    await expect(page.locator('main > .page:visible').getByRole('heading', { level: 1 })).toBeVisible()
    await idle(page)
  }
  await page.goto(`/#${places[0]}`)
  await expect(page.locator('.order-list-orders .grid-row').nth(5)).toBeVisible()

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await switchTabs(page, TAB_SWITCHES)
  await switchThemes(page, THEME_SWITCHES)

  const rounds = [
    { name: 'tabs', run: () => switchTabs(page, TAB_SWITCHES), times: TAB_SWITCHES },
    { name: 'themes', run: () => switchThemes(page, THEME_SWITCHES), times: THEME_SWITCHES },
  ]
  for (const { name, run, times } of rounds) {
    const before = await measureAtRest(cdp)
    await run()
    const busy = await measure(cdp)
    const after = await measureAtRest(cdp)
    const grown = (after.JSHeapUsedSize - before.JSHeapUsedSize) / MB
    const each = (part: 'ScriptDuration' | 'TaskDuration') => ((busy[part] - before[part]) * 1000) / times
    process.stdout.write(
      `${name}: ${times} switches, each ${each('ScriptDuration').toFixed(1)} ms of scripting and ` +
        `${each('TaskDuration').toFixed(1)} ms in all; heap ${(before.JSHeapUsedSize / MB).toFixed(1)} MB ` +
        `${grown >= 0 ? '+' : ''}${grown.toFixed(2)} MB, nodes ${before.Nodes} to ${after.Nodes}, ` +
        `listeners ${before.JSEventListeners} to ${after.JSEventListeners}\n`,
    )
    expect(grown).toBeLessThan(MOST_GROWTH_MB)
    expect(after.Nodes).toBeLessThan(before.Nodes * 1.05 + 200)
    expect(after.JSEventListeners).toBeLessThan(before.JSEventListeners * 1.05 + 50)
  }
})

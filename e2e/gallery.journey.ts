import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { repository } from '../tools/processes.ts'
import { faultsOf } from './axe.ts'
import { namesInGallery, showEntry, signInAtGallery } from './gallery.ts'
import { test } from './journey.ts'

// Its tests share nothing, and one after the other they would outlast all other files.
test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ page }) => signInAtGallery(page))

/** Entries show how widgets handle a missing file. */
const MISSING = '/no/such'

/** The messages in the browser's console. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.includes(MISSING))
      complaints.push(`${page.url()} ${message.text()}`)
  })
  return complaints
}

const layer = (page: Page) => page.getByRole('dialog').or(page.getByRole('menu')).last()

/** Opens an overlay by keyboard and checks it; Esc returns the focus to the button. */
async function lookInside(page: Page, opener: Locator, where: string, theme: 'light' | 'dark') {
  await opener.press('Enter')
  await expect(layer(page)).toBeVisible()
  const faults = await faultsOf(page, theme, where, layer(page), { inGallery: true })
  await page.keyboard.press('Escape')
  // An overlay with unsaved values stays open or asks; separate tests check that.
  if (/不能关闭|要确认/.test(where)) await page.reload()
  else {
    await expect(layer(page), where).toBeHidden()
    const back = () => opener.evaluate((button) => button === document.activeElement)
    if (!(await settles(back))) faults.push(`${where}: the focus does not come back`)
  }
  return faults
}

/** Whether the condition becomes true within the time that a user would wait. */
const settles = (holds: () => Promise<boolean>) =>
  expect
    .poll(holds, { timeout: 3_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )

const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 390 },
] as const

for (const { theme, width } of looks) {
  test.describe(`${theme} at ${width}`, () => {
    test.use({ viewport: { width, height: 2400 }, colorScheme: theme })

    test('axe and the console find nothing in any widget of the gallery', async ({ page }) => {
      test.slow()
      const faults: string[] = []
      const complaints = complaintsOf(page)
      const names = await namesInGallery(page)
      expect(names.length).toBeGreaterThan(20)
      for (const name of names) {
        await showEntry(page, { name, theme })
        faults.push(...(await faultsOf(page, theme, name, undefined, { inGallery: true })))
        const frames = page.locator('.state-frame', { has: page.locator('[data-opens]') })
        for (const state of await frames.getByRole('heading', { level: 2 }).allInnerTexts()) {
          const frame = page.getByRole('region', { name: state, exact: true })
          const opener = frame.locator('[data-opens] > button')
          faults.push(...(await lookInside(page, opener, `${name} ${state}`, theme)))
        }
      }
      expect([...faults, ...complaints]).toEqual([])
    })
  })
}

test('the detail layout has 4, 3, 2 columns at xxl, xl, md, and one on phones', async ({ page }) => {
  await showEntry(page, { name: 'DetailLayout', state: '默认标题，空值为 --' })
  const fields = page.locator('.detail-layout dl')
  for (const [width, columns] of [
    [1600, 4],
    [1200, 3],
    [768, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const drawn = await fields.evaluate(
      (each) => getComputedStyle(each).gridTemplateColumns.split(' ').length,
    )
    expect(drawn, `at ${width}`).toBe(columns)
  }
})

test('a textarea has 2 fixed rows, the reason for a return 4 to 6', async ({ page }) => {
  const rows = (area: Locator) =>
    area.evaluate((each) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(each)
      const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
      return Math.round((each.clientHeight - padding) / Number.parseFloat(lineHeight))
    })
  const lines = Array<string>(9).fill('现场照片不全').join('\n')
  await showEntry(page, { name: 'CountedTextarea', state: '空，固定两行' })
  const note = page.getByRole('textbox', { name: '备注' })
  expect(await rows(note)).toBe(2)
  await note.fill(lines)
  expect(await rows(note)).toBe(2)

  await showEntry(page, { name: 'ReasonDialog', state: '退回意见' })
  await page.getByRole('button', { name: '打开' }).click()
  const reason = page.getByRole('textbox', { name: '退回意见' })
  await expect.poll(() => rows(reason)).toBe(4)
  await reason.fill(lines)
  await expect.poll(() => rows(reason)).toBe(6)
})

test('the built product holds nothing of the gallery', async ({ page }) => {
  const built = join(repository, 'web/dist')
  const files = await readdir(built, { recursive: true })
  expect(files.some((file) => file.endsWith('.js'))).toBe(true)
  expect(files.filter((file) => file.includes('gallery'))).toEqual([])
  for (const file of files.filter((each) => /\.(?:js|css|html)$/.test(each)))
    expect(await readFile(join(built, file), 'utf8'), file).not.toMatch(/组件陈列|state-frame|data-opens/)
  await page.goto('/gallery/')
  await expect(page).not.toHaveTitle(/组件陈列/)
})

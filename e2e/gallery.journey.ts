import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { findFreePort, repository } from '../tools/processes.ts'
import { faultsOf } from './axe.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const configFile = join(repository, 'web/gallery/vite.config.ts')

let folder: string
let address: string
let close: () => Promise<void>
/** The browser storage of somebody who is signed in. */
let stored: Record<string, string>
let names: string[]

test.beforeAll(async ({ browser }) => {
  process.env.HELIODESK_API = process.env.HELIODESK_URL
  folder = await mkdtemp(join(tmpdir(), 'heliodesk-gallery-'))
  const place = { configFile, logLevel: 'warn' as const, build: { outDir: folder } }
  const port = await findFreePort()
  const [page] = await Promise.all([newSignedInPage(browser, demoLogin('admin')), build(place)])
  const server = await preview({ ...place, preview: { port } })
  close = () => server.close()
  address = `http://127.0.0.1:${port}/gallery/`
  stored = await page.evaluate(
    () => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>,
  )
  await page.context().addInitScript(keep, stored)
  await page.goto(address)
  const links = page.getByRole('navigation', { name: '组件' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  names = hrefs.map((href) => href.slice('#/'.length))
  await page.context().close()
})

test.afterAll(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

function keep(entries: Record<string, string>) {
  for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(keep, stored)
})

/** An entry by itself, or one of its states. */
async function show(page: Page, name: string, { state = '', theme = 'light' } = {}) {
  await page.goto(`${address}?bare#/${name}${state && `/${state}`}?theme=${theme}`)
  await expect(page.locator('.state-frame').first()).toBeVisible()
}

/** Entries show what happens where a file is not there. */
const MISSING = '/no/such'

/** What somebody would find in the console of the browser. */
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

/** Opens by keyboard what stands over the page, and looks at it; Esc brings back to the button. */
async function lookInside(page: Page, opener: Locator, where: string, theme: 'light' | 'dark') {
  await opener.press('Enter')
  await expect(layer(page)).toBeVisible()
  const faults = await faultsOf(page, theme, where, layer(page), { inGallery: true })
  await page.keyboard.press('Escape')
  // What has something to lose stays, or asks: its own tests see to that.
  if (/不能关闭|要确认/.test(where)) await page.reload()
  else {
    await expect(layer(page), where).toBeHidden()
    const back = () => opener.evaluate((button) => button === document.activeElement)
    if (!(await settles(back))) faults.push(`${where}: the focus does not come back`)
  }
  return faults
}

/** Whether it comes true while somebody would still wait for it. */
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
      expect(names.length).toBeGreaterThan(20)
      for (const name of names) {
        await show(page, name, { theme })
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

test('the keyboard alone serves the widgets of the gallery', async ({ page }) => {
  await show(page, 'PopMenu')
  await page.getByRole('button', { name: '更多操作' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: '编辑' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: '删除' })).toBeFocused()
  await page.keyboard.press('Escape')
  const row = page.getByRole('button', { name: '青铜峡光伏园' })
  await row.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: '青铜峡光伏园的操作' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('复制名称：青铜峡光伏园')).toBeVisible()
  await expect(row).toBeFocused()

  await show(page, 'ButtonGroup', { state: '页脚：首个、更多、末两个' })
  await expect(page.getByRole('button')).toHaveText(['暂存', '更多', '退回', '同意'])
  await page.getByRole('button', { name: '更多' }).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['转办', '加签', /^作废/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('加签', { exact: true })).toBeVisible()

  await show(page, 'Ellipsis')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toContainText('观察一周未再发生')

  await show(page, 'DetailLayout', { state: '可以收起' })
  await page.getByRole('button', { name: '收起位置' }).press('Enter')
  await expect(page.getByText('云岭一期')).toBeHidden()
  await page.getByRole('button', { name: '展开位置' }).press('Enter')
  await expect(page.getByText('云岭一期')).toBeVisible()

  await show(page, 'PeriodPicker', { state: '月段，YYYY-MM' })
  const from = page.getByRole('textbox').first()
  await from.fill('2026-09')
  await from.press('Enter')
  await page.getByRole('textbox').last().fill('2026-03')
  await page.getByRole('textbox').last().press('Enter')
  await expect(page.locator('output')).toHaveText('2026-03 至 2026-09')
})

test('the detail layout has 4, 3, 2 columns at xxl, xl, md, and one on phones', async ({ page }) => {
  await show(page, 'DetailLayout', { state: '默认标题，空值为 --' })
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
  await show(page, 'CountedTextarea', { state: '空，固定两行' })
  const note = page.getByRole('textbox', { name: '备注' })
  expect(await rows(note)).toBe(2)
  await note.fill(lines)
  expect(await rows(note)).toBe(2)

  await show(page, 'ReasonDialog', { state: '退回意见' })
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

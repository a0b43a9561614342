import { expect, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

/** Sees all stations; no other journey signs in with this account, so its choices disturb nobody. */
const person = { ...demoLogin('admin'), username: 'weimingzhe' }

/** Orders that were completed last month: nothing that other journeys do changes them. */
const LIST = `/taskCenter?view=4&keyword=GD${lastMonth()}`

/** As codes of orders begin: YYYYMM. */
function lastMonth(): string {
  const day = new Date()
  day.setUTCDate(0)
  return day.toISOString().slice(0, 7).replace('-', '')
}

const rowsOf = (page: Page) => page.locator('.grid-row').filter({ visible: true })
const codeOf = (row: Locator) => row.locator('a.code').textContent()
const titlesOf = (page: Page) =>
  page.locator('.grid-thead th:not(.actions-cell)').filter({ visible: true }).allTextContents()

/** How many rows of 36 px fit where the specification has the table: 224 px and the search bar above and below. */
async function rowsThatFit(page: Page, row = 36): Promise<number> {
  const search = (await page.getByRole('search').filter({ visible: true }).boundingBox())!
  return Math.floor((page.viewportSize()!.height - 224 - search.height - 36) / row)
}

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`)
  await expect(rowsOf(page).first()).toBeVisible()
}

const kept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/sys/user/editPreferences') && answer.ok())

async function chooseSize(page: Page, size: string, part: Page | Locator = page): Promise<void> {
  const saved = kept(page)
  await part.getByRole('combobox', { name: '每页条数' }).filter({ visible: true }).click()
  await page.locator('.ant-select-item-option').filter({ visible: true, hasText: size }).click()
  await saved
}

test('a list fills the window, keeps its page when the window changes, and its link shows others the same rows', async ({
  browser,
}) => {
  test.slow()
  const page = await newSignedInPage(browser, person)
  await openList(page, LIST)
  await expect(rowsOf(page)).toHaveCount(10)

  await chooseSize(page, '填满窗口')
  const fit = await rowsThatFit(page)
  expect(fit).toBe(16)
  await expect(rowsOf(page)).toHaveCount(fit)
  await expect(page.locator('.grid-body')).toHaveJSProperty('scrollTop', 0)
  const body = page.locator('.grid-body')
  expect(await body.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)

  const begin = await codeOf(rowsOf(page).first())
  await page.getByRole('button', { name: '第 2 页', exact: true }).click()
  await expect(rowsOf(page).first()).not.toContainText(begin!)
  const first = await codeOf(rowsOf(page).first())
  const codes = await rowsOf(page).locator('a.code').allTextContents()
  const link = page.url()
  expect(new URL(link.replace('#/', '')).searchParams.get('fill')).toBe('16')

  // Lower, higher and as before: the first row of the page stays in view, the address as it is.
  for (const height of [640, 1180, 900]) {
    await page.setViewportSize({ width: 1440, height })
    await expect(rowsOf(page)).toHaveCount(await rowsThatFit(page))
    await expect(page.getByRole('link', { name: first! })).toBeVisible()
    expect(page.url()).toBe(link)
  }
  expect(await rowsOf(page).locator('a.code').allTextContents()).toEqual(codes)

  // Somebody whose lists have 10 rows, in another window.
  const other = await newSignedInPage(browser, demoLogin('admin'))
  await other.setViewportSize({ width: 1280, height: 720 })
  await other.goto(link)
  await expect(rowsOf(other)).toHaveCount(16)
  expect(await rowsOf(other).locator('a.code').allTextContents()).toEqual(codes)
  await openList(other, '/system/user')
  await expect(rowsOf(other)).toHaveCount(10)
  await other.context().close()

  // A phone keeps its cards.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/#${LIST}`)
  const cards = page.getByRole('article').filter({ visible: true })
  await expect(cards).toHaveCount(10)
  const pager = page.getByRole('navigation', { name: '分页' }).filter({ visible: true })
  const last = (await cards.last().boundingBox())!
  expect((await pager.boundingBox())!.y).toBeGreaterThanOrEqual(last.y + last.height)
  await expectNoViolations(page)

  // The choice counts in every list, and on another machine.
  const elsewhere = await newSignedInPage(browser, person, { alone: true })
  await openList(elsewhere, '/station/archive')
  await expect(rowsOf(elsewhere)).toHaveCount(await rowsThatFit(elsewhere))

  // Rows of 32 px.
  const saved = kept(elsewhere)
  await elsewhere.getByRole('button', { name: '行高：标准，切换为紧凑' }).click()
  await saved
  await expect(rowsOf(elsewhere)).toHaveCount(await rowsThatFit(elsewhere, 32))
  expect((await rowsOf(elsewhere).nth(3).boundingBox())!.height).toBe(32)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(page.getByRole('button', { name: '行高：紧凑，切换为标准' })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(await rowsThatFit(page, 32))
})

test('the table of a drawer follows the same choice, and fills the drawer', async ({ browser }) => {
  const page = await newSignedInPage(browser, person)
  const { pageList } = await read<{ pageList: { psId: string }[] }>(page, 'post', '/device/ledger/page', {
    keyword: '红柳沟一期',
    size: 1,
  })
  await page.goto(`/#/station/archive?station=${pageList[0]!.psId}&tab=devices`)
  const drawer = page.getByRole('dialog')
  const rows = drawer.getByRole('region', { name: '设备清单' }).locator('tbody tr')
  const sections = drawer.locator('.sections')
  const left = () => sections.evaluate((box) => box.scrollHeight - box.clientHeight)
  await expect(rows.first()).toBeVisible()
  await chooseSize(page, '50 条/页', drawer)
  await expect(rows).toHaveCount(50)
  await chooseSize(page, '填满窗口', drawer)
  await expect.poll(() => rows.count()).toBeLessThan(50)
  expect(await rows.count()).toBeGreaterThan(10)
  expect(await left()).toBe(0)
  const fit = await rows.count()

  const first = await rows.first().textContent()
  await drawer.getByRole('button', { name: '第 2 页', exact: true }).click()
  await expect(rows.first()).not.toHaveText(first!)
  await page.setViewportSize({ width: 1440, height: 900 + 5 * 34 })
  await expect(rows).toHaveCount(fit + 5)
  expect(await left()).toBe(0)

  // One choice for all tables.
  await openList(page, LIST)
  await expect(page.getByText(/^填满窗口 · /).filter({ visible: true })).toBeVisible()
})

test('a narrow window leaves out the least important columns, says so, and shows them on demand', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, { ...person, username: 'heyutong' })
  await openList(page, '/taskCenter')
  const all = await titlesOf(page)
  expect(all).toEqual(expect.arrayContaining(['任务类型', '计划开始', '计划结束']))
  await expect(page.getByRole('button', { name: /^已收起/ })).toHaveCount(0)

  await page.setViewportSize({ width: 1024, height: 768 })
  const hint = page.getByRole('button', { name: /^已收起 \d 列$/ })
  await expect(hint).toHaveAttribute('title', /任务类型、.*计划开始/)
  const left = await titlesOf(page)
  expect(left).toEqual(expect.arrayContaining(['工单编号', '任务描述', '损失 kWh/h']))
  expect(left).not.toContain('任务类型')
  const body = page.locator('.grid-body')
  expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expectNoViolations(page)

  // The column that the list is sorted by does not go.
  await openList(page, '/taskCenter?sort=planStartTime.desc')
  await expect.poll(() => titlesOf(page)).toContain('计划开始')

  await hint.focus()
  await page.keyboard.press('Enter')
  const settings = page.getByRole('dialog', { name: '列设置' })
  await expect(settings.getByText('已收起').first()).toBeVisible()
  await expectNoViolations(page)
  const saved = kept(page)
  await settings.getByRole('checkbox', { name: /^窗口较窄时收起次要列/ }).uncheck()
  await saved
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(hint).toHaveCount(0)
  expect(await titlesOf(page)).toEqual(all)
  // Where the table goes on out of sight, its edge says so.
  const table = page.locator('.desktop')
  await expect(table).toHaveClass(/more-right/)
  await body.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
  await expect(table).not.toHaveClass(/more-right/)
  await expect(table).toHaveClass(/away/)
})

test('a row of views that is cut off says so, and the wheel and the keyboard reach its end', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, { ...person, username: 'heyutong' })
  await page.setViewportSize({ width: 1024, height: 768 })
  await openList(page, '/taskCenter')
  const views = page.getByRole('group', { name: '视图' })
  const edges = views.locator('xpath=..')
  const last = views.getByRole('button', { name: /^超时/ })
  await expect(edges).toHaveClass(/more-right/)
  await expect(edges).not.toHaveClass(/away/)
  await views.hover()
  await page.mouse.wheel(0, 2000)
  await expect(edges).toHaveClass(/away/)
  await expect(edges).not.toHaveClass(/more-right/)
  await page.mouse.wheel(0, -2000)
  await expect(edges).not.toHaveClass(/away/)

  await views.getByRole('button').first().focus()
  for (let left = await views.getByRole('button').count(); left > 1; left--) await page.keyboard.press('Tab')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(last).toHaveAttribute('aria-pressed', 'true')
  await expectNoViolations(page)

  // A link to a view shows which one is chosen.
  await page.reload()
  await expect(last).toHaveAttribute('aria-pressed', 'true')
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(edges).toHaveClass(/away/)
})

test('the bars of modules and of chosen rows say where they go on, as every row of choices does', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, { ...person, username: 'heyutong' })
  await page.setViewportSize({ width: 780, height: 800 })
  await openList(page, '/station/device')
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  for (const row of [
    page.getByRole('navigation', { name: '模块' }).locator('> .side-scroll > *'),
    page.getByRole('toolbar', { name: '批量操作' }),
  ]) {
    // Narrower than any window, so that each is cut off whatever it contains.
    await row.evaluate((box) => void (box.parentElement!.style.width = '120px'))
    const edges = row.locator('xpath=..')
    const arrow = (side: '::before' | '::after') =>
      edges.evaluate((box, pseudo) => getComputedStyle(box, pseudo).borderTopStyle, side)
    // A row that becomes narrower first scrolls to what is chosen in it.
    await expect(async () => {
      await row.evaluate((box) => void (box.scrollLeft = 0))
      await expect(edges).toHaveClass(/more-right/, { timeout: 1000 })
      await expect(edges).not.toHaveClass(/away/, { timeout: 1000 })
    }).toPass()
    expect([await arrow('::before'), await arrow('::after')]).toEqual(['none', 'solid'])
    await row.evaluate((box) => void (box.scrollLeft = box.scrollWidth))
    await expect(edges).toHaveClass(/away/)
    await expect(edges).not.toHaveClass(/more-right/)
    expect([await arrow('::before'), await arrow('::after')]).toEqual(['solid', 'none'])
  }
})

test('chosen rows have a bar over the head, which moves nothing, and stay chosen on other pages', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, { ...person, username: 'lvxiangdong' })
  await openList(page, '/station/device')
  await chooseSize(page, '填满窗口')
  const fit = await rowsThatFit(page)
  await expect(rowsOf(page)).toHaveCount(fit)
  const place = () => rowsOf(page).nth(4).boundingBox()
  const before = await place()
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  const all = page.getByRole('checkbox', { name: '选择本页' })
  const boxes = page.locator('tbody').getByRole('checkbox')

  const tint = (row: number) =>
    rowsOf(page)
      .nth(row)
      .evaluate((element) => getComputedStyle(element).backgroundColor)

  // The focus has a ring, the pointer a tint.
  const plain = await tint(6)
  await rowsOf(page).first().focus()
  await page.keyboard.press('ArrowDown')
  expect(await tint(1)).toBe(plain)
  await rowsOf(page).nth(1).hover()
  expect(await tint(1)).not.toBe(plain)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(bar).toContainText('已选 2 台')
  await expect(boxes.first()).toBeChecked()
  await expect(all).toBeChecked({ indeterminate: true })
  expect(await place()).toEqual(before)
  expect(await tint(0)).not.toBe(plain)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached()
    await expectNoViolations(page)
  }

  // On the next page, and in another window, they are still chosen.
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(boxes.first()).not.toBeChecked()
  await expect(all).toBeChecked({ checked: false })
  await all.check()
  const count = `已选 ${2 + fit} 台`
  await expect(bar).toContainText(count)
  await page.setViewportSize({ width: 1440, height: 700 })
  await expect(rowsOf(page)).toHaveCount(await rowsThatFit(page))
  await expect(page.locator('.grid-row.chosen').first()).toBeVisible()
  await expect(bar).toContainText(count)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.batch-dock')).toContainText(count)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(boxes.first()).toBeChecked()
  await bar.getByRole('button', { name: '打印标签' }).click()
  const sheets = page.getByRole('dialog', { name: '打印标签' })
  await expect(sheets.getByText(`${2 + fit} 张`)).toBeVisible()
  await sheets.getByRole('button', { name: '关闭' }).click()
  await expect(bar.getByRole('button', { name: '打印标签' })).toBeFocused()

  await rowsOf(page).nth(2).focus()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(rowsOf(page).nth(2)).toBeFocused()
  await expect(all).toBeChecked({ checked: false })
})

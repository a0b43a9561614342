import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { read } from './api.ts'
import { operatorPages } from './operator-screens.ts'
import { demoOrder } from './orders.ts'
import { pages } from './screens.ts'
import { demoLogin, operatorLogin, signIn } from './sign-in.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const admin = demoLogin('admin')

/** The least height of what a finger meets, in px. */
const TOUCH = 44

const bar = (page: Page) => page.locator('.thumb-bar:visible')

/** The pages where something is added, and the sheets of tickets. */
const adding = new Set([
  '/my/reports',
  '/taskCenter',
  '/operation/appearance',
  '/operation/item',
  '/operation/ticket',
  '/operation/ticket?ticket=20',
  '/operation/ticket?ticket=23',
  '/operation/ticket?ticket=9',
  '/operation/clean',
  '/operation/qualification',
  '/operation/earth',
  '/operation/typicalTicket',
  '/operation/taskView',
  '/operation/taskView?view=calendar',
  '/operation/taskView?view=calendar&zoom=week',
  '/operation/taskView?view=board',
  '/station/archive',
  '/station/archive?view=map',
  '/station/archive?view=projects',
  '/station/device',
  '/system/user',
  '/system/role',
  '/system/dataRole',
  '/system/position',
  '/system/tidings?view=settings',
  '/operation/plan',
  '/operation/cycle',
  '/system/menu',
  '/system/openApi',
  '/system/openApi?tab=tokens',
  '/system/dict',
  '/system/checkRule',
  '/system/defectGrading',
  '/system/template',
  '/system/process',
  '/system/process?view=instances',
  '/system/holiday?year=2027',
  '/user/tickling/tickling',
  '/editMail?side=office',
  '/personal',
  '/platform/company',
  '/system/user?by=operator',
])

async function boxOf(locator: Locator) {
  const box = (await locator.boundingBox())!
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

for (const [who, credentials, screens] of [
  ['an administrator', admin, pages],
  ['the platform’s operator', operatorLogin(), operatorPages],
] as const)
  test.describe(`every page of ${who}`, () => {
    // One window for all: a person goes from page to page too, and loading the client costs more than the look at a page.
    let page: Page

    test.beforeAll(async ({ browser }) => {
      page = await browser.newPage()
      await signIn(page, credentials)
    })

    test.afterAll(() => page.close())

    for (const { path, show } of screens)
      test(`one row of header, the main action at the bottom, nothing wider than the window: ${path}`, async () => {
        // Pages with the same heading may follow each other.
        await page.goto('/#/404')
        await expect(page.getByText('很抱歉，资源未找到!')).toBeVisible()
        await page.goto(`/#${path}`)
        await show(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        // What begins left of the window makes nothing wider.
        const cutOff = await page.locator('main button:visible, main a.btn:visible').evaluateAll((all) =>
          all.flatMap((each) => {
            const { left, width } = each.getBoundingClientRect()
            return width > 1 && left < 0 && !each.closest('.side-scroll') ? [each.textContent] : []
          }),
        )
        expect(cutOff).toEqual([])
        const heading = page.getByRole('main').getByRole('heading', { level: 1 })
        // A record opened from a list has its name below the header, which has the page's.
        const own = path === '/404' || /\?role=|process=|design=|form=|ticket=|type=/.test(path) ? 1 : 0
        await expect(heading.locator('visible=true')).toHaveCount(own)
        await expect(bar(page)).toHaveCount(adding.has(path) ? 1 : 0)
        if (adding.has(path)) {
          // The bar is the page's last item, so it sinks as the content comes.
          await expect(async () => {
            const [action, navigation] = [await boxOf(bar(page)), await boxOf(page.locator('.bottom-bar'))]
            expect(action.bottom).toBeLessThanOrEqual(navigation.y + 1)
            expect(action.y).toBeGreaterThan(844 / 2)
          }).toPass()
          // The content, some of which may still come, ends above the bar.
          await expect(async () => {
            await page.locator('main > .page:visible').evaluate((element) => element.scrollTo(0, 1e6))
            const last = await page
              .locator('main > .page:visible')
              .evaluate((element) =>
                Math.max(
                  ...[...element.querySelectorAll('.row-card, .li, .pager, [role=treeitem]')].map(
                    (each) => each.getBoundingClientRect().bottom,
                  ),
                ),
              )
            expect(last).toBeLessThanOrEqual((await boxOf(bar(page))).y + 1)
          }).toPass()
        }
      })
  })

test('the list of orders opens on what is one’s own; a chosen view is kept, an address wins', async ({
  page,
}) => {
  await signIn(page, demoLogin('r10030'))
  const pressed = page.getByRole('group', { name: '视图' }).getByRole('button', { pressed: true })
  const [whole, own] = await Promise.all(
    [{ flowSts: [1, 2, 3, 4, 5] }, { mine: true }].map((input) =>
      read<{ rowCount: number }>(page, 'post', '/ops/order/page', input),
    ),
  )
  expect(own!.rowCount).toBeLessThan(whole!.rowCount)
  await page.goto('/#/taskCenter')
  await expect(pressed).toHaveText(/我负责的/)
  // A search stays in the view.
  await page.getByRole('button', { name: '筛选' }).tap()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByLabel('关键词').fill('逆变器')
  await sheet.getByRole('button', { name: '查询' }).tap()
  await expect(page).toHaveURL(/keyword=/)
  await expect(pressed).toHaveText(/我负责的/)
  await page.getByRole('button', { name: /^超时/ }).tap()
  await expect(pressed).toHaveText(/超时/)
  await page.goto('/#/dashboard/analysis')
  await expect(page.getByRole('region', { name: '我的待办' })).toBeVisible()
  await page.goto('/#/taskCenter')
  await expect(pressed).toHaveText(/超时/)
  await page.goto('/#/taskCenter?view=3')
  await expect(pressed).toHaveText(/验收中/)
  await page.goto('/#/taskCenter?keyword=逆变器')
  await expect(pressed).toHaveText(/全部/)
})

test('the home page begins with what waits for the person', async ({ page }) => {
  await signIn(page, demoLogin('r10030'))
  await page.goto('/#/dashboard/analysis')
  const todos = page.getByRole('region', { name: '我的待办' })
  const figures = page.getByText('在维电站')
  await expect(todos.getByRole('listitem').first()).toBeVisible()
  await expect(figures).toBeVisible()
  expect((await boxOf(todos)).y).toBeLessThan((await boxOf(figures)).y)
})

test('dates are the phone’s own; choices are as wide as their field, and high enough for a finger', async ({
  page,
}) => {
  await signIn(page, admin)
  await page.goto('/#/taskCenter')
  await page.getByRole('button', { name: '筛选' }).tap()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByLabel('创建时间从').fill('2026-11-01')
  await expect(sheet.getByLabel('创建时间至')).toHaveValue('2026-11-01')
  await sheet.getByRole('group', { name: '计划开始' }).getByRole('button', { name: '本月' }).tap()
  await expect(page.locator('.ant-picker')).toHaveCount(0)
  await sheet.getByRole('button', { name: '查询' }).tap()
  await expect(page).toHaveURL(/createTime=2026-11-01/)
  await expect(page.getByRole('button', { name: '筛选 2' })).toBeVisible()

  await page.goto('/#/station/archive')
  await page.getByRole('button', { name: '新增电站' }).tap()
  const form = page.getByRole('dialog', { name: '新增电站' })
  await expect(form.getByLabel('并网日期')).toHaveAttribute('type', 'date')
  await form.getByRole('combobox', { name: '电站类型' }).tap()
  const choices = page.locator('.ant-select-dropdown:visible')
  const row = choices.locator('.ant-select-item-option').first()
  await expect(row).toBeVisible()
  expect((await boxOf(row)).height).toBeGreaterThanOrEqual(TOUCH)
  const field = form.locator('.ant-select', { has: page.getByRole('combobox', { name: '电站类型' }) })
  await expect
    .poll(async () => Math.abs((await boxOf(choices)).width - (await boxOf(field)).width))
    .toBeLessThan(2)
})

test('a detail hides what has no value, and its next step is within reach', async ({ page }) => {
  await signIn(page, admin)
  await page.goto(`/#/taskCenter?order=${await demoOrder(page, 1)}`)
  const drawer = page.getByRole('dialog')
  const assign = drawer.getByRole('button', { name: '指派', exact: true })
  await expect(assign).toBeVisible()
  const box = await boxOf(assign)
  expect(box.y).toBeGreaterThan(844 * 0.8)
  expect(box.height).toBeGreaterThanOrEqual(TOUCH)
  await expect(drawer.locator('.detail-layout dd:visible', { hasText: /^--$/ })).toHaveCount(0)
  const unfilled = page.getByRole('button', { name: /^另有 \d+ 项未填$/ })
  const section = drawer.locator('.detail-layout', { has: unfilled }).first()
  const id = (await section.getAttribute('id'))!
  await section.getByRole('button', { name: /未填$/ }).tap()
  await expect(page.locator(`[id="${id}"]`).getByText('--', { exact: true }).first()).toBeVisible()
})

test('with text of twice the size no button of the header or of a detail is cut off', async ({ page }) => {
  // As wide as 390 px are for such text.
  await page.setViewportSize({ width: 195, height: 422 })
  await signIn(page, admin)
  const buttons = page.locator('header a:visible, header button:visible, .thumb-bar .btn:visible')
  const cut = () =>
    buttons.evaluateAll((all) =>
      all
        .filter((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect()
          return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight
        })
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    )
  await page.goto('/#/taskCenter')
  await expect(page.getByRole('banner').getByRole('button', { name: '打开菜单' })).toBeVisible()
  expect(await buttons.count()).toBeGreaterThan(4)
  expect(await cut()).toEqual([])
  await page.goto(`/#/taskCenter?order=${await demoOrder(page, 1)}`)
  await expect(page.getByRole('dialog').getByRole('button', { name: '指派', exact: true })).toBeVisible()
  await expect.poll(cut).toEqual([])
})

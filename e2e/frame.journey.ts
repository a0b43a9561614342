import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { demoLogin, newSignedInPage, signIn } from './sign-in.ts'
import { test } from './journey.ts'

const admin = demoLogin('admin')
const guest = demoLogin('r10055')

const tabBar = (page: Page) => page.getByRole('navigation', { name: '打开的页面' })
const tab = (page: Page, name: string) => tabBar(page).getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

test('the watermark lies over everything and catches nothing', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, guest)
  const { realname, phone } = await read<{ realname: string; phone: string }>(
    page,
    'get',
    '/sys/user/getUserInfo',
  )
  await page.goto('/')
  const mark = page.locator('.watermark')
  await expect(mark.locator('text').first().locator('tspan')).toHaveText([realname, phone.slice(-4)])
  await expect(mark).toHaveCSS('opacity', '0.2')
  await expect(mark).toHaveCSS('z-index', '100000')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(mark).toHaveCSS('opacity', '0.09')
  const { width, height } = (await mark.boundingBox())!
  expect([width, height]).toEqual([1440, 900])
  // A click on its middle reaches the page.
  await page.getByRole('link', { name: '任务中心' }).first().click()
  await expect(heading(page, '任务中心')).toBeVisible()
})

test('a preview has the whole window and nothing to act with', async ({ page }) => {
  await signIn(page, guest)
  const { pageList } = await read<{ pageList: { id: string; taskDescription: string }[] }>(
    page,
    'post',
    '/ops/order/page',
    {},
  )
  const [order] = pageList
  await page.goto(`/#/preview?id=${order!.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order!.taskDescription)
  await expect(page).toHaveTitle(/^预览 · /)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '指派' })).toHaveCount(0)
  await page.goto('/#/preview?id=999999999999')
  await expect(page.getByText('数据不存在或无权查看')).toBeVisible()
  await page.goto('/#/taskCenter')
  await expect(heading(page, '任务中心')).toBeVisible()
  await expect(tab(page, '预览')).toHaveCount(0)
})

test('past 100 px the head gives its room to the page where the company has it so', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin', '晴空新能'))
  const version = async () => {
    const { version: seen } = await read<{ version: number }>(page, 'get', '/sys/setting/system')
    return seen
  }
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.goto('/#/taskCenter?size=50')
  const rows = page.locator('.order-list-orders .grid-body')
  await expect(rows.getByRole('row').nth(5)).toBeVisible()
  const head = page.locator('.frame > .head')
  await rows.evaluate((element) => element.scrollTo({ top: 400 }))
  await expect(head).toBeVisible()

  await read(page, 'put', '/sys/setting/editSystem', { version: await version(), fixedHide: true })
  try {
    await page.reload()
    await expect(rows.getByRole('row').nth(5)).toBeVisible()
    const side = page.getByRole('button', { name: '收起菜单' })
    await rows.evaluate((element) => element.scrollTo({ top: 100 }))
    await expect(head).toBeVisible()
    await rows.evaluate((element) => element.scrollTo({ top: 160 }))
    await expect(head).toBeHidden()
    await expect(side).toBeVisible()
    await rows.evaluate((element) => element.scrollTo({ top: 0 }))
    await expect(head).toBeVisible()
  } finally {
    await read(page, 'put', '/sys/setting/editSystem', { version: await version(), fixedHide: false })
  }
})

type Entry = {
  id: string
  path: string
  name: string
  component: string
  meta: Record<string, unknown>
  children?: Entry[]
}

/** Adds entries to the first module, as an operator can in the menu. */
async function addToMenu(page: Page, entries: Partial<Entry>[]) {
  await page.route('**/getUserPermissionByToken*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { result: { menu: Entry[] } }
    const [module] = answer.result.menu
    const like = module!.children![0]!
    for (const entry of entries) {
      const meta = { ...like.meta, permissionList: [], keepAlive: true, ...entry.meta }
      const id = entry.path!
      module!.children!.push({ ...like, id, name: id, component: 'frame', ...entry, meta })
    }
    await route.fulfill({ response, json: answer })
  })
  await page.goto('/')
}

test('other systems: in a tab where the policy lets them, else with a way outside, and as plain links', async ({
  page,
  context,
}) => {
  await signIn(page, admin)
  const report = `${process.env.HELIODESK_FRAMES!}/report`
  await context.route(`${report}*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Report</h1><input aria-label="note">' }),
  )
  await addToMenu(page, [
    { path: '/outside/report', meta: { title: '经营报表', url: report } },
    { path: '/outside/portal', meta: { title: '外部门户', url: 'https://portal.example/' } },
    { path: '/outside/help', meta: { title: '帮助中心', url: report, target: '_blank' } },
    { path: '/outside/bi', meta: { title: '数据平台', url: report, internalOrExternal: true } },
  ])
  const side = page.getByRole('complementary').filter({ has: page.getByRole('navigation') })
  await side.getByRole('link', { name: '经营报表' }).click()
  await expect(tab(page, '经营报表')).toHaveAttribute('aria-current', 'page')
  const note = page.frameLocator('iframe[title=经营报表]').getByLabel('note')
  await note.fill('stays')
  const outside = context.waitForEvent('page')
  await page.getByRole('button', { name: '在新窗口打开' }).click()
  await (await outside).close()

  await side.getByRole('link', { name: '外部门户' }).click()
  await expect(page.getByText('外部门户不能在这里打开')).toBeVisible()
  await expect(page.getByText(/服务器不允许嵌入 https:\/\/portal\.example/)).toBeVisible()
  await tab(page, '经营报表').click()
  await expect(note).toHaveValue('stays')

  for (const name of ['帮助中心', '数据平台']) {
    const link = side.getByRole('link', { name })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('href', report)
  }
  await expect(tabBar(page).getByRole('link')).not.toContainText(['帮助中心'])
})

import { expect, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { demoLogin, operatorLogin, signIn } from './sign-in.ts'
import { test } from './journey.ts'

const admin = demoLogin('admin')
const guest = demoLogin('r10055')

const tabBar = (page: Page) => page.getByRole('navigation', { name: '打开的页面' })
const tab = (page: Page, name: string) => tabBar(page).getByRole('link', { name, exact: true })
const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: '提示消息' }).filter({ hasText: text })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

async function open(page: Page, path: string, title: string) {
  await page.goto(`/#${path}`)
  await expect(tab(page, title)).toHaveAttribute('aria-current', 'page')
}

/** The administrator's pages beside the first one. */
const places = [
  ['/taskCenter', '任务中心'],
  ['/station/archive', '电站档案'],
  ['/system/user', '用户'],
  ['/system/role', '角色'],
  ['/system/department', '部门'],
] as const

const titles = (page: Page) => tabBar(page).getByRole('link')

test('pages open in tabs, which are remembered, refreshed and closed', async ({ page }) => {
  test.slow()
  await signIn(page, admin)
  await page.goto('/')
  await expect(titles(page).first()).toBeVisible()
  const [home] = await titles(page).allTextContents()
  await expect(page).toHaveURL(/#\/dashboard\/analysis$/)
  await expect(page).toHaveTitle(/^首页 · \S+/)
  expect(home).toBe('首页')
  for (const [path, title] of places) await open(page, path, title)
  const opened = [home!, ...places.map(([, title]) => title)]
  await expect(titles(page)).toHaveText(opened)
  await expect(page).toHaveTitle(/^部门 · \S+/)

  await page.reload()
  await expect(titles(page)).toHaveText(opened)
  await expect(tab(page, '部门')).toHaveAttribute('aria-current', 'page')

  const choose = async (name: string, item: string) => {
    await tab(page, name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
  }
  const keyword = page.locator('main > .page:visible').getByLabel('关键词')
  await tab(page, '任务中心').click()
  await expect(heading(page, '任务中心')).toBeVisible()
  await keyword.fill('没有保存的字')
  await choose('任务中心', '刷新')
  await expect(keyword).toHaveValue('')
  await keyword.fill('没有保存的字')
  await tabBar(page).dblclick({ position: { x: 900, y: 10 } })
  await expect(keyword).toHaveValue('')

  await choose('用户', '关闭左侧')
  await expect(titles(page)).toHaveText([home!, '用户', '角色', '部门'])
  await choose('角色', '关闭右侧')
  await expect(titles(page)).toHaveText([home!, '用户', '角色'])
  await choose('角色', '关闭其他')
  await expect(titles(page)).toHaveText([home!, '角色'])
  await expect(heading(page, '角色')).toBeVisible()

  await expect(page.getByRole('button', { name: `关闭${home}`, exact: true })).toHaveCount(0)
  await tab(page, '角色').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tab(page, home!)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(notice(page, '首页不能关闭!')).toBeVisible()
  await page.getByRole('button', { name: '关闭角色', exact: true }).click()
  await expect(titles(page)).toHaveText([home!])
  await expect(page).toHaveURL(/#\/dashboard\/analysis$/)
})

test('closing my downloads asks first', async ({ page }) => {
  await signIn(page, guest)
  await open(page, '/personal/downBigExcel', '我的下载')
  const question = page.getByRole('dialog', { name: '文件仍在准备中，关闭后将不会自动下载，是否关闭？' })
  await page.getByRole('button', { name: '关闭我的下载', exact: true }).click()
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toBeHidden()
  await expect(tab(page, '我的下载')).toBeVisible()
  await page.getByRole('button', { name: '关闭我的下载', exact: true }).click()
  await question.getByRole('button', { name: '确定' }).click()
  await expect(tab(page, '我的下载')).toHaveCount(0)
})

/** The scrolling element of a list of orders. */
const orderRows = (page: Page) => page.locator('.order-list-orders .grid-body')
const scrolled = (list: Locator) => list.evaluate((element) => element.scrollTop)

test('five pages are kept with what was typed and how far they were scrolled; the sixth evicts the oldest', async ({
  page,
}) => {
  test.slow()
  await signIn(page, admin)
  await open(page, '/taskCenter?size=50', '任务中心')
  const rows = orderRows(page)
  await expect(rows.getByRole('row').nth(5)).toBeVisible()
  await rows.evaluate((element) => element.scrollTo({ top: 700 }))
  const keyword = page.locator('.order-list-orders').getByLabel('关键词').first()
  await keyword.fill('打了一半')
  for (const [path, title] of places.slice(1)) await open(page, path, title)

  // Five pages are mounted, so the orders are unchanged, with their query.
  await tab(page, '任务中心').click()
  await expect(keyword).toHaveValue('打了一半')
  await expect.poll(() => scrolled(rows)).toBe(700)
  await expect(page).toHaveURL(/#\/taskCenter\?size=50$/)

  for (const [path, title] of [...places.slice(1), ['/system/dict', '字典']] as const)
    await open(page, path, title)
  await expect(page.locator('.order-list-orders')).toHaveCount(0)
  await tab(page, '任务中心').click()
  await expect(rows.getByRole('row').nth(5)).toBeVisible()
  await expect(keyword).toHaveValue('')
  expect(await scrolled(rows)).toBe(0)
})

test('the side menu is 208 wide, shows what is permitted and not hidden, and folds', async ({ page }) => {
  await signIn(page, admin)
  await open(page, '/system/user', '用户')
  const side = page.getByRole('complementary').filter({ has: page.getByRole('navigation') })
  const menu = page.getByRole('navigation', { name: '系统管理菜单' })
  await expect(page.getByRole('navigation', { name: '模块' }).getByRole('link')).toHaveText([
    '生产运营',
    '安全环保',
    '电站与告警',
    '系统管理',
  ])
  await expect(menu.getByRole('link')).toHaveText([
    '用户',
    '角色',
    '数据角色',
    '菜单',
    '部门',
    '岗位',
    '字典',
    '编码规则',
    '模板附件',
    '流程设计',
    '节假日历',
    '表单设计',
    '任务类型',
    '定级模板',
    '数据导入',
    '在线用户',
    '后台任务',
    '开放接口',
    '登录日志',
    '审计日志',
  ])
  await expect(menu.getByRole('link', { name: '用户', exact: true })).toHaveAttribute('aria-current', 'page')
  expect((await side.boundingBox())!.width).toBe(208)

  await page.getByRole('button', { name: '收起菜单' }).click()
  expect((await side.boundingBox())!.width).toBe(56)
  await menu.getByRole('link', { name: '角色', exact: true }).click()
  await expect(heading(page, '角色')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).click()
  expect((await side.boundingBox())!.width).toBe(208)
})

test('the operator has the pages of the platform beside those of their own company', async ({ page }) => {
  await signIn(page, operatorLogin())
  await open(page, '/platform/health', '系统健康')
  const links = (module: string) => page.getByRole('navigation', { name: `${module}菜单` }).getByRole('link')
  await expect(page.getByRole('navigation', { name: '模块' }).getByRole('link')).toHaveText([
    '平台运营',
    '系统管理',
  ])
  await expect(links('平台运营')).toHaveText(['租户', '系统健康'])
  await open(page, '/system/job', '后台任务')
  await expect(links('系统管理')).toHaveText([
    '用户',
    '角色',
    '部门',
    '岗位',
    '在线用户',
    '后台任务',
    '登录日志',
    '审计日志',
  ])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu is a drawer of 200, closed at start, with one module open at a time', async ({ page }) => {
    await signIn(page, admin)
    await page.goto('/#/taskCenter')
    await expect(heading(page, '任务中心')).toBeVisible()
    await expect(tabBar(page)).toHaveCount(0)
    const menu = page.getByRole('dialog', { name: '菜单' })
    await expect(menu).toHaveCount(0)
    await page.getByRole('button', { name: '打开菜单' }).click()
    await expect(menu).toBeVisible()
    expect((await menu.boundingBox())!.width).toBe(200)
    await expect(menu.getByRole('link', { name: '任务中心' })).toHaveAttribute('aria-current', 'page')
    await menu.getByRole('button', { name: '系统管理' }).click()
    await expect(menu.getByRole('button', { expanded: true })).toHaveText(['系统管理'])
    await expect(menu.getByRole('link', { name: '任务中心' })).toHaveCount(0)
    await menu.getByRole('link', { name: '字典' }).click()
    await expect(menu).toHaveCount(0)
    await expect(page).toHaveURL(/#\/system\/dict/)
  })
})

test('addresses that are not permitted or not known', async ({ page }) => {
  await signIn(page, guest)
  await page.goto('/#/system/user')
  await expect(heading(page, '您当前暂无权限，请联系管理员！')).toBeVisible()
  await expect(notice(page, '您当前暂无权限，请联系管理员！')).toBeVisible()
  for (const path of ['/personal/unknown', '/workPortal', '/orderHall', '/screen/page', '/solarCare']) {
    await page.goto(`/#${path}`)
    await expect(heading(page, '您当前暂无权限，请联系管理员！')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`#${path}$`))
  }
  await page.goto('/#/no/such/page')
  await expect(page).toHaveURL(/#\/404$/)
  await expect(page.getByText('很抱歉，资源未找到!')).toBeVisible()
  await page.getByRole('link', { name: '回到首页' }).click()
  await expect(page).toHaveURL(/#\/dashboard\/analysis$/)
  for (const path of ['/user', '/user/login', '/user/alteration', '/preview']) {
    await page.goto(`/#${path}`)
    await expect(page).toHaveURL(/#\/dashboard\/analysis$/)
  }
  await page.goto('/#/station')
  await expect(page).toHaveURL(/#\/station\/archive$/)

  // A link to a menu entry without permission does not navigate.
  await expect(heading(page, '电站档案')).toBeVisible()
  await page.evaluate(() => {
    const shown = [...document.querySelectorAll('main h1')].find((each) => each.checkVisibility())
    shown!.insertAdjacentHTML('afterend', '<a href="#/system/role">角色管理</a>')
  })
  await page.getByRole('link', { name: '角色管理' }).click()
  await expect(notice(page, '您没有该菜单权限，无法跳转')).toBeVisible()
  await expect(page).toHaveURL(/#\/station\/archive$/)
})

test('what everybody may open needs no menu', async ({ page }) => {
  await signIn(page, guest)
  for (const [path, title] of [
    ['/personal/downBigExcel', '我的下载'],
    ['/isolarerp/employee/individual', '个人主页'],
    ['/user/tickling/tickling', '问题反馈'],
  ] as const) {
    await open(page, path, title)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  }
})

test('one’s own choices: no tabs, the content’s width and the way pages come', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1000 },
    reducedMotion: 'no-preference',
  })
  const page = await context.newPage()
  await signIn(page, demoLogin('r10040'))
  await page.goto('/#/taskCenter')
  const content = page.locator('.order-list-orders')
  await expect(content).toBeVisible()
  const comes = () =>
    page.locator('main > .page:visible').evaluate((element) => {
      const { animationName, animationDuration } = getComputedStyle(element)
      return [animationName, Number.parseFloat(animationDuration) * 1000] as const
    })
  const set = async (input: Record<string, string | boolean>) => {
    await read(page, 'put', '/sys/user/editPreferences', input)
    await page.reload()
    await expect(content).toBeVisible()
  }
  for (const [transition, animation] of [
    ['left', 'page-from-right'],
    ['right', 'page-from-left'],
    ['fade', 'page-fade'],
  ] as const) {
    await set({ transition })
    await expect.poll(async () => (await comes())[0]).toBe(animation)
    const [, ms] = await comes()
    expect(ms).toBeGreaterThanOrEqual(120)
    expect(ms).toBeLessThanOrEqual(180)
  }
  await set({ transition: 'none', contentWidth: 'fluid', multipage: false })
  await expect.poll(async () => (await comes())[0]).toBe('none')
  await expect(tabBar(page)).toHaveCount(0)
  await expect.poll(async () => (await content.boundingBox())!.width).toBeGreaterThan(1600)
  await set({ contentWidth: 'fixed', multipage: true })
  await expect.poll(async () => (await content.boundingBox())!.width).toBe(1440)
  await expect(tabBar(page)).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await set({ transition: 'fade' })
  await expect.poll(async () => (await comes())[1]).toBeLessThan(1)
  await context.close()
})

test('drawers: detail, edit and add forms with their own titles and states, and a question where something is unsaved', async ({
  page,
}) => {
  await signIn(page, admin)
  await page.goto('/#/station/archive')
  const rows = page.locator('tbody').getByRole('row')
  await rows.first().click()
  const detail = page.getByRole('dialog').first()
  await expect(detail.getByRole('heading', { level: 1 })).toContainText(/在维|退场/)
  const name = (await detail.getByRole('heading', { level: 1 }).textContent())!
  await expect(page).toHaveURL(/station=/)
  const right = await detail.boundingBox()
  expect(right!.x + right!.width).toBe(1440)

  // From the detail to the form and back.
  await detail.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: '编辑电站' })
  await form.getByLabel('电站名称').fill('改到一半')
  const question = page.getByRole('dialog', { name: '数据尚未保存，是否确定关闭?' })
  await form.getByRole('button', { name: '关闭' }).click()
  await question.getByRole('button', { name: '取消' }).click()
  await expect(form.getByLabel('电站名称')).toHaveValue('改到一半')
  await form.getByRole('button', { name: '关闭' }).click()
  await question.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()
  await expect(detail.getByRole('heading', { level: 1 })).toHaveText(name)
  await detail.getByRole('button', { name: '关闭' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: '新增电站' }).click()
  await expect(page.getByRole('dialog', { name: '新增电站' })).toBeVisible()
})

import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { test } from './journey.ts'
import {
  chooseEntry,
  editorOf,
  openMenus,
  saveMenus,
  turn,
  withEntries,
  type NewEntry,
} from './menu-editor.ts'
import { useOwnServer } from './own-server.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'

/** A system beside the product, which may be embedded. */
const FRAMES = 'http://127.0.0.1:47613'

useOwnServer({ FRAME_SOURCES: FRAMES, SISTER_SOURCES: 'https://*.sister.test' })

let beside: Server

test.beforeAll(async () => {
  beside = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Report</h1><input aria-label="note">')
  }).listen(47613, '127.0.0.1')
  await once(beside, 'listening')
})
test.afterAll(() => {
  beside.close()
})

const side = (page: Page) => page.getByRole('complementary').filter({ has: page.getByRole('navigation') })
const inSide = (page: Page, name: string) => side(page).getByRole('link', { name, exact: true })
const tabBar = (page: Page) => page.getByRole('navigation', { name: '打开的页面' })
const tab = (page: Page, name: string) => tabBar(page).getByRole('link', { name, exact: true })
const stored = (page: Page, name: string) =>
  page.evaluate((key) => localStorage.getItem(`heliodesk__${key}`), name)

async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: /好，/ }).click()
  const items = page.getByRole('menu', { name: '我的' }).getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  return items
}

async function configure(page: Page, change: Record<string, unknown>) {
  const { version } = await read<{ version: number }>(page, 'get', '/sys/setting/system')
  await read(page, 'put', '/sys/setting/editSystem', { version, ...change })
}

const administer = (browser: Parameters<typeof newPageAt>[0]) =>
  newPageAt(browser, 'admin', '/system/menu', '菜单')

const station: Omit<NewEntry, 'name'> = { kind: '菜单', component: '电站档案' }

test('the breadcrumb comes from an entry that always shows, and its children at any depth', async ({
  browser,
}) => {
  test.slow()
  const page = await administer(browser)
  await withEntries(
    page,
    { ...station, name: '场站中心', path: '/own/center', above: '电站与告警', on: ['只有一项也显示上级'] },
    {
      ...station,
      name: '场站设备',
      path: '/own/center/list',
      component: '设备台账',
      above: '电站与告警 / 场站中心',
    },
    {
      ...station,
      name: '场站日志',
      path: '/own/center/list/log',
      component: '登录日志',
      above: '电站与告警 / 场站中心 / 场站设备',
    },
  )
  const crumbs = page.getByRole('navigation', { name: '面包屑' })
  await page.goto('/#/own/center/list/log')
  await expect(crumbs.getByRole('link')).toHaveText(['场站中心', '场站设备'])
  await expect(crumbs.locator('[aria-current=page]')).toHaveText('场站日志')
  await expect(tab(page, '场站日志')).toHaveAttribute('aria-current', 'page')
  await crumbs.getByRole('link', { name: '场站设备' }).click()
  await expect(page).toHaveURL(/#\/own\/center\/list\?id=1$/)
  await expect(crumbs.locator('[aria-current=page]')).toHaveText('场站设备')
  // The entry that always shows leads to itself, and is one link of the side menu.
  await expect(inSide(page, '场站中心')).toBeVisible()
  await expect(inSide(page, '场站设备')).toHaveCount(0)
  await inSide(page, '场站中心').click()
  await expect(page).toHaveURL(/#\/own\/center$/)
  await expect(crumbs).toHaveCount(0)
})

test('an entry that is no route leads by its path to a page of another entry, under its own title', async ({
  browser,
}) => {
  const page = await administer(browser)
  await withEntries(
    page,
    {
      ...station,
      name: '场站地图',
      path: '/station/archive?view=map',
      above: '电站与告警',
      off: ['注册为路由'],
    },
    { ...station, name: '名录', path: '/own/names', above: '电站与告警' },
  )
  await page.goto('/#/own/names')
  await expect(tab(page, '名录')).toHaveAttribute('aria-current', 'page')
  await expect(inSide(page, '名录')).toHaveAttribute('href', '#/own/names')
  await expect(inSide(page, '场站地图')).toHaveAttribute('href', '#/station/archive?view=map')
  await inSide(page, '场站地图').click()
  await expect(tab(page, '场站地图')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle(/^场站地图 · /)
  await expect(inSide(page, '场站地图')).toHaveAttribute('aria-current', 'page')
  await expect(inSide(page, '电站档案')).not.toHaveAttribute('aria-current', 'page')
})

test('a page that is not kept is built again on return, a kept one is not', async ({ browser }) => {
  const page = await administer(browser)
  await withEntries(
    page,
    { ...station, name: '常新', path: '/own/fresh', above: '电站与告警', off: ['切走后保留内容'] },
    { ...station, name: '保留', path: '/own/kept', above: '电站与告警' },
  )
  const mark = (name: string) =>
    page
      .getByRole('heading', { name: '电站档案', level: 1 })
      .filter({ visible: true })
      .evaluate((heading, to) => {
        heading.setAttribute('data-mark', to)
      }, name)
  for (const [path, name] of [
    ['/own/fresh', '常新'],
    ['/own/kept', '保留'],
  ] as const) {
    await page.goto(`/#${path}`)
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
    await mark(name)
  }
  await tab(page, '常新').click()
  await expect(
    page.getByRole('heading', { name: '电站档案', level: 1 }).filter({ visible: true }),
  ).toBeVisible()
  await expect(page.locator('[data-mark=常新]')).toHaveCount(0)
  await tab(page, '保留').click()
  await expect(page.locator('[data-mark=保留]')).toBeVisible()
})

test('links, embedded pages and hidden entries: in the side menu, and in the search', async ({ browser }) => {
  test.slow()
  const page = await administer(browser)
  await withEntries(
    page,
    {
      kind: '外链',
      name: '国网检修平台',
      path: '/own/grid',
      address: 'https://grid.example/',
      above: '安全环保',
    },
    {
      kind: '外链',
      name: '写信',
      path: '/own/mail',
      address: 'mailto:desk@grid.example',
      above: '安全环保',
      opens: '替换本窗口',
    },
    {
      kind: '内嵌页',
      name: '经营报表',
      path: '/own/report',
      address: `${FRAMES}/report`,
      above: '安全环保',
    },
    { ...station, name: '另开名录', path: '/own/again', above: '安全环保', opens: '新窗口' },
    { ...station, name: '藏起来的页', path: '/own/secret', above: '安全环保', off: ['在侧栏显示'] },
  )
  await page.goto('/#/operation/earth')
  const grid = inSide(page, '国网检修平台')
  await expect(grid).toHaveAttribute('href', 'https://grid.example/')
  await expect(grid).toHaveAttribute('target', '_blank')
  await expect(inSide(page, '写信')).toHaveAttribute('target', '_self')
  await expect(inSide(page, '另开名录')).toHaveAttribute('target', '_blank')
  await expect(inSide(page, '藏起来的页')).toHaveCount(0)
  await inSide(page, '经营报表').click()
  await expect(tab(page, '经营报表')).toHaveAttribute('aria-current', 'page')
  await page.frameLocator('iframe[title=经营报表]').getByLabel('note').fill('stays')

  // The keys go to the embedded page while it has the focus.
  await tab(page, '经营报表').click()
  const search = async (word: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: '搜索' }).getByRole('combobox').fill(word)
  }
  const hits = page.getByRole('option')
  await search('报表')
  await expect(hits.filter({ hasText: '经营报表' })).toBeVisible()
  await page.keyboard.press('Escape')
  await search('藏起来')
  await expect(hits.filter({ hasText: '藏起来的页' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // It is open to who knows its address.
  await page.goto('/#/own/secret')
  await expect(tab(page, '藏起来的页')).toHaveAttribute('aria-current', 'page')
})

test('the big screens are flags: in the user menu and the header, not in the side menu', async ({
  browser,
}) => {
  test.slow()
  const page = await administer(browser)
  await configure(page, { hasScreen: true, JDScreen: true })
  await page.goto('/#/taskCenter')
  await expect(page.getByLabel('京东大屏（新窗口）')).toHaveCount(0)
  await withEntries(
    page,
    { kind: '大屏', name: '指挥大屏', path: '大屏', address: `${FRAMES}/wall` },
    { kind: '大屏', name: '京东屏', path: '大屏（新窗口）', address: `${FRAMES}/jd` },
  )
  await page.reload()
  await expect(page.getByLabel('京东大屏（新窗口）')).toHaveAttribute('target', '_blank')
  expect(await stored(page, 'hasScreen')).toContain('true')
  expect(await stored(page, 'JDScreen')).toContain('true')
  await expect(page.getByRole('link', { name: '指挥大屏' })).toHaveCount(0)
  const items = await openUserMenu(page)
  await items.filter({ hasText: '大屏' }).click()
  await expect(page).toHaveURL(/#\/screen\/page$/)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Report' })).toBeVisible()
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await openMenus(page)
  await configure(page, { hasScreen: false, JDScreen: false })
  await page.reload()
  await expect(page.getByLabel('京东大屏（新窗口）')).toHaveCount(0)
})

test('what the user menu and the head have follows the menu: configuration, messages, mailbox', async ({
  browser,
}) => {
  test.slow()
  const page = await administer(browser)
  const titles = async () => {
    const all = await (await openUserMenu(page)).allTextContents()
    await page.keyboard.press('Escape')
    return all.join('、')
  }
  expect(await titles()).toContain('系统配置、业务配置')
  expect(await titles()).toMatch(/^系统配置、业务配置、消息/)
  await expect(page.getByRole('link', { name: /给总经理写信/ })).toBeVisible()
  for (const name of ['系统配置', '业务配置', '总经理信箱', '消息']) {
    await chooseEntry(page, name)
    await turn(page, '启用', false)
  }
  await saveMenus(page)
  await expect(page.getByRole('link', { name: /给总经理写信/ })).toHaveCount(0)
  expect(await titles()).not.toMatch(/系统配置|业务配置|消息/)
  for (const name of ['系统配置', '业务配置', '总经理信箱', '消息']) {
    await chooseEntry(page, name)
    await turn(page, '启用', true)
  }
  await saveMenus(page)
  expect(await titles()).toMatch(/^系统配置、业务配置、消息/)
  const items = await openUserMenu(page)
  await items.filter({ hasText: '系统配置' }).click()
  await expect(page).toHaveURL(/#\/systemConfiguration/)
  await (await openUserMenu(page)).filter({ hasText: '业务配置' }).click()
  await expect(page).toHaveURL(/#\/serviceConfiguration/)
})

test('sister systems follow the menu’s top, and the ERP’s entry lists all of them', async ({ browser }) => {
  test.slow()
  const page = await administer(browser)
  await configure(page, { host: 'sister.test' })
  await page.reload()
  const systems = page.getByRole('list', { name: '系统' }).getByRole('button')
  const listed = async () => {
    await page.getByRole('button', { name: '切换系统' }).click()
    await expect(systems.first()).toContainText('当前系统')
    const names = await systems.allTextContents()
    await page.keyboard.press('Escape')
    await expect(systems.first()).toBeHidden()
    return names.slice(1).map((name) => name.slice(1))
  }
  const all = ['户用系统', '健康评估系统', '数据分析系统', '智能巡检系统', '一体化平台']
  await expect.poll(listed).toEqual(all)
  await openMenus(page)
  for (const name of ['户用系统', '健康评估系统', '数据分析系统', '一体化平台']) {
    await chooseEntry(page, name)
    await turn(page, '启用', false)
  }
  await saveMenus(page)
  await expect.poll(listed).toEqual(['智能巡检系统'])
  await withEntries(page, {
    kind: '外链',
    name: '企业资源',
    path: '/isolarerp',
    address: 'https://erp.example/',
  })
  await expect.poll(listed).toEqual(all)
  expect(await stored(page, 'ERP')).toContain('true')

  // Its tab can neither be rebuilt nor asked for a menu.
  await page.goto('/#/solarCare')
  const care = tab(page, '智能巡检系统')
  await expect(care).toHaveAttribute('aria-current', 'page')
  await care.click({ button: 'right' })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page
    .locator('main')
    .first()
    .evaluate((main) => main.querySelector('h1')?.setAttribute('data-mark', 'care'))
  await tabBar(page).dblclick({ position: { x: 600, y: 10 } })
  await expect(page.locator('[data-mark=care]')).toHaveCount(1)
})

test('submenus of the side menu: one at a time, and remembered while it is collapsed', async ({
  browser,
}) => {
  test.slow()
  const page = await administer(browser)
  await withEntries(
    page,
    { kind: '目录', name: '甲组', path: '/own/a', above: '安全环保' },
    { ...station, name: '甲页', path: '/own/a/one', above: '安全环保 / 甲组' },
    { kind: '目录', name: '乙组', path: '/own/b', above: '安全环保' },
    { ...station, name: '乙页', path: '/own/b/one', above: '安全环保 / 乙组' },
  )
  await page.goto('/#/operation/earth')
  const group = (name: string) => side(page).getByRole('button', { name, exact: true })
  await group('甲组').click()
  await expect(inSide(page, '甲页')).toBeVisible()
  await group('乙组').click()
  await expect(inSide(page, '乙页')).toBeVisible()
  await expect(inSide(page, '甲页')).toHaveCount(0)
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect(inSide(page, '乙页')).toHaveCount(0)
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect(inSide(page, '乙页')).toBeVisible()
  await expect(inSide(page, '甲页')).toHaveCount(0)
})

test('a page put out of use is denied, and the home page gives way', async ({ browser }) => {
  test.slow()
  const page = await administer(browser)
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  await worker.goto('/#/taskCenter')
  await expect(worker.getByRole('heading', { name: '任务中心' })).toBeVisible()
  await chooseEntry(page, '首页')
  await turn(page, '启用', false)
  await saveMenus(page)
  await expect(async () => {
    await worker.goto('/#/station/archive')
    await worker.goto('/#/')
    await expect(worker).toHaveURL(/#\/workPortal$/, { timeout: 2000 })
  }).toPass()
  await chooseEntry(page, '任务中心')
  await turn(page, '启用', false)
  await saveMenus(page)
  await expect(editorOf(page)).toBeVisible()
  await expect(worker.getByRole('link', { name: '任务中心', exact: true })).toHaveCount(0)
  await worker.goto('/#/taskCenter')
  await expect(worker.getByText('您当前暂无权限，请联系管理员！').first()).toBeVisible()
})

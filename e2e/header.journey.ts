import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { createRole, hire } from './people.ts'
import { demoLogin, newSignedInPage, signIn, signInFirst, type Credentials } from './sign-in.ts'
import { test } from './journey.ts'

/** The company whose settings these journeys change. */
const COMPANY = '晴空新能'
const OWN = 'Header#2026'
/** Neither a session token nor a signed one: those contain dots. */
const TICKET = /^[\w-]{43}$/

const userMenu = (page: Page) => page.getByRole('menu', { name: '我的' })

async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: /好，/ }).click()
  const items = userMenu(page).getByRole('menuitem')
  await expect(items.last()).toBeVisible()
  // Until then, Escape does not reach the menu.
  await expect(items.first()).toBeFocused()
  return items
}

async function choose(page: Page, item: string) {
  await openUserMenu(page)
  await userMenu(page).getByRole('menuitem', { name: item }).click()
}

/** Changes the company's settings as their page does. */
async function configure(admin: Credentials, kind: 'System' | 'Business', change: Record<string, unknown>) {
  const { version } = await read<{ version: number }>(admin, 'get', `/sys/setting/${kind.toLowerCase()}`)
  await read(admin, 'put', `/sys/setting/edit${kind}`, { version, ...change })
}

test('the user menu has what the person may have, and every item leads where it says', async ({
  browser,
  page,
}) => {
  test.slow()
  await signIn(page, demoLogin('r10030'), { alone: true })
  await page.goto('/')
  expect(await (await openUserMenu(page)).allTextContents()).toEqual([
    expect.stringMatching(/^消息/),
    '个人主页',
    '问题反馈',
    '我的下载',
    expect.stringMatching(/^切换到/),
    '登录设备',
    '修改密码',
    '下载移动端APP',
    '退出登录',
  ])
  await page.keyboard.press('Escape')
  for (const [item, path] of [
    ['个人主页', '/isolarerp/employee/individual'],
    ['问题反馈', '/user/tickling/tickling'],
    ['我的下载', '/personal/downBigExcel'],
  ] as const) {
    await choose(page, item)
    await expect(page).toHaveURL(new RegExp(`#${path}`))
    await expect(page.getByRole('heading', { name: item, level: 1 })).toBeVisible()
  }
  await choose(page, '下载移动端APP')
  const app = page.getByRole('dialog', { name: '下载移动端APP' })
  await expect(app.getByRole('img', { name: /^下载地址：http.*\/app$/ }).locator('path')).toHaveAttribute(
    'd',
    /^M/,
  )
  await page.keyboard.press('Escape')
  await expect(app).toBeHidden()
  await choose(page, '修改密码')
  await expect(page.getByRole('dialog', { name: '修改密码' })).toBeVisible()
  await page.getByRole('button', { name: '取消' }).click()

  // Signing out asks first.
  await choose(page, '退出登录')
  const question = page.getByRole('dialog', { name: '退出登录' })
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toBeHidden()
  await choose(page, '退出登录')
  await question.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/#\/user\/login/)

  // The administrator has the configuration and, as the user named admin, the cache.
  const admin = await newSignedInPage(browser, demoLogin('admin'))
  await admin.goto('/')
  const items = await (await openUserMenu(admin)).allTextContents()
  expect(items.slice(0, 2)).toEqual(['系统配置', '业务配置'])
  expect(items.slice(-2)).toEqual(['清除缓存', '退出登录'])
  await admin.keyboard.press('Escape')
  const refreshed = admin.waitForResponse('**/sys/dict/refleshCache*')
  const fetched = admin.waitForResponse('**/sys/dict/queryAllDictItems*')
  await choose(admin, '清除缓存')
  expect((await refreshed).ok() && (await fetched).ok()).toBe(true)
  await expect(admin.getByText('缓存刷新完成')).toBeVisible()
  await admin.route('**/sys/dict/refleshCache*', (route) =>
    route.fulfill({ status: 500, json: { success: false } }),
  )
  await choose(admin, '清除缓存')
  await expect(admin.getByText('刷新失败')).toBeVisible()

  for (const [item, path] of [
    ['系统配置', '/systemConfiguration'],
    ['业务配置', '/serviceConfiguration'],
  ] as const) {
    await choose(admin, item)
    await expect(admin).toHaveURL(new RegExp(`#${path}$`))
    await expect(admin.getByRole('heading', { name: item, level: 1 })).toBeVisible()
  }
})

test('the mailbox tip shows after 7 s on the first visit of a day and hides after 10 s', async ({ page }) => {
  await signIn(page, demoLogin('r10025'))
  const mailbox = page.getByRole('link', { name: '给总经理写信' })
  const tip = page.getByRole('status').filter({ hasText: '给总经理写信' })
  const arrive = async () => {
    await page.goto('/')
    await expect(async () => {
      await page.clock.runFor(20)
      await expect(mailbox).toBeVisible({ timeout: 100 })
    }).toPass()
  }
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.context().clearCookies({ name: 'heliodesk_mail_tip' })
  await arrive()
  await page.clock.runFor(6000)
  await expect(tip).toBeHidden()
  await page.clock.runFor(1100)
  await expect(tip).toBeVisible()
  await page.clock.runFor(9000)
  await expect(tip).toBeVisible()
  await page.clock.runFor(1100)
  await expect(tip).toBeHidden()
  const cookies = await page.context().cookies()
  const left = cookies.find(({ name }) => name === 'heliodesk_mail_tip')!.expires - Date.now() / 1000
  expect(left).toBeGreaterThan(86_000)
  expect(left).toBeLessThanOrEqual(86_400 + 60)

  await arrive()
  await page.clock.runFor(30_000)
  await expect(tip).toBeHidden()
  await page.clock.resume()
  await mailbox.click()
  await expect(page).toHaveURL(/#\/editMail$/)
  await expect(page.getByRole('dialog', { name: /写信/ })).toBeVisible()
})

test.describe('with an assistant and sister systems', () => {
  let chat: Server

  test.beforeAll(async () => {
    chat = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><h1>对话</h1>
        <button onclick="parent.postMessage('hello', '*')">打招呼</button>
        <button onclick="parent.postMessage('close', '*')">结束对话</button>`)
    }).listen(Number(new URL(process.env.HELIODESK_FRAMES!).port), '127.0.0.1')
    await once(chat, 'listening')
    await configure(demoLogin('admin', COMPANY), 'System', {
      AIGC: true,
      assistantUrl: `${process.env.HELIODESK_FRAMES}/chat`,
      host: 'sister.test',
      sisters: { '/integratedPlatform': `${process.env.HELIODESK_URL}/` },
    })
  })
  test.afterAll(async () => {
    chat.close()
    chat.closeAllConnections()
  })

  test('the assistant opens in a drawer that its frame closes, and is pointed at once', async ({ page }) => {
    await signIn(page, demoLogin('r10020', COMPANY))
    await page.goto('/')
    const icon = page.getByRole('button', { name: '智能助手' })
    const tip = page.getByRole('status').filter({ hasText: '智能助手' })
    await expect(tip).toBeVisible()
    await expect(tip).toBeHidden()
    await page.reload()
    await icon.click()
    const drawer = page.getByRole('dialog', { name: '智能助手' })
    const frame = drawer.locator('iframe')
    await expect(drawer.getByRole('heading', { name: '智能助手' })).toBeVisible()
    await expect(tip).toHaveCount(0)
    expect((await drawer.boundingBox())!.width).toBe(576)

    const address = new URL((await frame.getAttribute('src'))!)
    const user = await page.evaluate(() => localStorage.getItem('heliodesk__Login_Userinfo'))
    expect(address.origin + address.pathname).toBe(`${process.env.HELIODESK_FRAMES}/chat`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      tenant_id: (JSON.parse(user!) as { value: { tenantId: string } }).value.tenantId,
      token: expect.stringMatching(TICKET),
      apiPrefix: new URL('/api', page.url()).href,
      pageParams: '{"type":1}',
    })

    // Neither another message nor another window closes it.
    await frame.contentFrame().getByRole('button', { name: '打招呼' }).click()
    await page.evaluate(() => window.postMessage('close', '*'))
    await expect(frame.contentFrame().getByRole('heading', { name: '对话' })).toBeVisible()
    await frame.contentFrame().getByRole('button', { name: '结束对话' }).click()
    await expect(drawer).toBeHidden()
  })

  test('the switcher lists the sisters that the person may enter and opens them in a window of their own', async ({
    browser,
    page,
  }) => {
    test.slow()
    await page.context().route('https://*.sister.test/**', (route) => route.fulfill({ body: 'sister' }))
    await signIn(page, demoLogin('admin', COMPANY))
    await page.goto('/')
    const systems = page.getByRole('list', { name: '系统' }).getByRole('button')
    await page.getByRole('button', { name: '切换系统' }).click()
    await expect(systems).toHaveText([
      /光伏运维管理平台.*当前系统/,
      /户用系统/,
      /健康评估系统/,
      /数据分析系统/,
      /智能巡检系统/,
      /一体化平台/,
    ])
    const opened = page.context().waitForEvent('page')
    await systems.nth(1).click()
    const sister = await opened
    await sister.waitForURL(/household/)
    const { origin, hash } = new URL(sister.url())
    expect(origin).toBe('https://www.sister.test')
    const [route, query] = hash.split('?') as [string, string]
    expect(route).toBe('#/user/login')
    const carried = new URLSearchParams(query)
    expect([...carried.keys()]).toEqual(['tenant_id', 'token', 'deviceId'])
    expect(await sister.evaluate(() => window.opener as unknown)).toBeNull()
    await sister.close()

    // The ticket in the address can be exchanged once, and only by the system that it was issued for.
    const exchange = async (target: string) => {
      const data = { ticket: carried.get('token'), tenantId: carried.get('tenant_id'), target }
      return (await (await page.request.post('/api/sys/ticket/exchange', { data })).json()) as object
    }
    expect(carried.get('token')).toMatch(TICKET)
    expect(await exchange('https://care.sister.test/')).toMatchObject({ success: false })
    expect(await exchange('https://www.sister.test/household/')).toMatchObject({ success: true })
    expect(await exchange('https://www.sister.test/household/')).toMatchObject({ success: false })

    // A sister system that is a Heliodesk too signs in with the ticket automatically.
    const platform = page.context().waitForEvent('page')
    await systems.nth(5).click()
    const own = await platform
    await expect(own.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(own).toHaveURL(/^[^?]*#\/dashboard\/analysis$/)
    await own.getByRole('button', { name: /好，/ }).click()
    await own.getByRole('menuitem', { name: '登录设备' }).click()
    await expect(own.getByRole('listitem').filter({ hasText: '本机' })).toContainText('系统跳转')
    await own.close()
    await expect(page.getByText('暂无权限，请联系管理员！')).toHaveCount(0)

    await page.goto('/#/system/user')
    await expect(page.getByRole('heading', { name: '用户', level: 1 })).toBeVisible()
    if (!(await systems.first().isVisible())) await page.getByRole('button', { name: '切换系统' }).click()
    await systems.first().click()
    await expect(page).toHaveURL(/#\/dashboard\/analysis$/)

    // Without such a permission, only the current system is listed.
    const master = await newSignedInPage(browser, demoLogin('r10020', COMPANY))
    await master.goto('/')
    await master.getByRole('button', { name: '切换系统' }).click()
    await expect(master.getByRole('list', { name: '系统' }).getByRole('button')).toHaveText([/当前系统/])

    // A user with an empty menu is redirected to the sister system.
    const roleCode = await createRole(page, 'sister:smartAnalyze')
    const newcomer = await hire(page, roleCode)
    const stranger = await (await browser.newContext()).newPage()
    await stranger.context().route('https://*.sister.test/**', (each) => each.fulfill({ body: 'sister' }))
    await signInFirst(stranger, newcomer, OWN)
    await stranger.goto('/')
    await stranger.waitForURL(
      /^https:\/\/www\.sister\.test\/analyze\/#\/user\/login\?tenant_id=\d+&token=\S+/,
    )
  })
})

test('guests and partners see another logo, guests no switcher', async ({ browser, page }) => {
  test.slow()
  const logo = (seen: Page, name: string) => seen.getByRole('banner').getByRole('img', { name })
  const switcher = (seen: Page) => seen.getByRole('button', { name: '切换系统' })
  await signIn(page, demoLogin('r10055'))
  await page.goto('/')
  await expect(logo(page, '访客标志')).toBeVisible()
  await expect(switcher(page)).toHaveCount(0)

  const admin = await newSignedInPage(browser, demoLogin('admin'))
  await admin.goto('/')
  await expect(switcher(admin)).toBeVisible()
  await expect(logo(admin, '访客标志')).toHaveCount(0)
  await expect(logo(admin, '合作方标志')).toHaveCount(0)
  const newcomer = await hire(admin, 'r10030', { userType: '9', companyId: '22' })
  const partner = await (await browser.newContext()).newPage()
  await signInFirst(partner, newcomer, OWN)
  await partner.goto('/')
  await expect(logo(partner, '合作方标志')).toBeVisible()
  await expect(switcher(partner)).toBeVisible()
})

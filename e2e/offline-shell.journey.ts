import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { startServerBeside } from './demo-server.ts'
import { expectNoFaults } from './axe.ts'
import { pressFor, test } from './journey.ts'
import { serveNextBuild } from './next-build.ts'
import { cards, engineer, kept, openOwnOrders, phone, readAhead, strip } from './offline-phone.ts'
import { demoLogin, signIn, signInByHand } from './sign-in.ts'

test.use({
  ...phone,
  serviceWorkers: 'allow',
  permissions: ['geolocation'],
  geolocation: { latitude: 37.79, longitude: 107.4 },
})

/** The least size of what a finger meets, in px. */
const TOUCH = 44

test('the app can be installed: manifest, icons, worker, and a start without a line', async ({
  page,
  context,
}) => {
  await signIn(page, engineer, { alone: true })
  await openOwnOrders(page)
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await page.request.get(href!)
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  expect(manifest.headers()['cache-control']).toBe('no-cache')
  type Manifest = {
    start_url: string
    display: string
    icons: { src: string; sizes: string; purpose: string }[]
    shortcuts: { url: string }[]
  }
  const { icons, display, start_url: start, shortcuts } = (await manifest.json()) as Manifest
  expect(display).toBe('standalone')
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const { src, sizes } of icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']).toBe('image/png')
    const png = await icon.body()
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(shortcuts.length).toBeGreaterThan(0)
  const worker = await page.request.get('/sw.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
  await kept(page)
  await page.goto('/#/my')
  const script = await page.locator('script[type=module][src*="/start-"]').getAttribute('src')
  await expect(page.getByText(/-([\w-]{8})\.js$/.exec(script!)![1]!)).toBeVisible()
  await context.setOffline(true)
  const answered = await page.evaluate(async (url) => (await fetch(url)).status, start)
  expect(answered).toBe(200)
})

test('without a line the list and the details are there, with their age; the line brings what is new', async ({
  page,
  context,
}) => {
  await signIn(page, engineer, { alone: true })
  await openOwnOrders(page)
  await kept(page)
  await readAhead(page)
  await expect(strip(page)).toHaveCount(0)
  const name = await cards(page).first().locator('b').textContent()

  await context.setOffline(true)
  await page.reload()
  await expect(strip(page)).toContainText(/离线.*截至 \d\d:\d\d 的数据/)
  await expect(cards(page).first().locator('b')).toHaveText(name!)
  await cards(page).first().getByRole('link').first().click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByRole('heading', { name: name! })).toBeVisible()
  await expect(detail.getByText('没有取到')).toHaveCount(0)

  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(strip(page)).toHaveCount(0)
})

test('a new build waits for its person, and takes over at their press', async ({ browser }) => {
  const host = await serveNextBuild()
  try {
    const context = await browser.newContext({ ...phone, serviceWorkers: 'allow', baseURL: host.address })
    const page = await context.newPage()
    await signIn(page, engineer)
    await openOwnOrders(page)
    await kept(page)
    const builds = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('build-')))
    const [first] = await builds()
    host.deploy()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const offer = page.getByRole('status').filter({ hasText: '新版本已就绪，点此更新' })
    await expect(offer).toBeVisible()
    // Nothing changes before the press, after a reload neither.
    await page.reload()
    await expect(offer).toBeVisible()
    await Promise.all([
      page.waitForEvent('load'),
      offer.getByRole('button', { name: '更新', exact: true }).click(),
    ])
    await expect(cards(page).first()).toBeVisible()
    await expect(offer).toHaveCount(0)
    const isWaiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null)
    await expect.poll(() => isWaiting().catch(() => 'loading')).toBe(false)
    // The build before it stays for windows that still run it.
    expect(new Set(await builds())).toEqual(new Set([first, 'build-ffffffffffffffff']))
    await context.close()
  } finally {
    host.close()
  }
})

test('with the server gone it starts, and an expired session goes on reading', async ({ browser }) => {
  const server = await startServerBeside({})
  const context = await browser.newContext({ ...phone, serviceWorkers: 'allow', baseURL: server.address })
  try {
    const page = await context.newPage()
    await signIn(page, engineer, { alone: true })
    await openOwnOrders(page)
    await kept(page)
    await readAhead(page)
    await server.stop()
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
    await expect(strip(page)).toContainText('离线')
    await page.evaluate(() => {
      for (const name of ['heliodesk__Access-Token', 'heliodesk__Login_Userinfo']) {
        const stored = JSON.parse(localStorage.getItem(name)!) as object
        localStorage.setItem(name, JSON.stringify({ ...stored, expiresAt: 1 }))
      }
    })
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
  } finally {
    await context.close()
    await server.stop()
  }
})

test('sign-out wipes what is kept, and the next person reads nothing of it', async ({ page, context }) => {
  await signIn(page, engineer, { alone: true })
  await openOwnOrders(page)
  await kept(page)
  await readAhead(page)
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(await databases()).toContain('heliodesk-kept')
  // What lies there is sealed: no name of an order is to be found in it.
  const name = await cards(page).first().locator('b').textContent()
  const raw = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('heliodesk-kept')
        opening.addEventListener('success', () => {
          const db = opening.result
          const all = db.transaction('answers').objectStore('answers').getAll()
          all.addEventListener('success', () => {
            const texts = (all.result as { bytes: ArrayBuffer }[]).map(({ bytes }) =>
              new TextDecoder().decode(bytes),
            )
            db.close()
            resolve(texts.join('\n'))
          })
        })
      }),
  )
  expect(raw.length).toBeGreaterThan(1000)
  expect(raw).not.toContain(name)

  await page.getByRole('link', { name: '我的', exact: true }).click()
  const here = page.getByRole('region', { name: '本机数据' })
  await expect(here).toContainText(/项，最早/)
  test.info().annotations.push({ type: 'kept', description: (await here.textContent()) ?? '' })
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('dialog', { name: '退出登录' }).getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect.poll(databases).not.toContain('heliodesk-kept')

  await signIn(page, demoLogin('r10020'), { alone: true })
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByText('工作台没有打开')).toBeVisible()
  await expect(page.getByText(name!)).toHaveCount(0)
})

test('another person’s sign-in where the first session had ended by itself finds nothing of it', async ({
  page,
  context,
}) => {
  await signIn(page, engineer, { alone: true })
  await openOwnOrders(page)
  await kept(page)
  await readAhead(page)
  // Its end has come, and the server says so.
  await page.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('heliodesk__Access-Token')!) as object
    localStorage.setItem('heliodesk__Access-Token', JSON.stringify({ ...token, value: 'gone', expiresAt: 1 }))
  })
  await page.reload()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('heliodesk__kept'))).not.toBeNull()

  await signInByHand(page, demoLogin('r10020'))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('heliodesk__kept'))).not.toBe(null)
  const theirs = await page.evaluate(() => localStorage.getItem('heliodesk__kept-gone'))
  expect(theirs).toBeNull()
  await context.setOffline(true)
  await page.goto('/#/my/orders')
  await page.reload()
  await expect(strip(page)).toContainText('离线')
  await expect(page.getByRole('main').getByText(/李沐阳/)).toHaveCount(0)
})

test.describe('the phone’s screens', () => {
  const screens = [
    { path: '/my/orders', ready: (page: Page) => expect(cards(page).first()).toBeVisible() },
    { path: '/my/messages', ready: (page: Page) => expect(page.getByText('提到我的')).toBeVisible() },
    { path: '/my/outbox', ready: (page: Page) => expect(page.getByText('全部已同步')).toBeVisible() },
    { path: '/my/scan', ready: (page: Page) => expect(page.getByLabel('设备编码')).toBeVisible() },
    {
      path: '/my',
      ready: (page: Page) => expect(page.getByRole('region', { name: '本机数据' })).toBeVisible(),
    },
  ]
  for (const { path, ready } of screens)
    test(`a finger meets everything, and axe finds nothing: ${path}`, async ({ page }) => {
      await signIn(page, engineer)
      await page.goto(`/#${path}`)
      await ready(page)
      const small = await page
        .locator('.bottom-bar a:visible, main a:visible, main button:visible, main .fld:visible')
        .evaluateAll(
          (all, least) =>
            all.flatMap((each) => {
              const { height, width } = each.getBoundingClientRect()
              // Links within a text are as high as their line.
              const isInText = each.matches('p a, li span a')
              return isInText || (height >= least && width >= least) ? [] : [`${each.textContent} ${height}`]
            }),
          TOUCH,
        )
      expect(small).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      for (const theme of ['light', 'dark'] as const) await expectNoFaults(page, theme, path)
    })
})

test('a label’s code, typed, opens its device with facts, orders and 报缺陷', async ({ page }) => {
  await signIn(page, demoLogin('admin'))
  const { pageList } = await read<{ pageList: { code: string; name: string }[] }>(
    page,
    'post',
    '/device/ledger/page',
    { status: '1', curPage: 1, size: 1 },
  )
  const [device] = pageList
  await page.goto('/#/my/scan')
  await page.getByLabel('设备编码').fill('https://weixin.qq.com/r/abc')
  await page.getByRole('button', { name: '打开', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('不是本系统的设备码')
  await page.getByLabel('设备编码').fill(device!.code)
  await pressFor(
    page.getByRole('button', { name: '打开', exact: true }),
    page.getByRole('heading', { name: device!.name, level: 1 }),
  )
  await expect(page.getByRole('region', { name: '变更记录' })).toBeVisible()
  await expect(page.getByRole('link', { name: '报缺陷' })).toBeVisible()
})

test('a label is read from a picture', async ({ page, browser }) => {
  await signIn(page, demoLogin('admin'))
  const { pageList } = await read<{ pageList: { id: string; name: string }[] }>(
    page,
    'post',
    '/device/ledger/page',
    { status: '1', curPage: 1, size: 1 },
  )
  const [device] = pageList
  const desk = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(desk, demoLogin('admin'))
  const { code } = await read<{ code: string }>(desk, 'post', '/device/ledger/detail', { id: device!.id })
  await desk.goto(`/#/station/device?device=${code}`)
  const picture = await desk.getByRole('img', { name: `${device!.name}的二维码` }).screenshot()
  await page.goto('/#/my/scan')
  await page
    .getByLabel('二维码图片')
    .setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('heading', { name: device!.name, level: 1 })).toBeVisible()
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { startServerBeside, type Server } from './demo-server.ts'
import { demoLogin, signIn } from './sign-in.ts'
import { idle, test } from './journey.ts'

const ATTRIBUTION = '© 旅程地图'
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type TileServer = { address: string; asked: string[]; stop: () => Promise<void> }

/** Answers every address with a tile of one colour. */
async function startTiles(): Promise<TileServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end(TILE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop }
}

const mapOf = (page: Page) => page.getByRole('region', { name: /^电站地图，方向键移动/ })

/** The map without an external service: graticule and stations. */
async function expectOwnSheet(page: Page) {
  await expect(mapOf(page).getByRole('button').first()).toBeVisible()
  await expect(
    mapOf(page)
      .getByText(/^\d+°$/)
      .first(),
  ).toBeVisible()
}

test.describe('with a tile server that the operator named', () => {
  let tiles: TileServer
  let server: Server
  test.beforeAll(async () => {
    test.setTimeout(240_000)
    tiles = await startTiles()
    server = await startServerBeside({
      MAP_TILE_URL: `${tiles.address}/{z}/{x}/{y}.png`,
      MAP_TILE_ATTRIBUTION: ATTRIBUTION,
    })
  })
  test.afterAll(async () => {
    await tiles.stop()
    await server.stop()
  })

  test('the station map shows its tiles and whom they are by, and its own sheet when that server is down', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: server.address })
    const page = await context.newPage()
    await signIn(page, demoLogin('admin'))
    await page.goto('/#/station/archive?view=map')
    await expect(page.getByText(ATTRIBUTION)).toBeVisible()
    expect(tiles.asked.length).toBeGreaterThan(0)
    for (const path of tiles.asked) expect(path).toMatch(/^\/\d+\/\d+\/\d+\.png$/)
    await expectOwnSheet(page)

    // Zooming in requests finer tiles.
    const [coarse] = /\d+/.exec(tiles.asked[0]!)!
    await mapOf(page).focus()
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect.poll(() => tiles.asked.some((path) => Number(/\d+/.exec(path)) > Number(coarse))).toBe(true)

    await tiles.stop()
    await page.reload()
    await expectOwnSheet(page)
    await expect(mapOf(page).locator('img')).toHaveCount(0)
    await expect(page.getByText(ATTRIBUTION)).toBeHidden()
    await context.close()
  })
})

test('without one, nothing that the maps show is asked of another address', async ({ page, baseURL }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(baseURL!).origin) strangers.push(request.url())
  })
  await signIn(page, demoLogin('admin'))
  await page.goto('/#/station/archive?view=map')
  await page
    .getByRole('group', { name: /^各省电站/ })
    .getByRole('link', { name: /^宁夏，/ })
    .click()
  const sheet = page.getByRole('region', { name: /^宁夏的电站，方向键移动/ })
  await expect(sheet.getByText(/^[\d.]+°$/).first()).toBeVisible()
  await sheet.focus()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowLeft')
  await page.goto(`/#/station/archive?psName=${encodeURIComponent('晴川红柳沟一期')}`)
  await page.getByRole('row').filter({ hasText: '晴川红柳沟一期' }).first().click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /晴川红柳沟一期/ })).toBeVisible()
  await page.goto('/#/dashboard/analysis')
  await expect(page.getByRole('region', { name: '电站分布' }).getByRole('link').first()).toBeVisible()
  await idle(page)
  expect(strangers).toEqual([])
})

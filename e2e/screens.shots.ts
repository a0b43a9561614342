import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, type Route } from '@playwright/test'
import { idle, test } from './journey.ts'
import { read } from './api.ts'
import { hire } from './people.ts'
import { operatorOverlays, operatorPages } from './operator-screens.ts'
import { papers } from './papers.ts'
import { overlays, pages } from './screens.ts'
import type { Screen } from './show.ts'
import { demoLogin, operatorLogin, signIn, signInFirst, type Credentials } from './sign-in.ts'

/**
 * Takes pictures of every screen for `npm run shots`, in each state, width and theme:
 * `<folder>/<state>-<theme>-<width>/<screen>.png`. A screen that cannot be shown fails alone.
 */
const folder = process.env.HELIODESK_SHOTS!

const themes = ['light', 'dark'] as const

const windows = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

type Department = { id: string; departName: string; children: Department[] }

const calls = /\/api\//

const refuse = (route: Route) => route.abort()

test.describe.configure({ mode: 'parallel' })

for (const screen of [...pages, ...papers]) {
  const title = titleOf(screen)
  test(`data ${title}`, ({ page }) => takeOf(page, title, screen))

  test(`failing ${title}`, async ({ page }) => {
    await signIn(page, demoLogin('admin'))
    await takeAll(page, 'failing', title, async () => {
      await page.unroute(calls, refuse)
      await page.goto('/#/404')
      await page.reload()
      await expect(page.getByText('很抱歉，资源未找到!')).toBeVisible()
      await page.route(calls, refuse)
      await page.goto(`/#${screen.path}`)
      // Reads are tried again first; between two tries nothing on the page says that it waits.
      if (screen.path !== '/404') await expect(page.getByText('没有取到').first()).toBeVisible()
    })
  })
}

for (const screen of operatorPages)
  test(`data ${titleOf(screen)}`, ({ page }) => takeOf(page, titleOf(screen), screen, operatorLogin()))

for (const [screens, credentials] of [
  [overlays, demoLogin('admin')],
  [operatorOverlays, operatorLogin()],
] as const)
  for (const screen of screens) {
    const title = `${titleOf(screen)} ${screen.name ?? '详情'}`
    test(`data ${title}`, ({ page }) => takeOf(page, title, screen, credentials))
  }

const signInForm = (page: Page) =>
  expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()

test('data sign-in', async ({ page }) => {
  await takeAll(page, 'data', 'sign-in', async () => {
    await page.goto('/')
    await signInForm(page)
  })
  await takeAll(page, 'data', 'sign-in by phone, with faults', async () => {
    await page.reload()
    await page.getByRole('tab', { name: '手机验证码登录' }).click()
    await page.getByRole('button', { name: '登录', exact: true }).click()
  })
  await takeAll(page, 'data', 'forgotten password', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: '忘记密码' }).click()
  })
})

/** Somebody with all rights and a department of their own, in which there is nothing yet. */
test('empty pages', async ({ page }) => {
  test.setTimeout(20 * 60_000)
  const [top] = await read<Department[]>(demoLogin('admin'), 'get', '/sys/sysDepart/queryTreeList')
  const depId = top!.children.find(({ departName }) => departName === '平台运营部')!.id
  await signInFirst(page, await hire(demoLogin('admin'), 'admin', { depId }), 'Heliodesk@2027')
  for (const { path } of pages)
    await takeAll(page, 'empty', titleOf({ path }), async () => {
      await page.goto(`/#${path}`)
      await page.reload()
    })
})

function titleOf({ path }: Pick<Screen, 'path'>): string {
  return path.replaceAll(/\W+/g, ' ').trim()
}

async function takeOf(
  page: Page,
  title: string,
  screen: Screen,
  credentials: Credentials = demoLogin('admin'),
): Promise<void> {
  await signIn(page, credentials)
  await takeAll(page, 'data', title, async () => {
    await page.goto(`/#${screen.path}`)
    // Without what the width before left open.
    await page.reload()
    await screen.show(page)
  })
}

async function takeAll(page: Page, state: string, title: string, show: () => Promise<void>): Promise<void> {
  for (const size of windows) {
    await page.setViewportSize(size)
    await show()
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached()
      const into = join(folder, `${state}-${colorScheme}-${size.width}`)
      mkdirSync(into, { recursive: true })
      writeFileSync(join(into, `${title}.png`), await settledPicture(page))
    }
  }
}

/** The first picture that equals the one before it, when nothing loads any more. */
async function settledPicture(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0)
  await idle(page)
  // It shows a moment later, on an empty page; pages of other tabs keep theirs until they are shown.
  await expect(page.locator('.page:not([style*="display: none"]) .page-skeleton')).toHaveCount(0)
  await expect(page.locator('[aria-busy=true], .sk, [class*=keleton]').locator('visible=true')).toHaveCount(0)
  let last = await page.screenshot()
  for (let tries = 0; tries < 10; tries++) {
    const next = await page.screenshot()
    if (next.equals(last)) break
    last = next
  }
  return last
}

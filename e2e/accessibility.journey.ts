import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { expectWholeRings } from './focus-rings.ts'
import { frames } from './hand.ts'
import { operatorOverlays, operatorPages } from './operator-screens.ts'
import { papers } from './papers.ts'
import { checkFile, menuPaths, overlays, pages } from './screens.ts'
import type { Screen } from './show.ts'
import { demoLogin, operatorLogin, signIn, type Credentials } from './sign-in.ts'
import { test } from './journey.ts'

// Its tests share nothing.
test.describe.configure({ mode: 'parallel' })

/** Closes all overlays, the last one first. */
const closeAll = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 })
  }).toPass()

const WIDE = { width: 1440, height: 2400 }
const NARROW = { width: 390, height: 2400 }

/** Returns when the layout of the workspace has changed, which it does with a delay (spec 1 §9). */
async function resize(page: Page, viewport: Look['viewport']) {
  await page.setViewportSize(viewport)
  // Also behind a dialog, where roles are hidden. Papers have no tabs.
  const isInWorkspace = (await page.locator('.frame:not(.bare)').count()) > 0
  const tabs = page.locator('nav[aria-label=打开的页面]')
  if (isInWorkspace) await expect(tabs).toHaveCount(viewport === WIDE ? 1 : 0)
  await frames(page, 3)
}

type Look = { viewport: typeof WIDE; theme: 'light' | 'dark'; at: string }

/** A phone in the dark theme and a wide window in the light one; the gallery has every widget in both themes. */
const looks: readonly Look[] = [
  { viewport: NARROW, theme: 'dark', at: 'on a phone' },
  { viewport: WIDE, theme: 'light', at: 'in a wide window' },
]

async function expectNoFaultsInLook(page: Page, { theme, at }: Look, where: string, dialog?: Locator) {
  await expectNoFaults(page, theme, `${where} ${at}`, dialog)
  await expectWholeRings(page, `${where} ${at}`)
}

/** Checks what is on screen in both looks, beginning with the one that the window has. */
async function expectNoFaultsAtAnyWidth(page: Page, where: string, dialog?: Locator) {
  const isWide = page.viewportSize()!.width === WIDE.width
  for (const look of isWide ? looks.toReversed() : looks) {
    await resize(page, look.viewport)
    await expectNoFaultsInLook(page, look, where, dialog)
  }
}

// A high viewport, so that few lists scroll: axe cannot check a text that an edge cuts.
test.use({ viewport: NARROW })

test('axe finds nothing at sign-in, wherever the sun stands', async ({ page }) => {
  for (const time of ['03:00', '06:20', '08:15', '12:00', '15:45']) {
    await page.clock.setFixedTime(new Date(`2026-06-21T${time}:00+08:00`))
    await page.goto('/')
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await expectNoFaultsAtAnyWidth(page, `sign-in at ${time}`)
  }
})

test('axe finds nothing around signing in', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expectNoFaultsAtAnyWidth(page, 'sign-in')
  await page.getByRole('tab', { name: '手机验证码登录' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectNoFaultsAtAnyWidth(page, 'sign-in by phone, with faults')
  await page.getByRole('button', { name: '下载移动端APP' }).click()
  const download = page.getByRole('dialog', { name: '下载移动端APP' })
  await expect(download).toBeVisible()
  await expectNoFaultsAtAnyWidth(page, 'app download', download)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await expectNoFaultsAtAnyWidth(page, 'forgotten password')
})

for (const [who, credentials] of [
  ['an administrator', demoLogin('admin')],
  ['the platform’s operator', operatorLogin()],
] as const)
  test(`the pages in the menu of ${who} are all among those looked at`, async ({ page }) => {
    await signIn(page, credentials)
    const known = new Set([...pages, ...operatorPages].map(({ path }) => path.split('?')[0]))
    expect((await menuPaths(page)).filter((path) => !known.has(path))).toEqual([])
  })

/** Every page and every overlay once. Small areas, because axe reads the hidden pages of a window at every look too. */
const areas: [area: string, parts: RegExp][] = [
  ['users, roles and menus', /^\/system\/(?:user|role|menu)/],
  ['departments and dictionaries', /^\/system\/(?:department|position|dict|checkRule)/],
  ['processes and forms', /^\/system\/(?:process|form|holiday|taskType|defectGrading)/],
  [
    'the rest of the administration',
    /^\/(?:system\/(?:template|import|signInLog|openApi|job|online|dataRole|audit)|\w+Configuration)/,
  ],
  ['the task centre', /^\/taskCenter/],
  ['the two tickets', /^\/operation\/(?:ticket|typicalTicket|qualification|earth)/],
  [
    'the hall, the portal and the view of tasks',
    /^\/(?:operation\/(?:taskView|appearance|clean|item|orderStatistics|plan|cycle)|orderHall|workPortal)/,
  ],
  ['stations and devices', /^\/station/],
  ['what is one’s own', /^\/(?:dashboard|isolarerp|user|editMail|personal|my|404|system\/tidings)/],
]

test('every screen belongs to one area', () => {
  for (const { path } of [...pages, ...papers, ...overlays])
    expect(areas.filter(([, parts]) => parts.test(path)).length, path).toBe(1)
})

type Looked = { by: Credentials; pages: readonly Screen[]; overlays: readonly Screen[] }

/**
 * Looks at all screens on a phone, and then at all in a wide window: a change of the width or of the theme draws every
 * page anew that the window keeps in its tabs.
 */
async function lookAt(page: Page, { by, ...screens }: Looked) {
  await signIn(page, by)
  for (const look of looks) {
    await resize(page, look.viewport)
    await page.emulateMedia({ colorScheme: look.theme })
    for (const { path, show } of screens.pages) {
      await page.goto(`/#${path}`)
      await show(page)
      await expectNoFaultsInLook(page, look, path)
    }
    for (const { name, path, show } of screens.overlays) {
      await page.goto(`/#${path}`)
      const dialog = page.getByRole('dialog', { name, exact: true }).last()
      await show(page)
      await expect(dialog).toBeVisible()
      await expectNoFaultsInLook(page, look, `${path} ${name ?? ''}`, dialog)
      await closeAll(page)
    }
  }
}

for (const [area, parts] of areas)
  test(`axe finds nothing in any page and overlay of ${area}`, async ({ page }) => {
    test.slow()
    const inArea = (all: readonly Screen[]) => all.filter(({ path }) => parts.test(path))
    await lookAt(page, {
      by: demoLogin('admin'),
      pages: inArea([...pages, ...papers]),
      overlays: inArea(overlays),
    })
  })

test('axe finds nothing in any page and overlay of the platform’s operator', async ({ page }) => {
  test.slow()
  await lookAt(page, { by: operatorLogin(), pages: operatorPages, overlays: operatorOverlays })
})

test('axe finds nothing in the result of an import', async ({ page }) => {
  await signIn(page, demoLogin('admin'))
  await page.goto('/#/system/import')
  await checkFile(page)
  await expectNoFaultsAtAnyWidth(page, 'import result')
})

import { expect, type Page } from '@playwright/test'
import { demoLogin } from './sign-in.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

export const engineer = demoLogin('r10030')

export const cards = (page: Page) => page.getByRole('main').getByRole('article')
export const strip = (page: Page) => page.locator('.line-strip')

/** The worker has installed the build and controls the page. */
export async function kept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 })
}

/** What is read ahead of time has been read. */
export const readAhead = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => localStorage.getItem('heliodesk__ahead-at')), { timeout: 90_000 })
    .not.toBeNull()

export async function openOwnOrders(page: Page): Promise<void> {
  await page.goto('/')
  await expect(cards(page).first()).toBeVisible()
}

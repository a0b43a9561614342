import { expect, test as base, type Locator, type Page } from '@playwright/test'

/** A journey. The windows that it opens are closed at its end; open windows would keep polling the server. */
export const test = base.extend<{ closeWindows: void }>({
  closeWindows: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use()
      const opened = browser.contexts().filter((context) => !before.has(context))
      await Promise.all(opened.map((context) => context.close()))
    },
    { auto: true },
  ],
})

/**
 * Waits until the page waits for no answer. Its stream of changes, which has no end, is closed, as when the line is lost,
 * until `listen`, unless the page has not opened it yet.
 */
export async function idle(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await page.waitForLoadState('networkidle', { timeout: 5000 })
  }).toPass()
}

/** The line is back: the page opens its stream of changes again, and reads what it missed. */
export const listen = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')))

/** Presses a button until what it opens is visible: a second press within a second counts as a repeat (spec 2 §4). */
export async function pressFor(button: Locator, opened: Locator): Promise<void> {
  await expect(async () => {
    if (!(await opened.isVisible())) await button.click()
    await expect(opened).toBeVisible({ timeout: 2000 })
  }).toPass()
}

/** Presses a button of the dialog with this name. */
export const answer = (page: Page, question: string | RegExp, button: string): Promise<void> =>
  page.getByRole('dialog', { name: question }).getByRole('button', { name: button }).click()

import { expect, test as base, type Locator } from '@playwright/test'

/** A journey. The windows that it opens are closed at its end; left open, they would go on asking the server. */
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

/** Presses a button until what it opens is there: a second press within a second counts as a repeat (spec 2 §4). */
export async function pressFor(button: Locator, opened: Locator): Promise<void> {
  await expect(async () => {
    if (!(await opened.isVisible())) await button.click()
    await expect(opened).toBeVisible({ timeout: 2000 })
  }).toPass()
}

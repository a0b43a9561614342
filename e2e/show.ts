import { expect, type Page } from '@playwright/test'

/** How screens are opened for everything that is done with each of them. */

export const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()

export type Screen = {
  /** Of its dialog; without it, or if the heading depends on the record, the last one open. */
  name?: string
  path: string
  /** Waits for its content, or opens its dialog. */
  show: (page: Page) => Promise<void>
}

/** How long people hold a button or a key, in milliseconds; only where answers to presses are measured. */
export const HELD = process.env.HELIODESK_SOAK ? { delay: 80 } : {}

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click(HELD)

export const headed = (page: Page) => page.getByRole('dialog').getByRole('heading', { level: 1 })

/** A position clear of the buttons in a row or on a card. */
export const EDGE = { x: 60, y: 12 }

/** Opens the first record of the list. */
export async function openFirst(page: Page) {
  await page
    .getByRole('article')
    .or(page.locator('tbody').getByRole('row'))
    // The kept pages, which are hidden, have rows too.
    .filter({ visible: true })
    .first()
    .click({ position: EDGE, ...HELD })
  await expect(headed(page)).toBeVisible()
}

export async function choose(page: Page, action: string) {
  await page
    .getByRole('button', { name: /更多操作|的操作$/ })
    .first()
    .click(HELD)
  await page.getByRole('menuitem', { name: action }).click(HELD)
}

import type { Page } from '@playwright/test'

/** The rows of the list that contain a text. */
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Chooses an action from the menu of the row that contains a text. */
export async function chooseInRow(page: Page, text: string, action: string): Promise<void> {
  await rowOf(page, text)
    .getByRole('button', { name: /更多操作/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

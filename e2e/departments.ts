import type { Locator, Page } from '@playwright/test'

/** Chooses a department by name from the tree of a field on a page or in a dialog. */
export async function chooseDepartment(within: Page | Locator, label: string, name: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).click()
  const tree = within.getByRole('dialog', { name: '选择部门', exact: true })
  await tree.getByRole('searchbox', { name: '查找部门' }).fill(name)
  // Before the search has run, the row is elsewhere, and a press during the move hits none.
  const found = tree.getByRole('treeitem').filter({ hasText: name, has: tree.page().locator('mark') })
  await found.click()
}

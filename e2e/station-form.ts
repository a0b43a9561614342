import type { Locator, Page } from '@playwright/test'
import { chooseDepartment } from './departments.ts'

/** Fills in what a new station needs: its name, the first open project, a department, its power in kWp. */
export async function fillStation(page: Page, form: Locator, name: string, kwp: string): Promise<void> {
  await form.getByLabel('电站名称').fill(name)
  await form.getByLabel('项目').click()
  await page.locator('.ant-select-item-option:not(.ant-select-item-option-disabled)').first().click()
  await chooseDepartment(form, '归属部门', '宁夏运维中心')
  await form.getByLabel('装机容量').fill(kwp)
}

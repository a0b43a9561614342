import type { Locator, Page } from '@playwright/test'

/** Opens the form of a new order with the first station and 其他事项; returns it. */
export async function fillOrder(page: Page, description: string): Promise<Locator> {
  await page.getByRole('button', { name: '新建工单' }).click()
  const form = page.getByRole('dialog', { name: '新建工单' })
  await form.getByLabel('电站').click()
  await page.locator('.ant-select-item-option').first().click()
  await form.getByLabel('任务类型').fill('其他')
  await page.locator('.ant-select-item-option', { hasText: '其他事项' }).click()
  await form.getByLabel('任务描述').fill(description)
  return form
}

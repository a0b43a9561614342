import { expect } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { chooseDepartment } from './departments.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { chooseInRow, rowOf } from './rows.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const publication = `安〔旅程〕${Date.now()} 号`
const PERSON = '褚子墨'
const again = `${publication} 续`

test('a qualification is entered, found, published again for the next year, and revoked', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/operation/qualification')
  await expect(page.getByRole('heading', { name: '三种人名单', exact: true })).toBeVisible()
  await expect(rowOf(page, '即将到期').first()).toBeVisible()

  await page.getByRole('button', { name: '谁不能兼任' }).click()
  const table = page.getByRole('dialog', { name: '谁不能兼任' })
  await expect(table.getByRole('row').filter({ hasText: '工作许可人' }).last()).toContainText('工作负责人')
  await expectNoFaults(page, 'light', '谁不能兼任', table)
  await table.getByRole('button', { name: '我知道了' }).click()

  await page.getByRole('button', { name: '登记资格' }).click()
  const form = page.getByRole('dialog', { name: '登记资格' })
  await form.getByRole('button', { name: '登记', exact: true }).click()
  await expect(form.getByText('请选择人员')).toBeVisible()
  await expectNoFaults(page, 'light', '登记资格', form)
  await form.getByLabel('人员', { exact: true }).fill('chuzimo')
  await page.locator('.ant-select-item-option', { hasText: PERSON }).click()
  await form.getByLabel('角色', { exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: '消防监护人' }).click()
  await page.keyboard.press('Escape')
  await chooseDepartment(form, '适用范围', '宁夏运维中心')
  await form.getByLabel('公布文号').fill(publication)
  await form.getByLabel('生效日期').fill('2035-01-01')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('有效期至')).toHaveValue('2035-12-31')
  await pressToClose(form, '登记')

  await page.getByRole('searchbox', { name: '关键词' }).fill(publication)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 条', { exact: true }).first()).toBeVisible()
  await expect(rowOf(page, '2035-12-31')).toContainText('消防监护人')
  await page.getByRole('checkbox', { name: new RegExp(`选择.*消防监护人`) }).check()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '续期 1' }).click()
  const renewal = page.getByRole('dialog', { name: /^续期/ })
  await expect(renewal.getByLabel('生效日期')).toHaveValue('2036-01-01')
  await renewal.getByLabel('公布文号').fill(again)
  await renewal.getByRole('button', { name: '续期', exact: true }).click()
  await expect(page.getByText('已续期 1 条')).toBeVisible()
  await expect(page.getByText('2 条', { exact: true }).first()).toBeVisible()

  await rowOf(page, '2036-12-31').getByText(PERSON).click()
  const detail = page.getByRole('dialog').filter({ hasText: again })
  await expect(detail).toContainText('2036-12-31')
  await page.reload()
  await expect(detail).toContainText('2036-12-31')
  await detail.getByRole('button', { name: '关闭' }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('article').filter({ hasText: '2036-12-31' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await chooseInRow(page, '2036-12-31', '撤销')
  const revoking = page.getByRole('dialog', { name: `撤销“${PERSON}”的资格？` })
  await revoking.getByLabel('原因').fill('登记有误')
  await pressToClose(revoking, '撤销')
  await expect(rowOf(page, '2036-12-31')).toContainText('已撤销')
})

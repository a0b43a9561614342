import { expect } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { chooseInRow, rowOf } from './rows.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const suffix = Date.now()
const number = `旅程 ${suffix}`

test('an earth wire is recorded, found, sent to its test, taken back, exported and scrapped', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/operation/earth')
  await expect(page.getByRole('heading', { name: '接地线台账', exact: true })).toBeVisible()
  await expect(page.getByText(/试验超期 [1-9]/)).toBeVisible()
  await expect(rowOf(page, '已超期').first()).toBeVisible()
  await expectNoFaults(page, 'light', '接地线台账')

  await page.getByRole('button', { name: '登记接地线' }).click()
  const form = page.getByRole('dialog', { name: '登记接地线' })
  await form.getByRole('button', { name: '登记', exact: true }).click()
  await expect(form.getByText('请填写编号')).toBeVisible()
  await expectNoFaults(page, 'light', '登记接地线', form)
  await form.getByLabel('编号').fill(number)
  await form.getByLabel('电站', { exact: true }).fill('晴川红柳沟一期')
  await page.locator('.ant-select-item-option', { hasText: '晴川红柳沟一期' }).first().click()
  await form.getByLabel('存放位置').fill('1号柜 9号位')
  await form.getByLabel('试验有效期').fill('2031-05-06')
  await page.keyboard.press('Enter')
  await pressToClose(form, '登记')

  await page.getByRole('searchbox', { name: '关键词' }).fill(String(suffix))
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 件', { exact: true }).first()).toBeVisible()
  await chooseInRow(page, number, '送检')
  await pressToClose(page.getByRole('dialog', { name: `送检“接地线 ${number}”？` }), '送检')
  await expect(rowOf(page, number)).toContainText('送检')
  await chooseInRow(page, number, '收回')
  const receiving = page.getByRole('dialog', { name: `收回“接地线 ${number}”？` })
  await receiving.getByLabel('试验有效期').fill('2032-05-06')
  await page.keyboard.press('Enter')
  await receiving.getByLabel('说明').fill('报告 SY-17')
  await pressToClose(receiving, '收回')
  await expect(rowOf(page, number)).toContainText('2032-05-06')

  await rowOf(page, number).getByText(number).click()
  const detail = page.getByRole('dialog').filter({ hasText: number })
  const history = detail.getByRole('region', { name: '变更记录' })
  await expect(history).toContainText('试验有效期至 2032-05-06；报告 SY-17')
  await expectNoFaults(page, 'light', '接地线详情', detail)
  await page.reload()
  await expect(history).toContainText('登记')
  await detail.getByRole('button', { name: '关闭' }).click()

  await page.getByRole('button', { name: '导出', exact: true }).click()
  const question = page.getByRole('dialog', { name: '导出接地线台账' })
  await expect(question).toContainText('导出 1 件')
  await question.getByRole('button', { name: '导出', exact: true }).click()
  await expect(page.getByText('已加入我的下载')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('article').filter({ hasText: number })).toBeVisible()
  await expectNoFaults(page, 'light', '接地线台账 on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await chooseInRow(page, number, '报废')
  const scrapping = page.getByRole('dialog', { name: `报废“接地线 ${number}”？` })
  await scrapping.getByLabel('原因').fill('断股')
  await pressToClose(scrapping, '报废')
  await expect(rowOf(page, number)).toContainText('报废')
  await page
    .getByRole('button', { name: /更多操作/ })
    .first()
    .click()
  await expect(page.getByText('已报废，不能再修改')).toBeVisible()
})

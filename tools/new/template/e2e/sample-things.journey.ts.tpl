import { expect } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { chooseInRow, rowOf } from './rows.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const suffix = Date.now()
const name = `旅程样品 ${suffix}`

test('a 样品 is added, found, opened by its address, changed, exported and removed', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/station/sampleThing')
  await expect(page.getByRole('heading', { name: '样品', exact: true })).toBeVisible()
  await expect(rowOf(page, '样品一')).toBeVisible()
  await expectNoFaults(page, 'light', '样品')

  await page.getByRole('button', { name: '新建样品' }).click()
  const form = page.getByRole('dialog', { name: '新建样品' })
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await expect(form.getByText('请填写样品名称')).toBeVisible()
  await expectNoFaults(page, 'light', '新建样品', form)
  await form.getByLabel('样品名称').fill(name)
  await form.getByLabel('电站', { exact: true }).fill('晴川红柳沟一期')
  await page.locator('.ant-select-item-option', { hasText: '晴川红柳沟一期' }).first().click()
  await pressToClose(form, '新建')

  await page.getByRole('searchbox', { name: '关键词' }).fill(String(suffix))
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 条', { exact: true }).first()).toBeVisible()
  await rowOf(page, name).getByText(name).click()
  const detail = page.getByRole('dialog').filter({ hasText: name })
  await expect(detail).toContainText('晴川红柳沟一期')
  await expectNoFaults(page, 'light', '样品详情', detail)
  await page.reload()
  await expect(detail).toContainText('晴川红柳沟一期')

  await detail.getByRole('button', { name: '编辑' }).click()
  const edit = page.getByRole('dialog', { name: '编辑样品' })
  await edit.getByLabel('备注').fill('由旅程修改')
  await pressToClose(edit, '保存')
  await expect(detail).toContainText('由旅程修改')
  await detail.getByRole('button', { name: '关闭' }).click()

  await page.getByRole('button', { name: '导出', exact: true }).click()
  const question = page.getByRole('dialog', { name: '导出样品' })
  await expect(question).toContainText('导出 1 条')
  await question.getByRole('button', { name: '导出', exact: true }).click()
  await expect(page.getByText('已加入我的下载')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible()
  await expectNoFaults(page, 'light', '样品 on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await chooseInRow(page, name, '删除')
  const removal = page.getByRole('dialog', { name: `删除样品“${name}”？` })
  await pressToClose(removal, '删除')
  await expect(rowOf(page, name)).toHaveCount(0)
})

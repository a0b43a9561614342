import { expect } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { chooseInRow, rowOf } from './rows.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const suffix = Date.now()
const copy = `旅程停电 ${suffix}`

test('a typical operation ticket is read, copied with its order checked, changed and removed', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/operation/typicalTicket')
  await expect(page.getByRole('heading', { name: '典型票', exact: true })).toBeVisible()
  await rowOf(page, '3号箱变由运行转检修').getByText('3号箱变由运行转检修').click()
  const detail = page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(detail.getByRole('region', { name: '操作项目' }).getByRole('listitem')).toHaveCount(10)
  await expect(detail.getByText('请核对操作顺序')).toHaveCount(0)
  await expectNoFaults(page, 'light', '典型票详情', detail)

  await detail.getByRole('button', { name: '复制' }).click()
  const form = page.getByRole('dialog', { name: '新建典型票' })
  await expect(form.getByLabel('任务名称')).toHaveValue('3号箱变由运行转检修（副本）')
  await form.getByLabel('任务名称').fill(copy)
  const warnings = form.getByRole('status').filter({ hasText: '请核对操作顺序' })
  await expect(warnings).toHaveCount(0)
  await form.getByRole('button', { name: '删除第 7 条' }).click()
  await expect(warnings).toContainText('第 7 项：装设接地之前没有验电')
  await expectNoFaults(page, 'light', '新建典型票', form)
  await pressToClose(form, '新建')
  await detail.getByRole('button', { name: '关闭' }).click()

  await page.getByRole('searchbox', { name: '关键词' }).fill(String(suffix))
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 张', { exact: true }).first()).toBeVisible()
  await rowOf(page, copy).getByText(copy).click()
  await expect(detail).toContainText('装设接地之前没有验电')
  await page.reload()
  await expect(detail).toContainText('装设接地之前没有验电')
  await detail.getByRole('button', { name: '编辑' }).click()
  const edit = page.getByRole('dialog', { name: '编辑典型票' })
  await edit.getByLabel('第 7 条操作项目').fill('在3号箱变高压侧验明无电')
  await edit.getByRole('button', { name: '添加危险点' }).click()
  await edit.getByLabel('第 4 个危险点', { exact: true }).fill('感应电')
  await edit.getByLabel('第 4 个危险点的控制措施').fill('加装个人保安线')
  await pressToClose(edit, '保存')
  await expect(detail.getByRole('region', { name: '危险点与控制措施' })).toContainText(
    '感应电：加装个人保安线',
  )
  await expect(detail.getByText('请核对操作顺序')).toHaveCount(0)
  await detail.getByRole('button', { name: '关闭' }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('article').filter({ hasText: copy })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await chooseInRow(page, copy, '删除')
  await pressToClose(page.getByRole('dialog', { name: `删除典型票“${copy}”？` }), '删除')
  await expect(rowOf(page, copy)).toHaveCount(0)
})

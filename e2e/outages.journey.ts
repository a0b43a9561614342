import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { begunOrder } from './executed-orders.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const description = `2 号箱变停运 ${Date.now().toString(36)}`

const detailOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name: description }) })
const section = (page: Page) => detailOf(page).locator('#order-outages')

test('a worker says what is out, the station master sees what it loses, and it comes back', async ({
  browser,
}) => {
  test.slow()
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const { id } = await begunOrder(worker, master, { description, taskType: 12 })

  await worker.goto(`/#/taskCenter?order=${id}`)
  await worker.reload()
  await expect(section(worker)).toContainText('尚未登记停机')
  await section(worker).getByRole('button', { name: '登记停机' }).click()
  const form = worker.getByRole('dialog', { name: '登记停机' })
  await form.getByRole('textbox', { name: '停机对象' }).fill('2 号箱变')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toContainText('停运容量（capacityKwp）：请填写停机对象的容量')
  await form.getByLabel('停运容量').fill('100')
  await form.getByLabel('停运容量').press('Enter')
  await expect(form).toBeHidden()
  const row = section(worker).getByRole('row', { name: /2 号箱变/ })
  await expect(row).toContainText('停机中')
  await expect(row).toContainText('强迫停运')
  await row.getByText('辐照', { exact: true }).click()
  await expect(row).toContainText('PR')

  await master.goto(`/#/taskCenter?order=${id}`)
  await master.reload()
  await expect(section(master)).toContainText('1 处尚未恢复')
  const { lossPower } = await read<{ lossPower: number }>(master, 'post', '/ops/order/detail', { id })
  expect(lossPower).toBeGreaterThan(0)

  await section(worker).getByRole('button', { name: '编辑 2 号箱变' }).click()
  const edit = worker.getByRole('dialog', { name: '编辑停机记录' })
  await edit.getByLabel('停机时间').fill('2026-01-05 08:00')
  await edit.getByLabel('停机时间').press('Enter')
  await edit.getByLabel('恢复时间').fill('2026-01-05 12:00')
  await edit.getByLabel('恢复时间').press('Enter')
  await edit.getByRole('button', { name: '保存' }).click()
  await expect(edit).toBeHidden()
  await expect(section(worker)).toContainText('已全部恢复')
  await section(worker).getByRole('button', { name: '删除 2 号箱变' }).click()
  await worker.getByRole('dialog', { name: /删除/ }).getByRole('button', { name: '删除' }).click()
  await expect(section(worker)).toContainText('尚未登记停机')
})

import { expect, type Page } from '@playwright/test'
import { begunOrder, dayOf, submitOrder } from './executed-orders.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage, openPage } from './sign-in.ts'

const mark = Date.now().toString(36)
const description = `B 区清洗 ${mark}`

const detailOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name: description }) })
const section = (page: Page) => detailOf(page).locator('#order-cleaning')

async function openDetail(page: Page, id: string): Promise<void> {
  await page.goto(`/#/operation/clean?order=${id}`)
  await page.reload()
  await expect(section(page)).toBeVisible()
}

test('a worker records a zone and tries another price; the station master finds the round, and accepts it with its benefit', async ({
  browser,
}) => {
  test.slow()
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const { id, workCode } = await begunOrder(worker, master, { description, taskType: 1 })

  await openDetail(worker, id)
  await expect(section(worker)).toContainText('尚未登记清洗区域')
  await section(worker).getByRole('button', { name: '登记区域' }).click()
  const form = worker.getByRole('dialog', { name: '登记清洗区域' })
  await form.getByRole('textbox', { name: '清洗区域' }).fill('B1')
  await form.getByLabel('容量').fill('100000000')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toContainText('不能大于 10000000')
  await form.getByLabel('容量').fill('100')
  await form.getByLabel('费用').fill('60')
  await form.getByLabel('清洗日期').fill(await dayOf(worker))
  await form.getByLabel('清洗日期').press('Enter')
  await form.getByLabel('清洗前 SR').fill('0.93')
  await form.getByLabel('清洗后 SR').fill('0.98')
  await pressToClose(form, '保存')
  const zone = section(worker).getByRole('row', { name: /B1/ })
  await expect(zone).toContainText('已清洗')
  await expect(zone).toContainText('93.0 %')

  await section(worker).getByLabel('电价').fill('0')
  await expect(section(worker)).toContainText('没有增收，不能回本')
  await section(worker).getByRole('button', { name: '恢复' }).click()
  await expect(section(worker)).not.toContainText('试算')
  await expect(section(worker)).toContainText('回本')

  await submitOrder(worker, id)
  await openPage(master, `/operation/clean?keyword=${workCode}`, '清洗工单')
  const round = master.getByRole('row', { name: new RegExp(workCode) })
  await expect(round).toContainText(/0\.1 \/ \d+ MW/)
  await expect(round).toContainText('估算')
  await master
    .getByRole('group', { name: '视图' })
    .getByRole('button', { name: /验收中/ })
    .click()
  await expect(round).toContainText('验收中')
  await round.getByRole('button', { name: '更多操作' }).click()
  await master.getByRole('menuitem', { name: '验收清洗' }).click()
  const question = master.getByRole('dialog', { name: /验收清洗/ })
  await expect(question).toContainText('费用 60 元')
  await question.getByRole('textbox', { name: '验收意见' }).fill('抽检无泥斑')
  await pressToClose(question, '验收通过')
  await master.getByRole('group', { name: '视图' }).getByRole('button', { name: /全部/ }).click()
  await expect(round).toContainText('核定')
  await openDetail(master, id)
  await expect(section(master)).toContainText('验收时核定')
  await expect(section(master)).toContainText('重新估算，不改变核定值')
  await expect(section(master).getByRole('figure', { name: '积灰损失' })).toBeVisible()
  await section(master).getByText('核定依据').click()
  await expect(section(master)).toContainText('电站电价')
  await openDetail(worker, id)
  await expect(section(worker).getByRole('button', { name: '登记区域' })).toHaveCount(0)
})

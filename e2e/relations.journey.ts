import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoViolations } from './axe.ts'
import { pressFor, test } from './journey.ts'
import { demoLogin, newSignedInPage, openPage } from './sign-in.ts'

const stamp = Date.now().toString(36)
const [first, second] = [`更换 5 号箱变熔断器 ${stamp}`, `送电后复测 ${stamp}`]

const section = (page: Page, description: string) =>
  page
    .getByRole('dialog')
    .filter({ has: page.getByRole('heading', { level: 1, name: description }) })
    .locator('#order-relations')

async function report(page: Page, taskDescription: string): Promise<string> {
  const { pageList } = await read<{ pageList: { psId: string }[] }>(page, 'post', '/ops/order/page', {
    size: 1,
  })
  const { id } = await read<{ id: string }>(page, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 12,
    taskDescription,
  })
  return id
}

test('an order is linked as what comes after another, which leads there and back, and parted again', async ({
  browser,
}) => {
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const id = await report(master, first)
  await report(master, second)
  await openPage(master, `/taskCenter?order=${id}`, '任务中心')
  const own = section(master, first)
  await expect(own).toContainText('没有关联的工单')
  const form = master.getByRole('dialog', { name: '关联工单' })
  await pressFor(own.getByRole('button', { name: '关联工单' }), form)
  await form.getByRole('combobox', { name: '工单' }).fill(stamp)
  await master.getByTitle(new RegExp(`^GD\\d+ ${second}$`)).click()
  await form.getByRole('combobox', { name: '关系' }).click()
  await master.getByTitle('后续：本工单完成后，才做它').click()
  await form.getByRole('button', { name: '关联' }).click()
  await expect(form).toBeHidden()
  const link = own.getByRole('listitem').filter({ hasText: second })
  await expect(link).toContainText('后续')
  await expectNoViolations(master, '#order-relations')
  await link.getByRole('link').click()
  const back = section(master, second).getByRole('listitem').filter({ hasText: first })
  await expect(back).toContainText('前置')
  await back.getByRole('link').click()
  const question = master.getByRole('dialog', { name: /解除与/ })
  await pressFor(link.getByRole('button', { name: /解除与/ }), question)
  await question.getByRole('button', { name: '解除' }).click()
  await expect(own).toContainText('没有关联的工单')
})

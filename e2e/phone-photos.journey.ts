import { expect, type Page } from '@playwright/test'
import { begunOrder } from './executed-orders.ts'
import { test } from './journey.ts'
import { announcePhoto, carryPhoto } from './phone-photo.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const description = `风扇更换照片在路上 ${Date.now().toString(36)}`
const detailOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name: description }) })
const steps = (page: Page) => detailOf(page).locator('#order-steps')

test('photos that are still on a phone are shown on the order, arrive, or are done without', async ({
  browser,
}) => {
  test.slow()
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const { id } = await begunOrder(worker, master, { description, taskType: 12 })
  await worker.goto(`/#/taskCenter?order=${id}`)
  await worker.reload()
  const [first, lost] = [
    await announcePhoto(worker, id, 1, '箱变铭牌.jpg'),
    await announcePhoto(worker, id, 2, '风扇.jpg'),
  ]
  await master.goto(`/#/taskCenter?order=${id}`)
  await master.reload()
  await expect(steps(master).getByText('待上传')).toHaveCount(2)
  await expect(steps(master).getByText(/在 .+ 的手机上，\d\d:\d\d 起/)).toHaveCount(2)

  await carryPhoto(worker, first, 0.42)
  await master.reload()
  await expect(steps(master).getByText('42 %')).toBeVisible()
  await carryPhoto(worker, first)
  await expect(steps(master).getByRole('button', { name: '查看 箱变铭牌.jpg' })).toBeVisible()
  await expect(steps(master).getByText('待上传')).toHaveCount(1)

  await detailOf(worker).getByRole('button', { name: '填写执行' }).click()
  const form = worker.getByRole('dialog', { name: '填写执行' })
  await form.getByRole('button', { name: /2\. .+ 1 张待上传/ }).click()
  await form.getByRole('button', { name: '不再等待' }).click()
  await expect(form.getByText('不再等待').first()).toBeVisible()
  await expect(form.getByRole('button', { name: '不再等待' })).toBeHidden()
  await expect(steps(master).getByText('不再等待')).toBeVisible()

  await carryPhoto(worker, lost)
  await expect(steps(master).getByRole('button', { name: '查看 风扇.jpg' })).toBeVisible()
})

import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'
import { answer, test } from './journey.ts'

const description = `箱变温控失灵 ${Date.now()}`

type Order = { id: string; version: number; psId: string }

const detailOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name: description }) })

async function openDetail(page: Page, id: string): Promise<void> {
  await page.goto(`/#/taskCenter?order=${id}`)
  await page.reload()
  await expect(detailOf(page)).toBeVisible()
}

/** An unassigned order at a station of both people. */
async function report(page: Page): Promise<Order> {
  const { pageList } = await read<{ pageList: Order[] }>(page, 'post', '/ops/order/page', { size: 1 })
  return read<Order>(page, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 12,
    taskDescription: description,
  })
}

test('a claim outlives a broken line, and a dispatcher gives the work to somebody else', async ({
  browser,
}) => {
  test.slow()
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const order = await report(worker)

  // A user who may not execute orders cannot claim one.
  await openDetail(master, order.id)
  await expect(detailOf(master).getByRole('button', { name: '指派', exact: true })).toBeVisible()
  await expect(detailOf(master).getByRole('button', { name: '接单' })).toHaveCount(0)

  // The connection breaks: the confirmation stays open, shows it, and its button works again.
  await openDetail(worker, order.id)
  await detailOf(worker).getByRole('button', { name: '接单' }).click()
  const claim = worker.getByRole('dialog', { name: /^接单/ })
  await worker.route('**/ops/order/claim', (route) => route.abort())
  await claim.getByRole('button', { name: '接单' }).click()
  await expect(claim.getByRole('alert')).toBeVisible()
  await worker.unroute('**/ops/order/claim')
  await claim.getByRole('button', { name: '接单' }).click()
  await expect(worker.getByText('已接单')).toBeVisible()
  await expect(claim).toBeHidden()
  await detailOf(worker).getByRole('button', { name: '开始作业' }).click()
  await answer(worker, /^开始作业/, '开始作业')
  await expect(worker.getByRole('dialog', { name: '填写执行' })).toBeVisible()

  // The station master reassigns it to the next person.
  await openDetail(master, order.id)
  await detailOf(master).getByRole('button', { name: '改派' }).click()
  const dialog = master.getByRole('dialog', { name: '改派', exact: true })
  await expect(dialog.getByText('步骤、工时和执行情况保留')).toBeVisible()
  await dialog.getByRole('button', { name: '改派', exact: true }).click()
  for (const missing of ['请选择新负责人', '请选择原因', '请选择计划结束时间'])
    await expect(dialog.getByText(missing)).toBeVisible()
  // “其他” requires an explanation; the message lists it with the other missing fields.
  await dialog.getByText('其他', { exact: true }).click()
  await expect(dialog.getByLabel('交接说明')).toHaveAttribute('aria-invalid', 'true')
  // The people come a moment after the reasons, which are radio buttons too.
  await expect(dialog.getByText(/单在办/).first()).toBeVisible()
  await dialog.getByRole('radio').first().check()
  await dialog.getByText('明天 18:00', { exact: true }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: /^请/ })).toHaveText(['请填写交接说明'])
  await dialog.getByLabel('交接说明').fill('新风扇在箱变旁')
  await expect(dialog.getByRole('alert').filter({ hasText: /^请/ })).toHaveCount(0)
  const verb = await dialog.getByRole('button', { name: /^改派给/ }).innerText()
  await expect(async () => {
    if (await dialog.isVisible())
      await dialog.getByRole('button', { name: /^改派给/ }).click({ timeout: 1000 })
    await expect(dialog).toBeHidden({ timeout: 2000 })
  }).toPass()
  await expect(master.getByText('工单已改派')).toBeVisible()
  const next = verb.replace('改派给', '').trim()
  const history = detailOf(master).getByRole('region', { name: '办理记录' })
  await expect(history).toContainText(`→ ${next}（其他）：新风扇在箱变旁`)

  // The previous person sees who has the order now.
  await openDetail(worker, order.id)
  await expect(detailOf(worker).getByRole('button', { name: '填写执行' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

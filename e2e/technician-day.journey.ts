import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { begunOrder, givenOrder, submitOrder } from './executed-orders.ts'
import { badge, detailOf, doAll, form, opened, recordHours } from './field-order.ts'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { cards, kept, phone, readAhead, strip } from './offline-phone.ts'
import { draw } from './picture.ts'
import { signIn } from './sign-in.ts'
import { loginOf, operating } from './tickets.ts'

test.use({ ...phone, serviceWorkers: 'allow' })

const mark = Date.now().toString(36)
const names = { returned: `除草退回 ${mark}`, whole: `更换熔断器 ${mark}`, begun: `紧固端子 ${mark}` }
const defect = `箱变门锁锈死 ${mark}`

/** Three orders of today, of which one was returned for want of a photo. */
async function morning(page: Page, master: Page) {
  const returned = await begunOrder(page, master, { description: names.returned, taskType: 12 })
  await submitOrder(page, returned.id)
  const { version } = await detailOf(master, returned.id)
  await read(master, 'post', '/ops/order/check', {
    id: returned.id,
    version,
    pass: false,
    auditOpinion: '第 1 步请补拍铭牌照片',
  })
  const whole = await givenOrder(page, master, { description: names.whole, taskType: 7 })
  const begun = await givenOrder(page, master, { description: names.begun, taskType: 12 })
  return {
    returned,
    whole,
    begun,
    ticket: await operating(`2号箱变由运行转检修 ${mark}`, [
      '检查2号箱变所带逆变器已停机',
      '断开低压侧断路器421',
    ]),
  }
}

const detail = (page: Page, name: string) => page.getByRole('dialog').filter({ hasText: name }).first()

async function openOrder(page: Page, name: string, state: string): Promise<void> {
  await page.goto('/#/my/orders')
  await page.getByRole('group', { name: '状态' }).getByRole('button', { name: state }).click()
  const card = cards(page).filter({ hasText: name })
  await pressFor(card.getByRole('link').first(), detail(page, name))
}

async function startWork(page: Page, name: string): Promise<void> {
  await openOrder(page, name, '待接收')
  await detail(page, name).getByRole('button', { name: '开始作业' }).click()
  await pressToClose(page.getByRole('dialog', { name: /^开始作业/ }), '开始作业')
  await expect(form(page)).toBeVisible()
}

/** The form closes, and the order says where it stands. */
const submit = async (page: Page, name: string) => {
  await form(page).getByRole('button', { name: '提交验收' }).click()
  await expect(page.getByText('提交已存本机').first()).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await expect(detail(page, name)).toContainText('已在本机提交，有信号后送达')
}

test('a day of a technician: offline from the car park on, and all of it there in the evening', async ({
  browser,
  context,
  page,
}) => {
  test.slow()
  await signIn(page, loginOf('leader'), { alone: true })
  const master = await (await browser.newContext()).newPage()
  await signIn(master, loginOf('issuer'))
  await page.goto('/')
  const { returned, whole, begun, ticket } = await morning(page, master)
  const before = await detailOf(master, returned.id)
  await page.reload()
  await kept(page)
  await opened(page)
  await readAhead(page)
  // The form of a report is chosen from what was read.
  await page.goto('/#/my/reports?act=report')
  await expect(page.getByRole('dialog', { name: '上报缺陷' }).getByLabel('缺陷等级')).toBeVisible()

  await context.setOffline(true)
  await page.goto('/#/my/orders')
  await page.reload()
  await expect(strip(page)).toContainText('离线')

  // The returned order gets its photo.
  await openOrder(page, names.returned, '处理中')
  await expect(detail(page, names.returned)).toContainText('第 1 步请补拍铭牌照片')
  await detail(page, names.returned).getByRole('button', { name: '填写执行' }).click()
  await form(page).getByRole('button', { name: /1\. / }).click()
  await form(page)
    .getByLabel('第 1 步选照片')
    .setInputFiles({ name: '铭牌.png', mimeType: 'image/png', buffer: await draw(page, '#2f855a') })
  await expect(form(page).getByRole('list', { name: '第 1 步在本机的照片' })).toBeVisible()
  await submit(page, names.returned)
  await page.goto('/#/my/orders')
  await expect(cards(page).filter({ hasText: names.returned })).toContainText('提交在本机')

  // One order is done whole, another one is begun.
  await startWork(page, names.whole)
  await doAll(page)
  await recordHours(page)
  await submit(page, names.whole)
  await startWork(page, names.begun)
  await form(page).getByRole('textbox', { name: '执行情况' }).fill('端子已紧固一半')
  await form(page).getByRole('heading', { name: '执行情况' }).click()

  // The operator's part of the first step of the switching.
  await page.goto('/#/my/orders')
  await page.getByRole('link', { name: new RegExp(ticket.ticketNo) }).click()
  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name })
    await expect(button).toBeVisible()
    await expect(async () => {
      if (await button.isVisible()) await button.click({ timeout: 2000 })
      await expect(button).toBeHidden({ timeout: 1200 })
    }).toPass()
  }
  await press(/^已听到.*唱票$/)
  await press('已复诵')
  await press('已操作')

  // A defect that nobody knew of.
  await page.goto('/#/my/reports?act=report')
  const report = page.getByRole('dialog', { name: '上报缺陷' })
  const station = report.getByRole('combobox', { name: '电站' })
  await station.click()
  await expect(station).toHaveAttribute('aria-expanded', 'true')
  await station.press('Enter')
  await expect(station).toHaveAttribute('aria-expanded', 'false')
  await report.getByRole('textbox', { name: '缺陷情况' }).fill(defect)
  await report
    .getByLabel('选缺陷照片')
    .setInputFiles({ name: '门锁.png', mimeType: 'image/png', buffer: await draw(page, '#b7791f') })
  await expect(report.getByRole('list', { name: '已拍的照片' }).getByRole('listitem')).toHaveCount(1)
  await pressToClose(report, '上报')
  await badge(page).click()
  for (const what of [names.returned, names.whole, names.begun, defect])
    await expect(page.getByRole('main')).toContainText(what)

  // Back in the evening.
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(badge(page)).toHaveCount(0, { timeout: 120_000 })
  const after = await detailOf(master, returned.id)
  expect([after.flowSts, after.photoList.length - before.photoList.length]).toEqual([3, 1])
  expect((await detailOf(master, whole.id)).flowSts).toBe(3)
  const { flowSts, executionNote } = await read<{ flowSts: number; executionNote: string }>(
    master,
    'post',
    '/ops/order/detail',
    { id: begun.id },
  )
  expect([flowSts, executionNote]).toEqual([2, '端子已紧固一半'])
  const { pageList } = await read<{ pageList: { taskDescription: string }[] }>(
    master,
    'post',
    '/ops/order/page',
    { keyword: defect, curPage: 1, size: 10 },
  )
  expect(pageList.map(({ taskDescription }) => taskDescription)).toEqual([defect])
  // The guard's phone has not been seen yet: its part comes first.
  await master.goto(`/#/operation/ticket?ticket=${ticket.id}`)
  await expect(master.getByRole('region', { name: '现场手机' })).toContainText(
    /第 1 步复诵、操作，等待.*唱票送达/,
  )
  await master.context().close()
})

import { expect, type BrowserContext, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoViolations } from './axe.ts'
import { givenOrder } from './executed-orders.ts'
import { badge, opened } from './field-order.ts'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { draw } from './picture.ts'
import { demoLogin, signIn } from './sign-in.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

const engineer = demoLogin('r10030')
const stationMaster = demoLogin('r10020')

type Row = { id: string; taskDescription: string }
type Device = { id: string; name: string; code: string }
type Detail = { deviceId: string | null; report: { photoList: unknown[] } | null }

const form = (page: Page) => page.getByRole('dialog', { name: '上报缺陷' })
const mine = (page: Page) => page.getByRole('list', { name: '我上报的' })

const ordersAbout = async (page: Page, keyword: string) =>
  (await read<{ pageList: Row[] }>(page, 'post', '/ops/order/page', { keyword, curPage: 1, size: 10 }))
    .pageList

/** The next start of the app on this phone. */
async function restart(context: BrowserContext, page: Page, path: string): Promise<Page> {
  await page.close()
  const next = await context.newPage()
  await next.goto(path)
  return next
}

test('a defect is reported from a scanned device without a signal, and becomes one order with its photo', async ({
  browser,
  context,
  page,
}) => {
  test.slow()
  const text = `套管渗油 ${Date.now().toString(36)}`
  await signIn(page, engineer, { alone: true })
  const { pageList } = await read<{ pageList: Device[] }>(page, 'post', '/device/ledger/page', {
    status: '1',
    curPage: 1,
    size: 1,
  })
  const { id, name, code } = pageList[0]!
  // What is chosen from is read ahead; here the first look at the list keeps it.
  await page.goto('/#/my/reports?act=report')
  await opened(page)
  await expect(form(page).getByLabel('缺陷等级')).toBeVisible()
  await page.goto(`/#/my/device?device=${encodeURIComponent(code)}`)
  const report = page.getByRole('link', { name: '报缺陷' })
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await context.setOffline(true)
  await pressFor(report, form(page))
  await form(page).getByRole('textbox', { name: '缺陷情况' }).fill(text)
  await form(page)
    .getByLabel('选缺陷照片')
    .setInputFiles({ name: '渗油.png', mimeType: 'image/png', buffer: await draw(page, '#b7791f') })
  await expect(form(page).getByRole('list', { name: '已拍的照片' }).getByRole('listitem')).toHaveCount(1)
  await expectNoViolations(page)

  // Leaving asks, and the end of the app loses nothing.
  await form(page).getByRole('button', { name: '关闭' }).click()
  await expect(page.getByText('草稿和照片保存在本机，回来可以继续填写。')).toBeVisible()
  const second = await restart(context, page, '/#/my/reports')
  await expect(second.getByRole('region', { name: '未提交的上报' })).toContainText(text, { timeout: 30_000 })
  await expectNoViolations(second)
  await pressFor(second.getByRole('link', { name: '继续填写' }), form(second))
  await expect(form(second).getByRole('textbox', { name: '缺陷情况' })).toHaveValue(text)
  await expect(form(second).getByRole('textbox', { name: '设备' })).toHaveValue(code)
  await expect(form(second).getByRole('img', { name: '第 1 张照片' })).toBeVisible()
  await pressToClose(form(second), '上报')
  await expect(mine(second).getByText('在本机')).toBeVisible()
  await expect(badge(second)).toContainText('等待信号 2')

  const third = await restart(context, second, '/#/my')
  await expect(mine(third).getByText(text)).toBeVisible({ timeout: 30_000 })
  await third.goto('/#/my/manual')
  await expect(third.getByRole('heading', { name: '没有信号时' })).toBeVisible()
  await expectNoViolations(third)
  await badge(third).click()
  await expect(third.getByText(`上报缺陷“${text}”`)).toBeVisible()
  const master = await (await browser.newContext()).newPage()
  await signIn(master, stationMaster)
  expect(await ordersAbout(master, text)).toEqual([])

  await context.setOffline(false)
  await third.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(badge(third)).toHaveCount(0, { timeout: 60_000 })
  const orders = await ordersAbout(master, text)
  expect(orders.map(({ taskDescription }) => taskDescription)).toEqual([text])
  const order = await read<Detail>(master, 'post', '/ops/order/detail', { id: orders[0]!.id })
  expect([order.deviceId, order.report?.photoList.length]).toEqual([id, 1])

  await third.goto('/#/my')
  await expect(mine(third).getByText('已受理').first()).toBeVisible()
  await mine(third).getByRole('listitem').filter({ hasText: text }).getByRole('link').click()
  await expect(third.getByRole('dialog').getByRole('heading', { name: text })).toBeVisible()
  await expect(third.getByRole('list', { name: '上报照片' }).getByRole('listitem')).toHaveCount(1)
  await expect(third.getByRole('list', { name: '联系人' })).toBeVisible()
  await master.context().close()
})

test('a refused act is handed to the station master, and leaves the phone', async ({
  browser,
  context,
  page,
}) => {
  test.slow()
  await signIn(page, engineer, { alone: true })
  const master = await (await browser.newContext()).newPage()
  await signIn(master, stationMaster)
  const order = await givenOrder(page, master, { description: '交给站长：作废的工单', taskType: 12 })
  await page.goto(`/#/taskCenter?order=${order.id}`)
  await opened(page)
  await expect(page.getByRole('dialog').getByRole('button', { name: '开始作业' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('dialog').getByRole('button', { name: '开始作业' }).click()
  await pressToClose(page.getByRole('dialog', { name: /^开始作业/ }), '开始作业')
  const { id, version } = order
  await read(master, 'post', '/ops/order/terminate', { id, version, reason: '重复' })

  await context.setOffline(false)
  await expect(badge(page)).toContainText('需要处理 1', { timeout: 60_000 })
  await page.goto('/#/my/outbox')
  const row = page.getByRole('listitem').filter({ hasText: '开始作业' })
  await expect(row.getByRole('alert')).toContainText('作废')
  await expectNoViolations(page)
  await row.getByRole('button', { name: '交给站长' }).click()
  await expect(page.getByText('全部已同步')).toBeVisible({ timeout: 30_000 })
  await expect(badge(page)).toHaveCount(0)
  const { rows } = await read<{ rows: { act: string; why: string; marks: string[] }[] }>(
    master,
    'post',
    '/field/order/records',
    { id },
  )
  expect(rows).toMatchObject([{ act: 'start', marks: ['handedOver'], why: expect.stringContaining('作废') }])
  const told = await read<{ rows: { orderId: string }[] }>(master, 'post', '/ops/order/comment/mentions', {
    size: 20,
  })
  expect(told.rows.map(({ orderId }) => orderId)).toContain(id)
  await master.context().close()
})

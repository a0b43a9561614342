import { expect, type BrowserContext, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoViolations } from './axe.ts'
import { badge, begunInField, detailOf, doAll, form, recordHours } from './field-order.ts'
import { test } from './journey.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

test('an order is worked on without a signal, and arrives whole and once when there is one', async ({
  browser,
  context,
  page,
}) => {
  const { master, order } = await begunInField(browser, page, {
    description: '离线作业：更换熔断器',
    taskType: 7,
  })

  await context.setOffline(true)
  await doAll(page)
  await recordHours(page)
  await form(page).getByRole('textbox', { name: '执行情况' }).fill('更换 B 相熔断器')
  await form(page).getByRole('heading', { name: '执行情况' }).click()
  await expect(form(page).getByRole('status').last()).toContainText('等待信号')
  await expectNoViolations(page)
  const before = await detailOf(master, order.id)
  expect(before.stepList.some(({ done }) => done)).toBe(false)
  await form(page).getByRole('button', { name: '提交验收' }).click()
  await expect(page.getByText('提交已存本机')).toBeVisible()
  await expect(badge(page)).toContainText(/等待信号 \d+/)

  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await badge(page).click()
  await expect(page.getByRole('main')).toContainText('提交验收')
  await expectNoViolations(page)

  await context.setOffline(false)
  await expect.poll(async () => (await detailOf(master, order.id)).flowSts, { timeout: 60_000 }).toBe(3)
  const after = await detailOf(master, order.id)
  expect(after.stepList.filter(({ done }) => !done)).toEqual([])
  expect(after.awaitedPhotoList).toEqual([])
  expect(after.photoList.map(({ stepNo }) => stepNo)).toEqual(after.stepList.map((_step, at) => at + 1))
  expect(after.workHoursList).toHaveLength(1)
  await expect(badge(page)).toHaveCount(0)
  await expect(page.getByText('全部已同步')).toBeVisible()
  await master.context().close()
})

test('what was done on an order that was ended meanwhile is kept on it as a record', async ({
  browser,
  context,
  page,
}) => {
  const { master, order } = await begunInField(browser, page, {
    description: '离线作业：作废的工单',
    taskType: 12,
  })
  await context.setOffline(true)
  await doAll(page)
  await form(page).getByRole('textbox', { name: '执行情况' }).fill('现场已处理')
  await form(page).getByRole('heading', { name: '执行情况' }).click()
  const { version } = await detailOf(master, order.id)
  await read(master, 'post', '/ops/order/terminate', { id: order.id, version, reason: '重复' })

  await context.setOffline(false)
  // What has no effect any more is kept on the order as a supplementary record.
  const recordsOf = () =>
    read<{ rows: { act: string; outcome: string }[] }>(master, 'post', '/field/order/records', {
      id: order.id,
    })
  await expect
    .poll(async () => (await recordsOf()).rows.map(({ act, outcome }) => `${act} ${outcome}`), {
      timeout: 60_000,
    })
    .toEqual(expect.arrayContaining(['note record', 'step record']))
  await expect(page.getByText(/作废/).first()).toBeVisible()
  await expect(badge(page)).toHaveCount(0)
  await master.context().close()
})

/** The next start of the app on this phone. */
async function restart(context: BrowserContext, page: Page): Promise<Page> {
  await page.close()
  const next = await context.newPage()
  await next.goto('/')
  return next
}

test('what was done is there after the app was closed without a signal', async ({
  browser,
  context,
  page,
}) => {
  const { master, order } = await begunInField(browser, page, {
    description: '离线作业：关机再开',
    taskType: 12,
  })
  await context.setOffline(true)
  await form(page).getByRole('textbox', { name: '执行情况' }).fill('关机前写下的内容')
  await form(page).getByRole('heading', { name: '执行情况' }).click()
  await expect(form(page).getByRole('status').last()).toContainText('等待信号')
  const next = await restart(context, page)
  await expect(badge(next)).toContainText('等待信号', { timeout: 30_000 })
  await context.setOffline(false)
  await next.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(badge(next)).toHaveCount(0, { timeout: 60_000 })
  await expect
    .poll(
      async () =>
        (await read<{ executionNote: string | null }>(master, 'post', '/ops/order/detail', { id: order.id }))
          .executionNote,
    )
    .toBe('关机前写下的内容')
  await master.context().close()
})

import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { test } from './journey.ts'
import { demoLogin, newPageAt } from './sign-in.ts'

type Order = {
  id: string
  version: number
  psId: string
  workCode: string
  flowSts: number
  liablePerson: string
}

const stamp = Date.now()

/** Loses more than any other order, so that it is the hall's first. */
const report = (psId: string, taskDescription: string, lossPower: number) =>
  read<Order>(demoLogin('r10020'), 'post', '/ops/order/insert', {
    psId,
    taskType: 7,
    taskDescription,
    lossPower,
  })

const rowOf = (page: Page, text: string) =>
  page.getByRole('list', { name: '待接工单' }).getByRole('listitem').filter({ hasText: text })

test('a worker takes an order in the hall, loses another to somebody faster, and hears of new ones', async ({
  browser,
}) => {
  test.slow()
  const { pageList } = await read<{ pageList: Order[] }>(demoLogin('r10030'), 'post', '/ops/order/page', {
    size: 1,
  })
  const { psId } = pageList[0]!
  const [first, second] = [`大厅一 ${stamp}`, `大厅二 ${stamp}`]
  const wanted = await report(psId, first, 900_000)
  const lost = await report(psId, second, 890_000)
  const page = await newPageAt(browser, 'r10030', '/orderHall', '接单大厅')
  await expect(rowOf(page, first)).toBeVisible()

  // The keys go to the first order, and Enter shows what it is.
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('heading', { level: 1, name: first }) })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  // One press takes it; it leaves the hall, and is the worker's.
  await rowOf(page, first).getByRole('button', { name: '接单' }).click()
  await expect(rowOf(page, first).getByRole('status')).toHaveText('已由您负责')
  await expect(page.getByText(`${wanted.workCode} 由你负责`)).toBeVisible()
  await expect(rowOf(page, first)).toHaveCount(0)
  const taken = await read<Order>(page, 'post', '/ops/order/detail', { id: wanted.id })
  expect(taken.flowSts).toBe(2)

  // Somebody else presses at the same moment, and is first.
  await page.route('**/ops/order/claim', async (route) => {
    await read(demoLogin('admin'), 'post', '/ops/order/claim', { id: lost.id, version: lost.version })
    await route.continue()
  })
  await rowOf(page, second).getByRole('button', { name: '接单' }).click()
  await expect(rowOf(page, second).getByRole('status')).toHaveText(/^已被 \S+ \d\d:\d\d 接单$/)
  const { liablePerson } = await read<Order>(page, 'post', '/ops/order/detail', { id: lost.id })
  await expect(rowOf(page, second).getByRole('status')).toContainText(liablePerson)
  await expect(rowOf(page, second)).toHaveCount(0)

  // A new order moves nothing until it is asked for.
  const third = `大厅三 ${stamp}`
  const late = await report(psId, third, 880_000)
  const news = page.getByRole('button', { name: /条新单/ })
  await expect(news).toBeVisible()
  await expect(rowOf(page, third)).toHaveCount(0)
  // Other journeys report orders, too: what comes after a press waits for the next one.
  await expect(async () => {
    if (await news.isVisible()) await news.click()
    await expect(rowOf(page, third)).toBeVisible({ timeout: 2000 })
  }).toPass()

  // What others take meanwhile says so before it leaves.
  await read(demoLogin('admin'), 'post', '/ops/order/claim', { id: late.id, version: late.version })
  await expect(rowOf(page, third).getByRole('status')).toContainText(`已被 ${liablePerson}`)
  await expect(rowOf(page, third)).toHaveCount(0)
})

test('a station master sees what waits, and why it is not theirs to take', async ({ browser }) => {
  const page = await newPageAt(browser, 'r10020', '/orderHall', '接单大厅')
  const button = page.getByRole('list', { name: '待接工单' }).getByRole('button', { name: /^接单/ }).first()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.hover()
  await expect(page.getByRole('tooltip')).toContainText('您没有“执行工单”权限')
})

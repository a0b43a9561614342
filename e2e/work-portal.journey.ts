import { expect, type Browser, type Page } from '@playwright/test'
import { read } from './api.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

type Order = { id: string; version: number; psId: string }

const stamp = Date.now()

async function openPortal(browser: Browser, role: string): Promise<Page> {
  const page = await newSignedInPage(browser, demoLogin(role))
  await page.goto('/#/workPortal')
  await expect(page.getByRole('heading', { level: 1, name: /好，/ })).toBeVisible()
  return page
}

const rowOf = (page: Page, text: string) =>
  page.getByRole('list', { name: '待办' }).getByRole('listitem').filter({ hasText: text })

/** The number of a cell of the strip. */
async function countOf(page: Page, name: string): Promise<number> {
  const label = await page.getByRole('link', { name: new RegExp(`^${name} `) }).getAttribute('aria-label')
  return Number(/[\d,]+/.exec(label!)![0].replaceAll(',', ''))
}

test('a station master does what the portal puts first, and the day of the worker follows', async ({
  browser,
}) => {
  test.slow()
  const [master, worker] = [await openPortal(browser, 'r10020'), await openPortal(browser, 'r10030')]
  const { pageList } = await read<{ pageList: Order[] }>(worker, 'post', '/ops/order/page', { size: 1 })
  const description = `门户 ${stamp}`
  await read(master, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 7,
    taskDescription: description,
    lossPower: 950_000,
  })

  // It loses most, so it comes first, and says so; the number on the strip is that of the list behind it.
  const first = rowOf(master, description)
  await expect(first).toContainText('损失最大')
  await expect(master.getByRole('list', { name: '待办' }).getByRole('listitem').first()).toContainText(
    description,
  )
  await expect(async () => {
    const count = await countOf(master, '待我指派')
    const { rowCount } = await read<{ rowCount: number }>(master, 'post', '/ops/order/page', { flowSts: [1] })
    expect(count).toBe(rowCount)
  }).toPass()

  // The keys reach it, and Enter asks whom to give it to, without leaving the portal.
  await master.keyboard.press('j')
  await master.keyboard.press('Enter')
  const form = master.getByRole('dialog', { name: '指派工单' })
  await form.getByRole('searchbox', { name: '查找人员' }).fill('李沐阳')
  await form.getByRole('radio', { name: /李沐阳/ }).check()
  await form.getByLabel('计划结束时间').fill('2030-01-01 18:00')
  await form.getByLabel('计划结束时间').press('Enter')
  await form.getByRole('button', { name: '指派给李沐阳' }).click()
  await expect(form).toHaveCount(0)
  await master.keyboard.press('Escape')
  await expect(first).toHaveCount(0)

  // The worker's own list has it at once, to be begun.
  const own = rowOf(worker, description)
  await expect(own.getByRole('button', { name: /^开始/ })).toBeVisible()
  await own.getByRole('button', { name: /^开始/ }).click()
  await worker
    .getByRole('dialog', { name: /^开始作业/ })
    .getByRole('button', { name: '开始作业' })
    .click()
  await expect(worker.getByRole('dialog', { name: /填写执行|执行/ }).first()).toBeVisible()
  await worker.goto('/#/workPortal')
  await expect(rowOf(worker, description).getByRole('button', { name: /^执行/ })).toBeVisible()
})

test('the rules are in the open, the team has its own list, and whoever has nothing to do is told so', async ({
  browser,
}) => {
  const page = await openPortal(browser, 'r10030')
  await page.getByRole('button', { name: '排序规则' }).click()
  await expect(page.getByRole('dialog', { name: '排序规则' })).toContainText(
    '损失相同时，已过计划结束时间的在前',
  )
  await page.getByRole('dialog', { name: '排序规则' }).getByRole('button', { name: '我知道了' }).click()
  await page.getByRole('button', { name: '班组', exact: true }).click()
  await expect(page.getByText('班组在办')).toBeVisible()
  await expect(page).toHaveURL(/team=1/)

  const idle = await openPortal(browser, 'r10040')
  await expect(idle.getByText('今天没有待办')).toBeVisible()
})

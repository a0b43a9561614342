import { expect, type Browser, type Page } from '@playwright/test'
import { newPageAt } from './sign-in.ts'
import { test } from './journey.ts'
import { fillOrder } from './order-form.ts'
import { draw } from './picture.ts'

const headers = (page: Page) => page.evaluate(() => localStorage.getItem('heliodesk__Access-Token')!)

/** The answer of the API to the user of this window. */
async function api(page: Page, path: string, body: object) {
  const token = (JSON.parse(await headers(page)) as { value: string }).value
  const answer = await page.request.post(`/api${path}`, { data: body, headers: { 'X-Access-Token': token } })
  return (await answer.json()) as { result_code: string; result_msg: string; result_data: never }
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

const openTaskCentre = (browser: Browser, role: string, tenant?: string) =>
  newPageAt(browser, role, '/taskCenter', '任务中心', tenant)

/** The number on a status chip, for example 待指派. */
async function chip(page: Page, name: string): Promise<number> {
  const text = await page.getByRole('button', { name: new RegExp(`^${name} [\\d,]+$`) }).innerText()
  return Number(/[\d,]+$/.exec(text.replaceAll('\n', ' '))![0].replaceAll(',', ''))
}

/** The drawer with this journey's order, opened by its deep link. */
const detailOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name: description }) })

async function openDetail(page: Page, id: string) {
  await page.goto(`/#/taskCenter?order=${id}`)
  await page.reload()
  await expect(detailOf(page)).toBeVisible()
}

/** Presses an action of the drawer, and confirms its question. */
async function confirm(page: Page, action: string) {
  await detailOf(page).getByRole('button', { name: action }).click()
  const question = page.getByRole('dialog', { name: new RegExp(`^${action}`) })
  await question.getByRole('button', { name: action }).click()
}

const description = `旅程 ${Date.now()} 逆变器风扇异响`

test('an order goes from report to closed through three people, and nobody else sees it', async ({
  browser,
}) => {
  test.slow()
  const master = await openTaskCentre(browser, 'r10020')
  const worker = await openTaskCentre(browser, 'r10030')

  // The station master reports it.
  await expect.poll(() => chip(master, '待指派')).toBeGreaterThanOrEqual(0)
  const waiting = await chip(master, '待指派')
  const form = await fillOrder(master, description)
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await expect(master.getByText('工单已新建')).toBeVisible()
  await expect(detailOf(master)).toBeVisible()
  const order = await findByKeyword(master)
  expect(order.flowSts).toBe(1)

  // … and assigns it to the worker.
  await detailOf(master).getByRole('button', { name: '指派', exact: true }).click()
  const assign = master.getByRole('dialog', { name: '指派工单' })
  const name = await nameOf(worker)
  // The most suitable person is proposed; the worker may be far down.
  await expect(assign.getByRole('button', { name: /^指派给/ })).toBeVisible()
  await assign.getByRole('searchbox', { name: '查找人员' }).fill(name)
  await assign.getByRole('radio', { name }).check()
  await assign.getByLabel('计划结束时间').fill('2030-01-01 18:00')
  await assign.getByLabel('计划结束时间').press('Enter')
  await assign.getByRole('button', { name: `指派给${name}` }).click()
  await expect(master.getByText('工单已指派')).toBeVisible()
  await expect.poll(() => chip(master, '待指派')).toBe(waiting)

  // The worker starts, fills in and submits the work.
  await openDetail(worker, order.id)
  await confirm(worker, '开始作业')
  await handIn(worker)
  expect((await findByKeyword(master)).flowSts).toBe(3)

  // The station master rejects; the worker submits again.
  await openDetail(master, order.id)
  await detailOf(master).getByRole('button', { name: '退回', exact: true }).click()
  const reason = master.getByRole('dialog', { name: '退回意见' })
  await reason.getByRole('textbox').fill('缺少作业后照片')
  await reason.getByRole('button', { name: /退回|确定/ }).click()
  await expect(master.getByText('工单已退回')).toBeVisible()
  await openDetail(worker, order.id)
  await detailOf(worker).getByRole('button', { name: '填写执行' }).click()
  await handIn(worker)

  // The administrator accepts: executor and acceptor are different people.
  const admin = await openTaskCentre(browser, 'admin')
  await openDetail(admin, order.id)
  await confirm(admin, '验收通过')
  await expect.poll(async () => (await findByKeyword(master)).flowSts).toBe(4)

  // List, counts and history agree.
  const history = detailOf(admin).getByRole('list').filter({ hasText: '新建工单' })
  for (const step of ['新建工单', '指派', '开始作业', '提交验收', '退回', '验收通过'])
    await expect(history).toContainText(step)
  const { result_data: events } = await api(admin, '/ops/order/history', { id: order.id })
  expect((events as { action: string }[]).map((event) => event.action)).toEqual([
    'pass',
    'submit',
    'reject',
    'submit',
    'start',
    'assign',
    'create',
  ])
  const counted = (await api(master, '/ops/order/count', {})).result_data as {
    byStatus: Record<string, number>
  }
  const listed = (await api(master, '/ops/order/page', { flowSts: [4] })).result_data as { rowCount: number }
  expect(listed.rowCount).toBe(counted.byStatus['4'])

  // Another department and another tenant never see it, neither on screen nor by its id.
  const strangers = [
    await openTaskCentre(browser, 'r10055'),
    await openTaskCentre(browser, 'admin', '晴空新能'),
  ]
  for (const stranger of strangers) {
    await stranger.goto(`/#/taskCenter?keyword=${encodeURIComponent(description)}`)
    await expect(stranger.getByText('没有符合条件的工单')).toBeVisible()
    await expect(row(stranger, description)).toHaveCount(0)
    const unknown = await api(stranger, '/ops/order/detail', { id: '999999999' })
    expect(await api(stranger, '/ops/order/detail', { id: order.id })).toEqual(unknown)
    expect(unknown.result_msg).toBe('数据不存在或无权查看')
  }
})

async function findByKeyword(page: Page) {
  const { result_data: found } = await api(page, '/ops/order/page', { keyword: description })
  return (found as { pageList: { id: string; flowSts: number }[] }).pageList[0]!
}

const nameOf = async (page: Page) =>
  (
    JSON.parse((await page.evaluate(() => localStorage.getItem('heliodesk__Login_Userinfo')))!) as {
      value: { realname: string }
    }
  ).value.realname

/** Ticks every prerequisite and step, adds one row of hours, and submits. */
async function handIn(worker: Page) {
  const form = worker.getByRole('dialog', { name: '填写执行' })
  await expect(form).toBeVisible()
  const ticks = form.getByRole('checkbox')
  for (let at = 0; at < (await ticks.count()); at++) await ticks.nth(at).check()
  const finish = form.getByRole('button', { name: '完成本步' })
  while ((await finish.count()) > 0) {
    const value = form.getByLabel('数值')
    if ((await value.count()) > 0) await value.fill('9.1 A')
    if ((await form.getByText('至少 1 张，上传后即保存到本步').filter({ visible: true }).count()) > 0) {
      const step = form.locator('li', { has: worker.getByRole('button', { name: '完成本步' }) })
      if ((await step.getByRole('button', { name: /^查看 / }).count()) === 0) {
        await step
          .locator('input[type=file]')
          .first()
          .setInputFiles({
            name: '现场.png',
            mimeType: 'image/png',
            buffer: await draw(worker, '#2b6cb0'),
          })
        await expect(step.getByRole('button', { name: /^移除 / })).toBeVisible()
      }
    }
    await finish.click()
  }
  if ((await form.getByRole('group', { name: '工时第 1 行' }).count()) === 0) {
    await form.getByRole('button', { name: '添加工时' }).click()
    const row1 = form.getByRole('group', { name: '工时第 1 行' })
    // On a slow machine Enter may come before the calendar that it confirms.
    await expect(async () => {
      await row1.getByLabel('实际开始').fill('2026-01-01 08:00')
      await row1.getByLabel('实际开始').press('Enter')
      await row1.getByLabel('实际结束').fill('2026-01-01 10:30')
      await row1.getByLabel('实际结束').press('Enter')
      await expect(row1).toContainText('2.5 h', { timeout: 3000 })
    }).toPass()
  }
  await form.getByRole('button', { name: '提交验收' }).click()
  await expect(worker.getByText('工单已提交验收')).toBeVisible()
}

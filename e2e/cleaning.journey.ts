import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'
import { photographSteps } from './step-photos.ts'

const mark = Date.now().toString(36)
const description = `B 区清洗 ${mark}`

type Order = { id: string; version: number; psId: string; capacityKwp: number | null }
type Detail = Order & { prerequisiteList: object[]; stepList: { needPhoto: boolean }[] }

const detailOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name: description }) })
const section = (page: Page) => detailOf(page).locator('#order-cleaning')

async function openDetail(page: Page, id: string): Promise<void> {
  await page.goto(`/#/taskCenter?order=${id}`)
  await page.reload()
  await expect(section(page)).toBeVisible()
}

const today = (page: Page) =>
  page.evaluate(() => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10))

/** A cleaning order that the worker has begun. */
async function begin(worker: Page, master: Page): Promise<Order> {
  const { pageList } = await read<{ pageList: Order[] }>(worker, 'post', '/ops/order/page', { size: 1 })
  const order = await read<Order>(worker, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 1,
    taskDescription: description,
  })
  const { id: liableUserId } = await read<{ id: string }>(worker, 'get', '/sys/user/getUserInfo')
  const day = await today(worker)
  const assigned = await read<Order>(master, 'post', '/ops/order/assign', {
    id: order.id,
    version: order.version,
    liableUserId,
    planStartTime: `${day} 00:00:00`,
    planEndTime: `${day} 23:59:00`,
  })
  return read<Order>(worker, 'post', '/ops/order/start', { id: order.id, version: assigned.version })
}

async function submit(worker: Page, id: string): Promise<void> {
  const { version, prerequisiteList, stepList } = await read<Detail>(worker, 'post', '/ops/order/detail', {
    id,
  })
  const day = await today(worker)
  await photographSteps(worker, id, stepList)
  await read(worker, 'post', '/ops/order/execute', {
    id,
    version,
    submit: true,
    prerequisiteList: prerequisiteList.map((each) => ({ ...each, met: true })),
    stepList: stepList.map((each) => ({ ...each, done: true, doneAt: `${day} 00:01:00`, value: '9.1' })),
    workHoursList: [
      {
        executorName: '李沐阳',
        actualStartTime: `${day} 00:00:00`,
        actualEndTime: `${day} 00:01:00`,
        peopleNum: 1,
      },
    ],
    executionNote: '已清洗',
  })
}

test('a worker records a zone, tries another price, and the station master accepts the cleaning with its benefit', async ({
  browser,
}) => {
  test.slow()
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const { id } = await begin(worker, master)

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
  await form.getByLabel('清洗日期').fill(await today(worker))
  await form.getByLabel('清洗日期').press('Enter')
  await form.getByLabel('清洗前 SR').fill('0.93')
  await form.getByLabel('清洗后 SR').fill('0.98')
  // A press within a second of the previous one counts as a repeat.
  await expect(async () => {
    if (await form.isVisible()) await form.getByRole('button', { name: '保存' }).click({ timeout: 1500 })
    await expect(form).toBeHidden({ timeout: 1500 })
  }).toPass()
  const zone = section(worker).getByRole('row', { name: /B1/ })
  await expect(zone).toContainText('已清洗')
  await expect(zone).toContainText('93.0 %')

  await section(worker).getByLabel('电价').fill('0')
  await expect(section(worker)).toContainText('没有增收，不能回本')
  await section(worker).getByRole('button', { name: '恢复' }).click()
  await expect(section(worker)).not.toContainText('试算')
  await expect(section(worker)).toContainText('回本')

  await submit(worker, id)
  await openDetail(master, id)
  await section(master).getByRole('button', { name: '验收清洗' }).click()
  await master
    .getByRole('dialog', { name: /验收清洗/ })
    .getByRole('button', { name: '验收通过' })
    .click()
  await expect(section(master)).toContainText('已验收')
  await expect(section(master)).toContainText('验收时留存')
  await openDetail(worker, id)
  await expect(section(worker).getByRole('button', { name: '登记区域' })).toHaveCount(0)
})

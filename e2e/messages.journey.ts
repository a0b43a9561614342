import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoViolations } from './axe.ts'
import { pressFor, test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const description = `消息旅程 ${Date.now().toString(36)}`

const list = (page: Page) => page.getByRole('navigation', { name: '消息' })
const bell = (page: Page) => page.getByRole('button', { name: /^消息/ })
const unread = async (page: Page) =>
  Number(/\d+/.exec((await bell(page).getAttribute('aria-label'))!)?.[0] ?? 0)

type Created = { id: string; version: number; workCode: string; psId: string }

/** The master gives the worker an order. */
async function assign(master: Page, worker: Page): Promise<Created> {
  const { pageList } = await read<{ pageList: { psId: string }[] }>(worker, 'post', '/ops/order/page', {
    size: 1,
  })
  const { id: personId } = await read<{ id: string }>(worker, 'get', '/sys/user/getUserInfo')
  const order = await read<Created>(master, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 12,
    taskDescription: description,
  })
  await read(master, 'post', '/ops/order/assign', {
    id: order.id,
    version: order.version,
    liableUserId: personId,
    planStartTime: '2031-01-01 08:00:00',
    planEndTime: '2031-01-02 18:00:00',
  })
  return order
}

test('a message arrives in a window that nobody reloads, opens its order, and is read together with others', async ({
  browser,
}) => {
  test.slow()
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  await worker.goto('/#/system/tidings')
  await worker.reload()
  await expect(list(worker)).toBeVisible()
  const { workCode } = await assign(master, worker)
  const row = list(worker).getByRole('listitem').filter({ hasText: workCode })
  await expect(row).toContainText(`您有新工单${workCode}`)
  await expect.poll(() => unread(worker)).toBeGreaterThan(0)
  await expectNoViolations(worker, 'main')

  const before = await unread(worker)
  await row.getByRole('link').first().click()
  await expect(worker.getByRole('region', { name: '消息详情' })).toContainText(description)
  await expect.poll(() => unread(worker)).toBe(before - 1)
  await worker.getByRole('region', { name: '消息详情' }).getByRole('link', { name: '查看' }).click()
  await expect(worker.getByRole('dialog').getByRole('heading', { level: 1, name: description })).toBeVisible()
})

test('an order that waits for somebody is assigned in its message, and the row keeps what became of it', async ({
  browser,
}) => {
  test.slow()
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const admin = await newSignedInPage(browser, demoLogin('admin'))
  const { pageList } = await read<{ pageList: { psId: string }[] }>(master, 'post', '/ops/order/page', {
    size: 1,
  })
  const create = (taskDescription: string) =>
    read<Created>(admin, 'post', '/ops/order/insert', {
      psId: pageList[0]!.psId,
      taskType: 12,
      taskDescription,
      planStartTime: '2031-01-01 08:00:00',
      planEndTime: '2031-01-02 18:00:00',
    })
  const { workCode } = await create(`${description} 待指派`)
  await master.goto('/#/system/tidings')
  await master.reload()
  const row = list(master).getByRole('listitem').filter({ hasText: workCode })
  const dialog = master.getByRole('dialog', { name: `指派工单 ${workCode}` })
  await pressFor(row.getByRole('button', { name: '指派' }), dialog)
  await expect(dialog.getByRole('radio').first()).toBeChecked()
  await expectNoViolations(master, '.ant-modal')
  await dialog.getByRole('button', { name: /^指派给/ }).click()
  await expect(row).toContainText('已指派')
  await expect(row.getByRole('button')).toHaveCount(0)

  // The same in the popover, which stays open behind the dialog.
  const later = await create(`${description} 再指派`)
  const pop = master.getByRole('dialog', { name: '消息', exact: true })
  await pressFor(bell(master), pop)
  const item = pop.getByRole('listitem').filter({ hasText: later.workCode })
  const asking = master.getByRole('dialog', { name: `指派工单 ${later.workCode}` })
  await pressFor(item.getByRole('button', { name: '指派' }), asking)
  await expect(asking.getByRole('radio').first()).toBeChecked()
  await asking.getByRole('button', { name: /^指派给/ }).click()
  await expect(asking).toHaveCount(0)
  await expect(pop).toBeVisible()
  await expect(item.getByRole('button')).toHaveCount(0)
})

test('an announcement reaches the people of its author, who sees who has read it', async ({ browser }) => {
  test.slow()
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const title = `限电 40 % ${Date.now().toString(36)}`
  await master.goto('/#/system/tidings')
  await master.reload()
  const form = master.getByRole('dialog', { name: '发公告' })
  await pressFor(master.getByRole('button', { name: '发公告' }), form)
  await form.getByLabel(/标题/).fill(title)
  await form.getByLabel(/内容/).fill('请调整 11-25 的检修')
  await form.getByRole('button', { name: '发出' }).click()
  await expect(master.getByText('公告已发出')).toBeVisible()

  await worker.goto('/#/system/tidings?state=unread')
  await worker.reload()
  const row = list(worker).getByRole('listitem').filter({ hasText: title })
  await row.getByRole('link').first().click()
  await expect(worker.getByRole('region', { name: '消息详情' })).toContainText('请调整 11-25 的检修')

  await master.getByRole('button', { name: '我发的公告' }).click()
  await expect(master.getByRole('button', { name: new RegExp(title) })).toContainText(/已读 1\//)
})

test('people choose how they hear of what', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10040'))
  await page.goto('/#/system/tidings?view=settings')
  await page.reload()
  await expect(page.getByText('按此设置，过去 7 天')).toBeVisible()
  await expectNoViolations(page, 'main')
  await page.getByRole('switch', { name: '免打扰' }).click()
  await expect(page.getByText('期间的消息 07:00 合成一条；紧急不受限')).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('接收设置已保存')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch', { name: '免打扰' })).toBeChecked()
})

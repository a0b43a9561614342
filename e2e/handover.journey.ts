import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { answer, pressFor, test } from './journey.ts'
import { hire } from './people.ts'
import { demoLogin, newSignedInPage, signIn, signInFirst, type Credentials } from './sign-in.ts'

type Order = { id: string; version: number; psId: string; workCode: string }
const admin = demoLogin('admin')

/** Somebody who has just been hired, with an order in their hands. */
async function leaver(): Promise<{ person: Credentials; id: string; order: Order }> {
  const person = await hire(admin, 'r10030', { allData: '1' })
  const { records } = await read<{ records: { id: string }[] }>(admin, 'get', '/sys/user/list', {
    keyword: person.username,
  })
  const id = records[0]!.id
  await read(admin, 'post', '/sys/user/changePassword', {
    username: person.username,
    password: 'Leaver#2026',
  })
  const { pageList } = await read<{ pageList: Order[] }>(admin, 'post', '/ops/order/page', { size: 1 })
  const order = await read<Order>(admin, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 12,
    taskDescription: `离职交接 ${person.username}`,
  })
  return { person: { ...person, password: 'Leaver#2026' }, id, order }
}

const assign = (order: Order, liableUserId: string) =>
  read(admin, 'post', '/ops/order/assign', {
    id: order.id,
    version: order.version,
    liableUserId,
    planStartTime: '2030-01-01 08:00:00',
    planEndTime: '2030-01-02 18:00:00',
  })

const row = (page: Page, username: string) => page.getByRole('row').filter({ hasText: username })
async function openMenu(page: Page, username: string, item: string): Promise<void> {
  await page.goto(`/#/system/user?keyword=${username}`)
  await row(page, username).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const drawer = (page: Page) => page.getByRole('dialog', { name: /的离职交接$/ }).first()
async function choose(page: Page, label: RegExp, name: string): Promise<void> {
  const form = page.getByRole('dialog', { name: /^办理/ })
  await form.getByRole('combobox', { name: label }).click()
  await page.keyboard.type(name)
  await page.getByRole('option').filter({ hasText: name }).or(page.getByTitle(name)).last().click()
}

test('the work of somebody who leaves is planned, announced to them, and given to another', async ({
  page,
  browser,
}) => {
  test.slow()
  const first = await (await browser.newContext()).newPage()
  const { person, id, order } = await leaver()
  const own = { ...person, password: 'Leaves#2026' }
  await signInFirst(first, person, own.password)
  await first.context().close()
  await assign(order, id)

  await signIn(page, admin)
  await openMenu(page, person.username, '停用')
  const question = page.getByRole('dialog', { name: /^停用用户/ })
  await expect(question).toContainText('还有未交接的工作')
  await expect(question.getByRole('link', { name: new RegExp(order.workCode) })).toBeVisible()
  await question.getByRole('button', { name: '离职交接' }).click()
  await expect(drawer(page)).toContainText('负责人 · 处理中')

  await drawer(page).getByRole('button', { name: '办理交接' }).click()
  const form = page.getByRole('dialog', { name: /^办理/ })
  await form.getByRole('button', { name: '确认交接' }).click()
  await expect(form).toContainText('请填写交接原因')
  await form.getByLabel(/最后工作日/).fill('2026-01-01')
  await page.keyboard.press('Enter')
  await form.getByLabel(/交接原因/).fill('合同到期')
  await choose(page, /^接收人/, '李沐阳')
  await pressFor(form.getByRole('button', { name: '确认交接' }), form.getByText(/不能早于今天/))
  const later = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  await form.getByLabel(/最后工作日/).fill(later)
  await page.keyboard.press('Enter')
  await pressFor(form.getByRole('button', { name: '确认交接' }), drawer(page).getByText('待交接'))
  await expect(drawer(page)).toContainText('合同到期')

  // The person is told, and works on.
  const theirs = await newSignedInPage(browser, own)
  await theirs.goto('/#/taskCenter')
  const notice = theirs.getByRole('complementary', { name: '离职交接' })
  await expect(notice).toContainText(`您的工作将于 ${later} 交接给李沐阳`)
  await expect(notice).toContainText('未完成：工单 1')

  await drawer(page).getByRole('button', { name: '取消交接' }).click()
  await answer(page, /^取消.*的离职交接/, '取消交接')
  await expect(drawer(page)).toContainText('已取消')
  await expect(notice).toBeHidden()

  await drawer(page).getByRole('button', { name: '办理交接' }).click()
  await form.getByLabel(/交接原因/).fill('合同到期')
  await choose(page, /^接收人/, '李沐阳')
  await pressFor(form.getByRole('button', { name: '确认交接' }), drawer(page).getByText('已交接 1 项'))
  await expect(drawer(page)).toContainText('没有未交接的工作')
  await expect(drawer(page).getByText('已取消')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  const detail = await read<{ liablePerson: string }>(admin, 'post', '/ops/order/detail', { id: order.id })
  expect(detail.liablePerson).toBe('李沐阳')
})

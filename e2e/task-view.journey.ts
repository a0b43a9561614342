import { expect, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { idle, test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

type Order = { id: string; version: number; workCode: string; psId: string }
type Person = { id: string; realname: string }

/** Monday of a fortnight in which nobody else plans anything, one for each test. */
const mondayOf = (weeks: number) => new Date(Date.UTC(2033, 0, 3 + 14 * weeks)).toISOString().slice(0, 10)
const dayOf = (monday: string, days: number) =>
  new Date(Date.parse(monday) + days * 86_400_000).toISOString().slice(0, 10)
const onDay = (monday: string, days: number, from = '09:00:00', to = '13:00:00') => ({
  planStartTime: `${dayOf(monday, days)} ${from}`,
  planEndTime: `${dayOf(monday, days)} ${to}`,
})

/** An order at a station of the demo people, given to the first who can do it. */
async function assign(page: Page, taskDescription: string, plan: object) {
  const { pageList } = await read<{ pageList: Order[] }>(page, 'post', '/ops/order/page', { size: 1 })
  const order = await read<Order>(page, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 12,
    taskDescription,
  })
  const people = await read<Person[]>(page, 'post', '/ops/order/executors', { id: order.id })
  const worker = people.toSorted((one, other) => Number(one.id) - Number(other.id))[0]!
  const { id, version } = order
  const assigned = await read<Order>(page, 'post', '/ops/order/assign', {
    id,
    version,
    liableUserId: worker.id,
    ...plan,
  })
  return { ...assigned, worker }
}

const chart = (page: Page) => page.getByRole('region', { name: '甘特图' })
const barOf = (page: Page, name: string) => chart(page).getByRole('button', { name: new RegExp(`^${name}`) })
const planOf = async (page: Page, id: string) => {
  const { planStartTime, planEndTime } = await read<{ planStartTime: string; planEndTime: string }>(
    page,
    'post',
    '/ops/order/detail',
    { id },
  )
  return { planStartTime, planEndTime }
}

const openChart = async (page: Page, monday: string, more = '') => {
  await page.goto(`/#/operation/taskView?day=${monday}${more}`)
  await expect(chart(page)).toBeVisible()
  await idle(page)
}

/** The width of a day: a fortnight is as wide as the chart without its first column. */
const columnOf = async (page: Page): Promise<number> =>
  ((await chart(page).evaluate((element) => element.scrollWidth)) - 248) / 14

async function take(page: Page, bar: Locator, at = 0.3) {
  const { x, y, width, height } = (await bar.boundingBox())!
  const start = { x: x + width * at, y: y + height / 2 }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  return start
}

test('an order is dragged to another day, and back by undo; a conflict is named and confirmed', async ({
  browser,
}) => {
  test.slow()
  const monday = mondayOf(0)
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const order = await assign(master, '拖动的工单', onDay(monday, 1))
  await assign(master, '占着的工单', onDay(monday, 4, '10:00:00', '15:00:00'))
  await openChart(master, monday)
  const day = await columnOf(master)
  const bar = barOf(master, '拖动的工单')
  await expect(bar).toBeVisible()

  // In the hand it says where it would be; Esc puts it back.
  const first = await take(master, bar)
  await master.mouse.move(first.x + day, first.y, { steps: 4 })
  const card = master.getByRole('status').filter({ hasText: '放回' })
  await expect(card).toContainText(`${dayOf(monday, 2).slice(5)} 09:00 – 13:00`)
  await expect(card).toContainText('没有冲突')
  await master.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await master.mouse.up()
  expect(await planOf(master, order.id)).toEqual(onDay(monday, 1))

  const again = await take(master, bar)
  await master.mouse.move(again.x + day, again.y, { steps: 4 })
  await master.mouse.up()
  await expect(master.getByText('工单已改期')).toBeVisible()
  expect(await planOf(master, order.id)).toEqual(onDay(monday, 2))
  await master.getByRole('button', { name: '撤销' }).click()
  await expect(master.getByText('已撤销改期')).toBeVisible()
  expect(await planOf(master, order.id)).toEqual(onDay(monday, 1))

  // The end alone is drawn out.
  await idle(master)
  const box = (await bar.boundingBox())!
  await master.mouse.move(box.x + box.width - 1, box.y + box.height / 2)
  await master.mouse.down()
  await master.mouse.move(box.x + box.width - 1 + day / 4, box.y + box.height / 2, { steps: 4 })
  await expect(card).toContainText(`${dayOf(monday, 1).slice(5)} 09:00 – 19:00`)
  await master.mouse.up()
  await expect(master.getByText('工单已改期').last()).toBeVisible()
  await expect.poll(() => planOf(master, order.id)).toEqual(onDay(monday, 1, '09:00:00', '19:00:00'))

  // Onto the other order of the same person: named in the hand, and asked before it is done.
  await idle(master)
  const onto = await take(master, bar)
  await master.mouse.move(onto.x + 3 * day, onto.y, { steps: 4 })
  await expect(card).toContainText('占着的工单')
  await master.mouse.up()
  const dialog = master.getByRole('dialog', { name: '改期' })
  await expect(dialog.getByText('占着的工单')).toBeVisible()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  expect(await planOf(master, order.id)).toEqual(onDay(monday, 1, '09:00:00', '19:00:00'))
  const once = await take(master, bar)
  await master.mouse.move(once.x + 3 * day, once.y, { steps: 4 })
  await master.mouse.up()
  await dialog.getByRole('button', { name: '仍要改期' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => planOf(master, order.id)).toEqual(onDay(monday, 4, '09:00:00', '19:00:00'))
  await expect(master.getByRole('button', { name: /只看冲突 2/ })).toBeVisible()

  // A click opens the order, and its history names the conflict.
  await bar.click()
  const detail = master
    .getByRole('dialog')
    .filter({ has: master.getByRole('heading', { name: '拖动的工单' }) })
  await expect(detail.getByRole('region', { name: '办理记录' })).toContainText('已确认')
})

test('the keyboard moves an order, and somebody else’s change takes it out of the hand', async ({
  browser,
}) => {
  test.slow()
  const monday = mondayOf(1)
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const order = await assign(master, '键盘移动的工单', onDay(monday, 3))
  await openChart(master, monday)
  const bar = barOf(master, '键盘移动的工单')
  await bar.focus()
  await master.keyboard.press(' ')
  await master.keyboard.press('ArrowRight')
  await master.keyboard.press('ArrowRight')
  await master.keyboard.press('ArrowLeft')
  const card = master.getByRole('status').filter({ hasText: '放回' })
  await expect(card).toContainText(dayOf(monday, 4).slice(5))
  await master.keyboard.press('Enter')
  await expect(master.getByText('工单已改期')).toBeVisible()
  expect(await planOf(master, order.id)).toEqual(onDay(monday, 4))
  await expect(bar).toBeFocused()

  await master.reload()
  await bar.focus()
  await master.keyboard.press(' ')
  await master.keyboard.press('ArrowRight')
  await expect(card).toBeVisible()
  const { version } = await read<Order>(master, 'post', '/ops/order/version', { id: order.id })
  await read(demoLogin('r10010'), 'post', '/ops/order/reschedule', {
    id: order.id,
    version,
    ...onDay(monday, 8),
  })
  await expect(master.getByText('改期已取消')).toBeVisible()
  await expect(card).toBeHidden()
  expect(await planOf(master, order.id)).toEqual(onDay(monday, 8))

  // Who may not assign is told so, and nothing moves.
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  await openChart(worker, monday)
  await barOf(worker, '键盘移动的工单').focus()
  await worker.keyboard.press(' ')
  await expect(worker.getByText('没有“指派工单”权限，不能改期')).toBeVisible()
})

test('the calendar opens a day, the board moves by its steps, and the address keeps all of it', async ({
  browser,
}) => {
  test.slow()
  const monday = mondayOf(2)
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const names = ['甲', '乙', '丙', '丁'].map((letter) => `同一天的工单${letter}`)
  const orders = []
  for (const name of names) orders.push(await assign(master, name, onDay(monday, 2)))
  const { worker } = orders[0]!

  await openChart(master, monday, `&liableUserId=${worker.id}`)
  await expect(chart(master).getByRole('group')).toHaveCount(1)
  await expect(chart(master).getByRole('group', { name: `${worker.realname}，4 单` })).toBeVisible()

  await master.getByRole('group', { name: '视图' }).getByRole('button', { name: '日历' }).click()
  await expect(master.getByRole('region', { name: '月历' })).toBeVisible()
  await master.getByRole('button', { name: '另 2 单' }).click()
  const day = master.getByRole('dialog')
  for (const name of names) await expect(day.getByText(name)).toBeVisible()
  await day.getByRole('button', { name: new RegExp(names[3]!) }).click()
  await expect(master.getByRole('heading', { level: 1, name: names[3]! })).toBeVisible()
  await master.goto(`/#/operation/taskView?view=calendar&zoom=week&day=${monday}`)
  await expect(master.getByRole('row', { name: new RegExp(`${worker.realname}.*16 h`) })).toBeVisible()

  await master.goto('/#/operation/taskView?view=board&sort=createTime')
  const column = (name: string) => master.getByRole('region', { name, exact: true })
  const card = (name: string) => column(name).getByRole('article').filter({ hasText: names[0]! })
  await expect(card('处理中').first()).toBeVisible()
  await card('处理中')
    .first()
    .getByRole('button', { name: /的操作$/ })
    .click()
  await master.getByRole('menuitem', { name: '作废' }).click()
  const question = master.getByRole('dialog', { name: /作废/ })
  await question.getByRole('textbox').fill('试过了')
  await question.getByRole('button', { name: '作废' }).click()
  await expect(card('处理中')).toHaveCount(0)
})

test('a week wider than the window opens with today in sight', async ({ browser }) => {
  const monday = mondayOf(4)
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  await assign(master, '周日的工单', onDay(monday, 6))
  await master.setViewportSize({ width: 1024, height: 768 })
  await master.clock.setFixedTime(new Date(`${dayOf(monday, 6)}T10:00:00+08:00`))
  await master.goto(`/#/operation/taskView?view=calendar&zoom=week&day=${monday}`)
  await expect(master.getByRole('columnheader', { name: '周一' })).toBeAttached()
  await expect(master.getByRole('columnheader', { name: '今天' })).toBeInViewport({ ratio: 0.95 })
})

import { expect, type Browser, type Page } from '@playwright/test'
import { chooseDepartment } from './departments.ts'
import { read } from './api.ts'
import { hire } from './people.ts'
import { demoLogin, newSignedInPage, signIn, signInFirst } from './sign-in.ts'
import { test } from './journey.ts'

const HOME = '/#/dashboard/analysis'

/** A tenant that no other journey changes while the numbers are compared. */
const TENANT = '晴空新能'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const metric = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name} `) })

const numberIn = (text: string) => Number(/[\d,]+(\.\d+)?/.exec(text)![0].replaceAll(',', ''))

/** A number of the key figures, for example 超时工单. */
const metricOf = async (page: Page, name: string) =>
  numberIn((await metric(page, name).getAttribute('aria-label'))!.slice(name.length))

/** A row of 工单流转 by its state. */
const stateRow = (page: Page, state: string) => card(page, '工单流转').getByRole('link', { name: state })

const stateOf = async (page: Page, state: string) =>
  numberIn((await stateRow(page, state).innerText()).replace(/^\D+/, ''))

/** Expects the list in the task centre to have this many rows. */
async function expectListOf(page: Page, many: number) {
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()
  if (many === 0) await expect(page.getByText('没有符合条件的工单')).toBeVisible()
  else await expect(page.getByText(`共 ${many.toLocaleString('en-US')} 条`)).toBeVisible()
}

async function openHome(browser: Browser, role: string, tenant = TENANT): Promise<Page> {
  const page = await newSignedInPage(browser, demoLogin(role, tenant))
  await goHome(page)
  return page
}

async function goHome(page: Page, query = '') {
  await page.goto(`${HOME}${query}`)
  await expect(metric(page, '超时工单')).toBeVisible()
  await expect(card(page, '我的待办').getByRole('link', { name: '全部' })).toBeVisible()
}

test('signing in leads to the home page, which stands first among the tabs', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10030', TENANT))
  await page.goto('/')
  await expect(page).toHaveURL(/#\/dashboard\/analysis$/)
  await expect(metric(page, '超时工单')).toBeVisible()
  await expect(page.getByRole('navigation', { name: '打开的页面' }).getByRole('link').first()).toHaveText(
    '首页',
  )
  await expect(page).toHaveTitle(/^首页/)
})

/** Follows a number to its list and goes back. */
async function expectLeadsTo(page: Page, many: number, follow: () => Promise<void>) {
  await follow()
  await expectListOf(page, many)
  await page.goBack()
  await expect(metric(page, '超时工单')).toBeVisible()
}

test('each number of a station master and of a technician leads to the list with the same count', async ({
  browser,
}) => {
  test.slow()
  const seen = new Map<string, string>()
  for (const role of ['r10020', 'r10030']) {
    const page = await openHome(browser, role)
    const numbers: number[] = []
    for (const name of ['本月新建', '本月完成', '超时工单']) {
      const many = await metricOf(page, name)
      numbers.push(many)
      await expectLeadsTo(page, many, () => metric(page, name).click())
    }
    for (const state of ['待指派', '处理中', '验收中', '已完成', '已终止']) {
      const many = await stateOf(page, state)
      numbers.push(many)
      await expectLeadsTo(page, many, () => stateRow(page, state).click())
    }
    const todos = card(page, '我的待办')
    const waiting = numberIn(await todos.locator('.reading-card-fact').innerText())
    numbers.push(waiting)
    await expectLeadsTo(page, waiting, () => todos.getByRole('link', { name: '全部' }).click())
    const busiest = card(page, '人员负荷').getByRole('link').first()
    const load = numberIn(await busiest.locator('b').innerText())
    await expectLeadsTo(page, load, () => busiest.click())
    const type = card(page, '任务类型').getByRole('link').first()
    await expectLeadsTo(page, numberIn(await type.locator('b').innerText()), () => type.click())
    seen.set(role, numbers.join(' '))
    await page.context().close()
  }
  expect(new Set(seen.values()).size).toBe(2)
})

test('period and department stay in the address and lead on into the list', async ({ browser }) => {
  const page = await openHome(browser, 'r10010')
  await page.getByRole('button', { name: '本年' }).click()
  await expect(metric(page, '本年新建')).toBeVisible()
  const whole = await metricOf(page, '本年新建')
  await chooseDepartment(page, '部门', '闽琼运维班')
  await expect(page).toHaveURL(/depCode=A01A02A01/)
  await expect.poll(() => metricOf(page, '本年新建')).toBeLessThan(whole)
  await page.reload()
  await expect(page.getByRole('button', { name: '本年' })).toHaveAttribute('aria-pressed', 'true')
  const created = await metricOf(page, '本年新建')
  expect(created).toBeGreaterThan(0)
  await metric(page, '本年新建').click()
  await expectListOf(page, created)
  await expect(page).toHaveURL(/depCode=A01A02A01/)
  await expect(page).toHaveURL(/createTime=\d{4}-01-01&createTime=\d{4}-12-31/)
})

type Order = { id: string; version: number }
type Detail = Order & {
  prerequisiteList: { met: boolean }[]
  stepList: { required: boolean; done: boolean; value: string }[]
}

/** Sends a call as the user; an error fails the journey. */
async function send(page: Page, path: string, input: object): Promise<Order> {
  const answer = await read<Order | null>(page, 'post', path, input as never)
  expect(answer?.id, path).toBeTruthy()
  return answer!
}

const plan = { planStartTime: '2030-01-01 08:00:00', planEndTime: '2030-01-02 18:00:00' }

test('closing an order moves the numbers of whoever looks', async ({ browser }) => {
  test.slow()
  const master = await openHome(browser, 'r10020')
  const worker = await openHome(browser, 'r10030')
  const refresh = (page: Page) => page.getByRole('button', { name: /更新$/ }).click()
  const finished = await metricOf(master, '本月完成')
  const created = await metricOf(master, '本月新建')
  const todosOf = async (page: Page) =>
    numberIn(await card(page, '我的待办').locator('.reading-card-fact').innerText())
  const waiting = await todosOf(worker)

  const { list } = await read<{ list: { psId: string }[] }>(master, 'get', '/power-station/page', {
    maintenanceStatus: '1',
    status: '1',
  })
  const reported = await send(master, '/ops/order/insert', {
    psId: list[0]!.psId,
    taskType: 12,
    taskDescription: '首页旅程：围栏检查',
  })
  const { id: workerId } = JSON.parse(
    (await worker.evaluate(() => localStorage.getItem('heliodesk__Login_Userinfo')))!,
  ).value as { id: string }
  const assigned = await send(master, '/ops/order/assign', { ...reported, liableUserId: workerId, ...plan })
  await refresh(worker)
  await expect.poll(() => todosOf(worker)).toBe(waiting + 1)

  const started = await send(worker, '/ops/order/start', assigned)
  const detail = await read<Detail>(worker, 'post', '/ops/order/detail', { id: started.id })
  const handedIn = await send(worker, '/ops/order/execute', {
    ...started,
    submit: true,
    prerequisiteList: detail.prerequisiteList.map((each) => ({ ...each, met: true })),
    stepList: detail.stepList.map((step) => ({ ...step, done: step.required, value: '9.1' })),
    workHoursList: [
      {
        executorName: '李沐阳',
        actualStartTime: '2026-01-01 08:00:00',
        actualEndTime: '2026-01-01 10:00:00',
        peopleNum: 1,
      },
    ],
  })
  await refresh(worker)
  await expect.poll(() => todosOf(worker)).toBe(waiting)
  await send(master, '/ops/order/check', { ...handedIn, pass: true })
  await refresh(master)
  await expect.poll(() => metricOf(master, '本月完成')).toBe(finished + 1)
  expect(await metricOf(master, '本月新建')).toBe(created + 1)
})

test('a card that fails says so by itself, and a retry brings it', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10020'))
  await page.route('**/api/ops/dashboard/ranking', (route) =>
    route.fulfill({
      status: 500,
      json: { result_code: '0', result_msg: '系统繁忙', result_data: null, request_id: 'r-1' },
    }),
  )
  await page.goto(HOME)
  const ranking = card(page, '超时与损失排行')
  await expect(ranking.getByRole('alert')).toContainText('超时与损失排行没有取到')
  await expect(metric(page, '超时工单')).toBeVisible()
  await expect(card(page, '我的待办').getByRole('listitem').first()).toBeVisible()
  await page.unroute('**/api/ops/dashboard/ranking')
  await ranking.getByRole('button', { name: '重试' }).click()
  await expect(ranking.getByRole('listitem').first()).toBeVisible()
})

test('to-dos and places lead to their orders', async ({ browser }) => {
  const page = await openHome(browser, 'r10020')
  const first = card(page, '我的待办').getByRole('listitem').first().getByRole('link')
  const description = (await first.locator('.grow').innerText()).trim()
  await first.click()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1, name: description })).toBeVisible()
  await goHome(page)
  // A few stations have a cell each.
  const place = card(page, '电站分布').getByRole('link', { name: /在办/ }).first()
  const open = numberIn(/在办 ([\d,]+) 单/.exec((await place.textContent())!)![1]!)
  await place.click()
  await expectListOf(page, open)
})

test('the whole company is one tile a province, which leads to its stations', async ({ browser }) => {
  const page = await openHome(browser, 'admin', '示范光伏')
  const tiles = card(page, '电站分布').getByRole('group', { name: /^各省电站，方向键移动/ })
  await tiles.getByRole('link', { name: /^宁夏，/ }).click()
  await expect(page.getByRole('heading', { name: '宁夏', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: /^宁夏的电站，方向键移动/ })).toBeVisible()
})

test('the keyboard reads the trend day by day, and a day leads to the orders created on it', async ({
  browser,
}) => {
  const page = await openHome(browser, 'r10010')
  const trend = card(page, '近 30 天流转')
  await expect(trend.getByRole('table', { name: '近 30 天流转' }).getByRole('row')).toHaveCount(31)
  const reader = trend.getByRole('slider', { name: '近 30 天流转，方向键逐个读数' })
  await reader.press('End')
  await reader.press('ArrowLeft')
  const words = (await reader.getAttribute('aria-valuetext'))!
  await expect(trend.getByRole('status')).toContainText(words.split('，')[1]!)
  await expect(trend.getByRole('link', { name: `${words.slice(0, 10)} 新建的工单` })).toBeAttached()
  await reader.press('Enter')
  await expectListOf(page, numberIn(words.split('，')[1]!))
})

type Department = { id: string; departName: string; children: Department[] }

test('where there is nothing yet, people see the first steps that they may take', async ({ browser }) => {
  test.slow()
  const admin = demoLogin('admin')
  const [top] = await read<Department[]>(admin, 'get', '/sys/sysDepart/queryTreeList')
  const depId = top!.children.find(({ departName }) => departName === '平台运营部')!.id
  for (const [role, steps] of [
    ['admin', ['建部门', '建电站', '导入数据', '添加用户', '新建工单']],
    ['r10030', ['新建工单']],
  ] as const) {
    const page = await (await browser.newContext()).newPage()
    await signInFirst(page, await hire(admin, role, { depId }), 'Heliodesk@2027')
    await page.goto('/')
    const begin = page.getByRole('region', { name: '开始使用' })
    await expect(begin).toBeVisible()
    await expect(begin.getByRole('listitem')).toHaveCount(steps.length)
    for (const step of steps) await expect(begin.getByRole('link', { name: step })).toBeVisible()
    if (role === 'admin') {
      await begin.getByRole('link', { name: '建电站' }).click()
      await expect(page.getByRole('heading', { name: '电站档案' })).toBeVisible()
    }
    await page.context().close()
  }
})

test('on a phone the numbers, to-dos and the ranking stand below each other', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, demoLogin('r10030'))
  await goHome(page)
  const top = async (name: string) => (await card(page, name).boundingBox())!.y
  expect(await top('我的待办')).toBeLessThan(await top('超时与损失排行'))
  await expect(card(page, '电站分布')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const box = await card(page, '超时与损失排行').getByRole('link').nth(1).boundingBox()
  expect(box!.height).toBeGreaterThanOrEqual(44)
})

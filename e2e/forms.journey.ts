import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { read } from './api.ts'
import { chooseDepartment } from './departments.ts'
import { answer, idle, test } from './journey.ts'
import { demoOrder } from './orders.ts'
import { demoLogin, newSignedInPage, openPage, signIn } from './sign-in.ts'

const admin = demoLogin('admin')

const boxOf = async (form: Locator) => (await form.boundingBox())!

test('a form of a few fields is a dialog, whose first field has the focus; on a phone it is the whole window', async ({
  page,
}) => {
  await signIn(page, admin)
  await openPage(page, '/system/user', '用户')
  await openPage(page, '/system/role', '角色')
  await page.getByRole('button', { name: '新建角色' }).click()
  const form = page.getByRole('dialog', { name: '新建角色', exact: true })
  const name = form.getByLabel('角色名称')
  await expect(name).toBeFocused()
  const { x, width, height } = await boxOf(form)
  expect(width).toBe(480)
  expect(x).toBe((page.viewportSize()!.width - 480) / 2)
  expect(height).toBeLessThan(page.viewportSize()!.height)
  await name.fill('检修班长')

  // Every way out asks first: Esc, a press outside, the cross, and back.
  const question = '数据尚未保存，是否确定关闭?'
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => form.getByRole('button', { name: '关闭' }).click(),
    () => page.evaluate(() => history.back()),
  ]
  for (const leave of ways) {
    await leave()
    await answer(page, question, '取消')
    // Until it is gone, and not only hidden, it takes Esc.
    await expect(page.getByRole('dialog', { name: question, includeHidden: true })).toHaveCount(0)
    await expect(name).toHaveValue('检修班长')
  }
  await page.keyboard.press('Escape')
  await answer(page, question, '确定')
  await expect(form).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('button', { name: '新建角色' }).click()
  await expect(name).toBeVisible()
  await expect.poll(() => boxOf(form)).toMatchObject({ x: 0, width: 390, height: 844 })
})

const OWN_CHOICE = '宁夏运维中心'

type Project = { name: string; depName: string; status: string }

test('a project fills in its department, but not over one that was chosen', async ({ page }) => {
  await signIn(page, admin)
  await openPage(page, '/station/archive', '电站档案')
  const { records } = await read<{ records: Project[] }>(page, 'get', '/sys/psa/list', { pageSize: '100' })
  const open = records.filter(({ status, depName }) => status === '1' && depName !== OWN_CHOICE)
  const [first] = open
  const other = open.find(({ depName }) => depName !== first!.depName)
  await page.getByRole('button', { name: '新增电站' }).click()
  const form = page.getByRole('dialog', { name: '新增电站' })
  const department = form.getByRole('combobox', { name: '归属部门' })
  const choose = async ({ name }: Project) => {
    await form.getByLabel('项目').fill(name)
    await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click()
  }
  await choose(first!)
  await expect(department).toContainText(first!.depName)
  await choose(other!)
  await expect(department).toContainText(other!.depName)

  await chooseDepartment(form, '归属部门', OWN_CHOICE)
  await expect(department).toContainText(OWN_CHOICE)
  await choose(first!)
  await expect(form.getByTitle(first!.name)).toBeVisible()
  await idle(page)
  await expect(department).toContainText(OWN_CHOICE)
})

/** The day in Shanghai, `days` later, as the address has it. */
const day = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })

/** The hour in Shanghai, as a time field has it. */
const hourThere = () => new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 13)

test('a deadline is chosen by its name, in the company’s time wherever the person is', async ({
  browser,
}) => {
  // It is still yesterday there for most of the company's day.
  const context = await browser.newContext({ timezoneId: 'Pacific/Honolulu' })
  const page = await context.newPage()
  await signIn(page, admin)
  await page.goto(`/#/taskCenter?order=${await demoOrder(page, 1)}`)
  await page.getByRole('dialog').getByRole('button', { name: '指派', exact: true }).click()
  const form = page.getByRole('dialog', { name: '指派工单' })
  // Also above a drawer, which held the focus, the first field gets it, and keeps it.
  await expect(form.getByRole('searchbox', { name: '查找人员' })).toBeFocused()
  await expect(form.getByRole('alert')).toHaveCount(0)
  const start = form.getByLabel('计划开始时间')
  await start.click()
  const earliest = hourThere()
  await page.getByText('此刻', { exact: true }).click()
  await expect(start).not.toHaveValue('')
  expect([earliest, hourThere()]).toContain((await start.inputValue()).slice(0, 13))

  const end = form.getByLabel('计划结束时间')
  await end.click()
  await page.getByText('明天 18:00', { exact: true }).click()
  await expect(end).toHaveValue(`${day(1)} 18:00`)
})

test('a range is chosen by its name, and stands in the address', async ({ page }) => {
  await signIn(page, admin)
  await openPage(page, '/taskCenter', '任务中心')
  await page.getByRole('button', { name: '展开' }).click()
  await page.getByLabel('创建时间').first().click()
  await page.getByText('近 7 天', { exact: true }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(new RegExp(`createTime=${day(-6)}&createTime=${day(0)}`))
  await expect(page.getByLabel('创建时间').first()).toHaveValue(day(-6))
})

const rows = (page: Page) => page.locator('tbody').getByRole('row')

test('the stations narrow as one types; letters make no history, and answers that nobody waits for are cancelled', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, admin)
  await openPage(page, '/system/role', '角色')
  await openPage(page, '/station/archive', '电站档案')
  await expect(rows(page).first()).toBeVisible()
  const before = await page.evaluate(() => history.length)
  const name = (await rows(page).nth(3).getByRole('link').first().textContent())!

  // The answer for the first part of the name never comes.
  const part = name.slice(0, 2)
  const isPart = (request: Request) => new URL(request.url()).searchParams.get('psName') === part
  await page.route('**/power-station/page*', async (route) => {
    if (!isPart(route.request())) await route.continue()
  })
  const field = page.getByRole('searchbox', { name: '电站名称' })
  const asked = page.waitForRequest(isPart)
  const cancelled = page.waitForEvent('requestfailed', isPart)
  await field.fill(part)
  await asked
  await field.fill(name)
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')

  await expect(page).toHaveURL((url) => new URLSearchParams(url.hash.split('?')[1]).get('psName') === name)
  await expect(rows(page).filter({ hasNotText: name })).toHaveCount(0)
  await expect(rows(page).first()).toContainText(name)
  await expect(field).toBeFocused()
  expect(await page.evaluate(() => history.length)).toBe(before)
  await page.goBack()
  await expect(page.getByRole('heading', { name: '角色', exact: true })).toBeVisible()
})

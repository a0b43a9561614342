import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'
import { test } from './journey.ts'

type Order = { id: string; version: number; psId: string; liableUserId: string | null }
type Role = { id: string; version: number; roleCode: string; roleName: string; description: string }

const stamp = Date.now()
const rowsOf = (page: Page) => page.locator('.order-list-orders .grid-row')

const report = (page: Page, psId: string, taskDescription: string) =>
  read<Order>(page, 'post', '/ops/order/insert', { psId, taskType: 12, taskDescription })

test('what another person changes shows in list and drawer, and moves nothing that is being read', async ({
  browser,
}) => {
  test.slow()
  const [reader, writer] = [
    await newSignedInPage(browser, demoLogin('r10020')),
    await newSignedInPage(browser, demoLogin('r10030')),
  ]
  const { pageList } = await read<{ pageList: Order[] }>(writer, 'post', '/ops/order/page', { size: 1 })
  const { psId } = pageList[0]!
  const first = await report(writer, psId, `先报的 ${stamp}`)
  // Other journeys report orders meanwhile, which are no news to a list that does not show them.
  await reader.goto(`/#/taskCenter?keyword=${stamp}`)
  const row = rowsOf(reader).filter({ hasText: `先报的 ${stamp}` })
  await expect(row).toBeVisible()
  const news = reader.getByRole('status').filter({ hasText: '列表有更新' })

  // The stream stands, and the list has been there for a while: a change in place shows by itself.
  await expect(async () => {
    await reader.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/Changes')),
    )
  }).toPass()
  await expect(row).toContainText('待指派')
  const claimed = await read<Order>(writer, 'post', '/ops/order/claim', {
    id: first.id,
    version: first.version,
  })
  await expect(row).toContainText('处理中')
  await expect(news).toHaveCount(0)

  // Another row waits until the reader takes it; what shows stays where it is.
  const before = await rowsOf(reader).evaluateAll((rows) =>
    rows.map((each) => each.getAttribute('data-row-key')),
  )
  await report(writer, psId, `后报的 ${stamp}`)
  await expect(news).toBeVisible()
  expect(
    await rowsOf(reader).evaluateAll((rows) => rows.map((each) => each.getAttribute('data-row-key'))),
  ).toEqual(before)
  await news.getByRole('button', { name: '刷新' }).click()
  await expect(rowsOf(reader).filter({ hasText: `后报的 ${stamp}` })).toBeVisible()
  await expect(news).toHaveCount(0)

  // The open drawer follows and says so. A section appears above the one being read, which stays at its place.
  await reader.setViewportSize({ width: 1440, height: 560 })
  await row.click()
  const drawer = reader.getByRole('dialog').filter({ has: reader.getByRole('heading', { level: 1 }) })
  await expect(drawer.getByRole('region', { name: '办理记录' })).toContainText('接单')
  const titled = (title: string) =>
    drawer.locator('.sections > section').filter({ hasText: new RegExp(`^${title}`) })
  const steps = titled('作业步骤')
  const topOf = async () => Math.round((await steps.boundingBox())!.y)
  const below = await topOf()
  await steps.evaluate((element) => element.scrollIntoView())
  const place = await topOf()
  expect(place).toBeLessThan(below)
  await expect(titled('执行信息')).toHaveCount(0)
  await read(writer, 'post', '/ops/order/start', { id: claimed.id, version: claimed.version })
  await expect(drawer.getByText('刚刚由他人更新')).toBeVisible()
  await expect(titled('执行信息')).toHaveCount(1)
  expect(await topOf()).toBe(place)
})

test('a form keeps what is typed when another person changes its record, and takes the rest on request', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  const role = await read<Role>(page, 'post', '/sys/role/add', {
    roleCode: `live${stamp}`,
    roleName: `值守 ${stamp}`,
    description: '原来的描述',
  })
  await page.goto(`/#/system/role?role=${role.roleCode}`)
  await page
    .getByRole('region', { name: `角色 ${role.roleName}` })
    .getByRole('button', { name: '编辑' })
    .click()
  const form = page.getByRole('dialog', { name: '编辑角色' })
  const [name, description] = [form.getByLabel('角色名称'), form.getByLabel('描述')]
  await expect(description).toHaveValue('原来的描述')

  // Nothing is typed yet: the form follows.
  const { id, roleCode, roleName } = role
  const edit = (version: number, text: string) =>
    read<Role>(page, 'put', '/sys/role/edit', { id, version, roleCode, roleName, description: text })
  const second = await edit(role.version, '别人写的描述')
  await expect(description).toHaveValue('别人写的描述')

  await name.fill('我起的名字')
  await edit(second.version, '别人又写的描述')
  await expect(form.getByRole('alert')).toContainText('刚刚在别处更新')
  await expect(name).toHaveValue('我起的名字')
  await expect(description).toHaveValue('别人写的描述')
  await form.getByRole('button', { name: '刷新' }).click()
  await expect(description).toHaveValue('别人又写的描述')
  await expect(name).toHaveValue('我起的名字')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('角色已保存')).toBeVisible()
  await expect(page.getByRole('region', { name: '角色 我起的名字' })).toBeVisible()
})

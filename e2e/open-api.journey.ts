import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { demoLogin, signIn } from './sign-in.ts'
import { answer, pressFor, test } from './journey.ts'

type Heard = { event: string; delivery: string; signature: string }

let receiver: Server
let address: string
let status = 200
const heard: Heard[] = []

test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    const header = (name: string) => String(request.headers[name] ?? '')
    heard.push({
      event: header('x-helio-event'),
      delivery: header('x-helio-delivery'),
      signature: header('x-helio-signature'),
    })
    response.writeHead(status).end('收到')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
test.afterAll(() => receiver.close())

const open = async (page: Page, query = '') => {
  await page.goto(`/#/system/openApi${query}`)
  await expect(page.getByRole('heading', { name: '开放接口', level: 1 })).toBeVisible()
}

test('an administrator makes a webhook, tests it, and sends a delivery again', async ({ page }) => {
  await signIn(page, demoLogin('admin'))
  await open(page)
  const form = page.getByRole('dialog', { name: '新建推送' })
  await pressFor(page.getByRole('button', { name: '新建推送' }).first(), form)
  await form.getByLabel('名称').fill('业主平台')
  await form.getByLabel('地址').fill('https://10.0.0.8/hook')
  await form.getByLabel('事件').click()
  await page.getByTitle('评论（全部）').click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '新建' }).click()
  await expect(form.getByText('不允许推送到内网、回环或元数据地址')).toBeVisible()
  await form.getByLabel('地址').fill(address)
  const secret = page.getByRole('dialog', { name: '推送密钥' })
  await pressFor(form.getByRole('button', { name: '新建' }), secret)
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await answer(page, '推送密钥', '已保存')
  const pane = page.getByRole('region', { name: '业主平台' })
  await expect(pane.getByText('全公司；不含费用、人员电话')).toBeVisible()

  status = 502
  await pane.getByRole('button', { name: '发测试' }).click()
  const row = pane.getByRole('row', { name: /webhook\.test/ })
  await expect(row).toContainText('502')
  const detail = page.getByRole('complementary', { name: '推送记录详情' })
  await expect(detail).toContainText('对方返回 502')
  await expect(detail).toContainText('这是一条测试')
  // The next attempt comes after ten seconds, under the same id.
  status = 200
  await expect(row).toContainText('200')
  await expect(detail).toContainText('各次尝试')
  // Comments of other journeys come as well.
  const tests = () => heard.filter(({ event }) => event === 'webhook.test')
  expect(tests()).toHaveLength(2)
  expect(tests()[0]!.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)

  await detail.getByRole('button', { name: '重发这一条' }).click()
  await expect.poll(() => tests().length).toBe(3)
  expect(new Set(tests().map(({ delivery }) => delivery)).size).toBe(1)

  await pane.getByRole('button', { name: '换密钥' }).click()
  await answer(page, '换一个签名密钥？', '换密钥')
  await answer(page, '推送密钥', '已保存')
  await expect(pane.getByText(/旧密钥留到/)).toBeVisible()
  await pane.getByRole('switch', { name: '启用' }).click()
  await expect(pane.getByText(/^停用/)).toBeVisible()
  await pane.getByRole('button', { name: '删除' }).click()
  await answer(page, '删除推送“业主平台”？', '删除')
  await expect(pane).toBeHidden()
})

test('a person makes a token of their own, uses it and revokes it', async ({ page, request }) => {
  await signIn(page, demoLogin('r10010'))
  await page.goto('/#/isolarerp/employee/individual')
  const own = page.getByRole('region', { name: '个人令牌' })
  const form = page.getByRole('dialog', { name: '新建个人令牌' })
  await pressFor(own.getByRole('button', { name: '新建令牌' }), form)
  await form.getByLabel('名称').fill('报表取数')
  await form.getByRole('button', { name: '新建' }).click()
  const shown = page.getByRole('dialog', { name: '令牌已创建' })
  const token = (await shown.getByText(/^hd_/).textContent())!
  await answer(page, '令牌已创建', '已保存')
  await expect(own.getByText('只读：本账号可查看的全部')).toBeVisible()
  const list = () =>
    request.post('/api/ops/order/page', { data: {}, headers: { authorization: `Bearer ${token}` } })
  expect((await list()).status()).toBe(200)
  await own.getByRole('button', { name: '吊销' }).click()
  await answer(page, '吊销令牌“报表取数”？', '吊销')
  await expect(own.getByText('已吊销')).toBeVisible()
  expect((await list()).status()).toBe(401)
})

test('an administrator gives a machine an account and a token of a few rights', async ({ page, request }) => {
  await signIn(page, demoLogin('admin'))
  await open(page, '?tab=tokens')
  const form = page.getByRole('dialog', { name: '新建机器账号' })
  await pressFor(page.getByRole('button', { name: '新建机器账号' }), form)
  await form.getByLabel('名称').fill('数据平台')
  await form.getByRole('combobox', { name: '所属部门' }).click()
  await page.getByRole('treeitem').first().click()
  await form.getByLabel('角色').click()
  await page.getByTitle('合作方访客').click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '新建' }).click()
  const machines = page.getByRole('region', { name: '机器账号' })
  const row = machines.getByRole('listitem').filter({ hasText: '数据平台' })
  const token = page.getByRole('dialog', { name: '新建令牌：数据平台' })
  await pressFor(row.getByRole('button', { name: '新建令牌' }), token)
  await token.getByLabel('名称').fill('电站档案')
  await token.getByRole('checkbox', { name: /^只读/ }).click()
  await token.getByRole('combobox', { name: '权限' }).click()
  await page.getByTitle('查看电站').click()
  await page.keyboard.press('Escape')
  await token.getByRole('button', { name: '新建' }).click()
  const secret = (await page.getByRole('dialog', { name: '令牌已创建' }).getByText(/^hd_/).textContent())!
  await answer(page, '令牌已创建', '已保存')
  const headers = { 'x-access-token': secret }
  const ask = async (path: string) =>
    (
      await request.fetch(`/api${path}`, { method: path.startsWith('/ops') ? 'POST' : 'GET', headers })
    ).status()
  expect([await ask('/power-station/page'), await ask('/ops/order/page')]).toEqual([200, 403])
  await row.getByRole('button', { name: '停用' }).click()
  await answer(page, '停用机器账号“数据平台”？', '停用')
  await expect(row).toBeHidden()
  expect(await ask('/power-station/page')).toBe(401)
})

test('everybody with the right finds a call, reads what it takes, and tries it', async ({ page }) => {
  await signIn(page, demoLogin('admin'))
  await open(page, '?tab=calls')
  await page.getByLabel('搜索接口').fill('登录日志')
  await page
    .getByRole('button', { name: /登录日志/ })
    .first()
    .click()
  const pane = page.getByRole('region', { name: '登录日志' })
  await expect(pane.getByText('查看登录日志（log:view）')).toBeVisible()
  await expect(pane.getByRole('table', { name: '参数' })).toContainText('页码')
  await pane.getByRole('region', { name: '试一试' }).getByRole('button', { name: '调用' }).click()
  await expect(pane.getByLabel('回答')).toContainText('"records"')
})

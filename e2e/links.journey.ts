import { expect, type Page } from '@playwright/test'
import { read, tokenOf } from './api.ts'
import { sessionOf } from './session.ts'
import { demoLogin, signIn, type Credentials } from './sign-in.ts'
import { test } from './journey.ts'

const COMPANY = '晴空新能'
const here = demoLogin('r10020', COMPANY)
const there = demoLogin('r10010', COMPANY)

type Person = { realname: string; username: string; tenantName: string; tenantId: string }

const personOf = (caller: Page | Credentials) => read<Person>(caller, 'get', '/sys/user/getUserInfo')
const spell = ({ realname, username, tenantName }: Person) => `${tenantName} ${realname}（${username}）`
const question = (page: Page) => page.getByRole('dialog', { name: '切换登录账号？' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('a link with somebody else’s token asks before it signs a signed-in person in as them', async ({
  page,
}) => {
  test.slow()
  const they = await personOf(there)
  const query = new URLSearchParams({ token: (await sessionOf(there)).token, tenant_id: they.tenantId })
  await signIn(page, here, { alone: true })
  const own = await personOf(page)
  const token = await tokenOf(page)

  // A page opened by the link: the question names both users, and the token is removed from the address at once.
  await page.goto(`/?${query.toString()}#/taskCenter`)
  await expect(question(page)).toContainText(
    `当前登录的是 ${spell(own)}，您打开的链接要以 ${spell(they)} 登录。`,
  )
  await expect(page).not.toHaveURL(/token/)
  await expect(question(page).getByRole('button', { name: '保持当前登录' })).toBeFocused()
  expect(await tokenOf(page)).toBe(token)
  await page.keyboard.press('Escape')
  await expect(heading(page, '任务中心')).toBeVisible()
  await expect(page).toHaveURL(/^[^?]*#\/taskCenter$/)
  expect([await tokenOf(page), (await personOf(page)).username]).toEqual([token, own.username])

  // An open workspace keeps its unsaved values while the question is open.
  const keyword = page.locator('.order-list-orders').getByLabel('关键词').first()
  await keyword.fill('打了一半')
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/taskCenter?${query.toString()}`)
  await question(page).getByRole('button', { name: '保持当前登录' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(keyword).toHaveValue('打了一半')
  await expect(page).not.toHaveURL(/token/)
  await page.goBack()
  await expect(page).not.toHaveURL(/token/)

  await page.goto(`/?${query.toString()}#/taskCenter`)
  await question(page).getByRole('button', { name: '切换账号' }).click()
  await expect(heading(page, '任务中心')).toBeVisible()
  expect((await personOf(page)).username).toBe(they.username)
})

test('a link that would sign out asks, and declining keeps the session and the page', async ({ page }) => {
  await signIn(page, here, { alone: true })
  const token = await tokenOf(page)
  await page.goto('/?clear=1#/taskCenter')
  const leaving = page.getByRole('dialog', { name: '退出当前登录？' })
  await expect(leaving).toContainText((await personOf(page)).realname)
  await leaving.getByRole('button', { name: '保持当前登录' }).click()
  await expect(heading(page, '任务中心')).toBeVisible()
  expect(await tokenOf(page)).toBe(token)
  await page.goto('/?clear=1')
  await leaving.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('heading', { name: '登录工作台' })).toBeVisible()
})

test('a link whose session cannot be read leaves the way to sign in open, and says so', async ({ page }) => {
  await page.route('**/sys/user/getUserInfo*', (route) =>
    route.fulfill({ json: { success: true, code: 200, message: '', result: null } }),
  )
  await page.goto('/?token=1.unreadable#/taskCenter')
  await expect(page.getByRole('alert').filter({ hasText: '系统异常' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '登录工作台' })).toBeVisible()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
})

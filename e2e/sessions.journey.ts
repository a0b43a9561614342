import { expect, type Page } from '@playwright/test'
import { hire } from './people.ts'
import { demoLogin, fillAndDrag, newSignedInPage, signInFirst, silencePolls, stepOut } from './sign-in.ts'
import { answer, test } from './journey.ts'

async function openSessions(page: Page) {
  await page.getByRole('button', { name: /好，/ }).click()
  await page.getByRole('menuitem', { name: '登录设备' }).click()
  return page.getByRole('dialog', { name: '登录设备' })
}

test('one browser ends the session of another, who is told during work and comes back to the same page', async ({
  browser,
}) => {
  test.slow()
  // No other journey signs in as this user meanwhile.
  const hired = await hire(demoLogin('admin'), 'r10025')
  const person = { ...hired, password: 'Sessions#2026' }
  const there = await (await browser.newContext()).newPage()
  await signInFirst(there, hired, person.password)
  const here = await newSignedInPage(browser, person)
  await here.goto('/')
  await silencePolls(there)
  await there.goto('/#/taskCenter?size=20')
  await expect(there.getByRole('heading', { name: '任务中心' })).toBeVisible()

  const sessions = await openSessions(here)
  const rows = sessions.getByRole('list', { name: '登录设备' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const own = rows.filter({ hasText: '本机' })
  await expect(own).toContainText('正在使用')
  await expect(own.getByRole('button')).toHaveCount(0)
  await rows.filter({ hasNotText: '本机' }).getByRole('button', { name: '退出' }).click()
  await answer(here, /^退出“/, '退出登录')
  await expect(rows).toHaveCount(1)

  await there.getByRole('button', { name: '刷新' }).click()
  await expect(there.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(there.getByText('Token失效，请重新登录!')).toBeVisible()
  expect(decodeURIComponent(there.url())).toContain('redirect=/taskCenter?size=20')
  await fillAndDrag(there, person)
  await expect(there.getByRole('heading', { name: '任务中心' })).toBeVisible()
  expect(there.url()).toContain('#/taskCenter?size=20')

  await here.getByRole('button', { name: '关闭' }).last().click()
  await openSessions(here)
  await sessions.getByRole('button', { name: '退出其他设备（1）' }).click()
  await answer(here, '退出 1 个设备？', '退出登录')
  await expect(rows).toHaveCount(1)
  await there.getByRole('button', { name: '刷新' }).click()
  await expect(there.getByText('Token失效，请重新登录!')).toBeVisible()

  // An administrator does the same from the list of users, and the log names them.
  const admin = await newSignedInPage(browser, demoLogin('admin'))
  await admin.goto(`/#/system/user?keyword=${person.username}`)
  const row = admin.getByRole('row').filter({ hasText: person.username })
  await row.getByRole('button', { name: '更多操作' }).click()
  await admin.getByRole('menuitem', { name: '登录设备' }).click()
  const theirs = admin.getByRole('dialog', { name: /的登录设备$/ })
  await stepOut(here)
  await theirs.getByRole('button', { name: '全部退出（1）' }).click()
  await answer(admin, '退出 1 个设备？', '退出登录')
  await expect(theirs.getByText('没有登录中的设备')).toBeVisible()
  await here.goto('/')
  await expect(here.getByText('Token失效，请重新登录!')).toBeVisible()

  await theirs.getByRole('link', { name: '登录日志' }).click()
  await expect(admin.getByRole('heading', { name: '登录日志' })).toBeVisible()
  const entries = admin.getByRole('row').filter({ hasText: person.username })
  await expect(entries.first()).toContainText('登录被终止')
  await expect(entries.first()).toContainText('（admin）终止')
  await expect(entries.filter({ hasText: '登录成功' })).toHaveCount(4)
  await expect(entries.filter({ hasText: '本人终止' })).toHaveCount(2)
})

import { expect } from '@playwright/test'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'
import { pressFor, test } from './journey.ts'

// Its tests save nothing.
test.describe.configure({ mode: 'parallel' })

const QUESTION = '数据尚未保存，是否确定关闭?'

test('going back asks before it throws away what was typed, and otherwise closes what is open', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/')
  await page.getByRole('link', { name: '电站与告警' }).click()
  await expect(page.getByRole('heading', { name: '电站档案' })).toBeVisible()
  await page.goto('/#/taskCenter')
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()

  await page.getByRole('button', { name: '新建工单' }).click()
  const form = page.getByRole('dialog', { name: '新建工单', exact: true })
  const text = form.getByLabel('任务描述', { exact: true })
  await text.fill('组件破裂')
  const question = page.getByRole('dialog', { name: QUESTION })
  await page.goBack()
  await expect(question).toBeVisible()
  // Going back again means no: the question closes, the form stays.
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(text).toHaveValue('组件破裂')
  await page.goBack()
  await question.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()

  // Without typed values there is no question; the page stays until every overlay is closed.
  await pressFor(page.getByRole('button', { name: '新建工单' }), form)
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '电站档案' })).toBeVisible()
})

test('what the address opens closes by going back, over a form on top of it first', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/taskCenter')
  await page.getByRole('button', { name: /^待指派/ }).click()
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows.filter({ hasText: '处理中' })).toHaveCount(0)
  await rows.first().click()
  const detail = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: '指派', exact: true }) })
  await detail.getByRole('button', { name: '指派', exact: true }).first().click()
  const assign = page.getByRole('dialog', { name: '指派工单' })
  await assign.getByLabel('派单说明').fill('带备件')
  await page.goBack()
  await page.getByRole('dialog', { name: QUESTION }).getByRole('button', { name: '确定' }).click()
  await expect(assign).toBeHidden()
  await expect(page).toHaveURL(/order=/)
  await page.goBack()
  await expect(page).not.toHaveURL(/order=/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a tab shows that its page holds something unsaved, and asks before it takes it along', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/taskCenter', '任务中心')
  await page.goto('/#/system/role?role=r10055')
  await page.getByRole('checkbox', { name: '维护电站' }).click()
  const mark = page.getByRole('img', { name: '角色未保存' })
  await expect(mark).toBeVisible()
  await page.getByRole('link', { name: '任务中心' }).first().click()
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()
  await expect(mark).toBeVisible()

  const question = page.getByRole('dialog', { name: QUESTION })
  await page.getByRole('button', { name: '关闭角色' }).click()
  await question.getByRole('button', { name: '取消' }).click()
  await page.getByRole('navigation', { name: '打开的页面' }).getByRole('link', { name: '角色' }).click()
  await expect(page.getByText('未保存 1 项')).toBeVisible()
  await page.getByRole('button', { name: '还原' }).click()
  await expect(mark).toBeHidden()
  await page.getByRole('button', { name: '关闭角色' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: '关闭角色' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()
})

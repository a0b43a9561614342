import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { chooseDepartment } from './departments.ts'
import { answer, pressFor, test } from './journey.ts'
import { newPageAt, signInFirst } from './sign-in.ts'

const mark = `f${Date.now().toString(36)}`

async function send(page: Page, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`\uFEFF${['账号,姓名,手机号,部门,角色', ...lines].join('\r\n')}\r\n`)
  await page.locator('input[type=file]').setInputFiles({ name: `${mark}.csv`, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: '试运行', exact: true }).click()
}

test('people are imported, get first passwords once, sign in, and are exported with chosen columns', async ({
  browser,
}) => {
  test.slow()
  const page = await newPageAt(browser, 'admin', '/system/import?kind=users', '数据导入')
  await chooseDepartment(page, '归属部门', '宁夏运维中心')
  await send(page, [`${mark}.a,甲工,,,船长`])
  await expect(page.getByText('没有角色“船长”')).toBeVisible()
  await page.getByRole('button', { name: '选择另一个文件' }).click()
  await send(page, [`${mark}.a,甲工,,,运维工程师`, `${mark}.b,乙工,,,`])
  await page.getByRole('button', { name: /^导入 2 行$/ }).click()
  await expect(page.getByText('导入完成，新增 2 名用户。')).toBeVisible()

  const issue = page.getByRole('button', { name: /^发放初始密码（2 人）$/ })
  const question = page.getByRole('dialog', { name: '发放初始密码？' })
  await pressFor(issue, question)
  const saved = page.waitForEvent('download')
  await question.getByRole('button', { name: '发放并下载' }).click()
  const text = await readFile(await (await saved).path(), 'utf8')
  const [, first] = text.split('\r\n')
  const [username, realname, password] = first!.split(',') as [string, string, string]
  expect([username, realname]).toEqual([`${mark}.a`, '甲工'])
  await expect(issue).toBeHidden()

  const theirs = await (await browser.newContext()).newPage()
  await signInFirst(theirs, { username, password }, 'Imported#2026')

  await page.goto(`/#/system/user?keyword=${mark}`)
  await expect(page.getByRole('row').filter({ hasText: `${mark}.b` })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: '导出用户' })
  await pressFor(page.getByRole('button', { name: '导出', exact: true }), dialog)
  for (const column of ['手机号', '工号', '数据范围', '创建时间']) await dialog.getByLabel(column).uncheck()
  await dialog.getByText('CSV').click()
  await dialog.getByRole('button', { name: '导出' }).click()
  const told = page.getByRole('status').filter({ hasText: '导出完成' })
  const download = page.waitForEvent('download')
  await told.getByRole('button', { name: '下载', exact: true }).click({ timeout: 30_000 })
  const [titles, ...rows] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(titles).toBe('账号,姓名,部门,角色,岗位,状态')
  expect(rows).toHaveLength(2)

  // Who never signed in leaves a free user name behind; the other one has a history, and is in no list any more.
  await page.goto(`/#/system/user?keyword=${mark}`)
  for (const name of [`${mark}.a`, `${mark}.b`]) {
    await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await answer(page, /^删除用户/, '删除')
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  }
})

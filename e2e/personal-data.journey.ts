import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { hire } from './people.ts'
import { demoLogin, newPageAt, signInFirst } from './sign-in.ts'

test('a person’s data are asked for with a reason, and downloaded as an archive', async ({ browser }) => {
  const person = await hire(demoLogin('admin'), 'r10030')
  const theirs = await (await browser.newContext()).newPage()
  await signInFirst(theirs, person, 'Personal#2026')
  const page = await newPageAt(browser, 'admin', `/system/user?keyword=${person.username}`, '用户')
  const row = page.getByRole('row').filter({ hasText: person.username })
  await row.getByRole('button', { name: '更多操作' }).click()
  const question = page.getByRole('dialog', { name: /的个人数据？$/ })
  await pressFor(page.getByRole('menuitem', { name: '导出个人数据' }), question)
  await question.getByRole('button', { name: '导出', exact: true }).click()
  await expect(question.getByText('请填写原因')).toBeVisible()
  await question.getByLabel('原因').fill('本人书面申请')
  await pressToClose(question, '导出')
  const told = page.getByRole('status').filter({ hasText: '导出完成' })
  const download = page.waitForEvent('download')
  await told.getByRole('button', { name: '下载', exact: true }).click({ timeout: 30_000 })
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^个人数据_\d{14}\.zip$/)
  const bytes = await readFile(await file.path())
  expect(bytes.includes(Buffer.from('登录记录.csv'))).toBe(true)
})

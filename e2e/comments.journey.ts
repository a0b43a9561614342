import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoViolations } from './axe.ts'
import { pressFor, test } from './journey.ts'
import { demoLogin, newSignedInPage, openPage } from './sign-in.ts'

const description = `3 号逆变器风扇异响 ${Date.now().toString(36)}`

const section = (page: Page) =>
  page
    .getByRole('dialog')
    .filter({ has: page.getByRole('heading', { level: 1, name: description }) })
    .locator('#order-comments')
const field = (page: Page) => section(page).getByRole('textbox', { name: '评论', exact: true })
const comment = (page: Page, text: string) => section(page).getByRole('listitem').filter({ hasText: text })

/** An order that the worker reports at their own station. */
async function report(worker: Page): Promise<string> {
  const { pageList } = await read<{ pageList: { psId: string }[] }>(worker, 'post', '/ops/order/page', {
    size: 1,
  })
  const { id } = await read<{ id: string }>(worker, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 12,
    taskDescription: description,
  })
  return id
}

test('a worker mentions the station master, who finds it, answers, and both see each other’s comments arrive', async ({
  browser,
}) => {
  test.slow()
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const { realname } = await read<{ realname: string }>(master, 'get', '/sys/user/getUserInfo')
  const id = await report(worker)
  await master.goto('/#/workPortal')
  await master.reload()
  const mine = master.getByRole('region', { name: '提到我的' })
  await expect(mine).toBeVisible()

  await openPage(worker, `/taskCenter?order=${id}`, '任务中心')
  await expect(section(worker)).toContainText('还没有评论')
  await field(worker).pressSequentially('@slc')
  const offered = worker.getByRole('option', { name: new RegExp(realname) })
  await expect(offered).toBeVisible()
  await expectNoViolations(worker, '#order-comments')
  await offered.click()
  await field(worker).pressSequentially('备件没到，先停半天？')

  // Closed unsent, it is there again.
  await worker.getByRole('button', { name: '关闭' }).last().click()
  await expect(section(worker)).toBeHidden()
  await worker.goto(`/#/taskCenter?order=${id}`)
  await expect(field(worker)).toHaveValue(`@${realname} 备件没到，先停半天？`)
  await pressFor(section(worker).getByRole('button', { name: '发表' }), comment(worker, '备件没到'))
  await expect(field(worker)).toHaveValue('')

  // Nobody has reloaded the master's page.
  const told = mine.getByRole('listitem').filter({ hasText: description })
  await expect(told.getByRole('img', { name: '未读' })).toBeVisible()
  await told.getByRole('link').click()
  await expect(comment(master, '备件没到')).toContainText('提到我')
  await pressFor(
    comment(master, '备件没到').getByRole('button', { name: '回复' }),
    section(master).getByText(/^回复 /),
  )
  await field(master).fill('同意，14:00 再看')
  await field(master).press('Control+Enter')
  await expect(comment(worker, '同意，14:00 再看')).toBeVisible()
  await expect(told.getByRole('img', { name: '未读' })).toHaveCount(0)

  const own = comment(worker, '备件没到').first()
  const edited = section(worker).getByRole('textbox', { name: '修改评论' })
  await pressFor(own.getByRole('button', { name: '编辑' }), edited)
  await edited.fill('备件 14:00 到站')
  await section(worker).getByRole('button', { name: '保存' }).click()
  await expect(comment(worker, '备件 14:00 到站').first()).toContainText('已编辑')
  await expect(comment(master, '备件 14:00 到站').first()).toContainText('已编辑')
  const question = worker.getByRole('dialog', { name: '删除这条评论？' })
  await pressFor(comment(worker, '备件 14:00 到站').first().getByRole('button', { name: '删除' }), question)
  await question.getByRole('button', { name: '删除' }).click()
  await expect(section(worker).getByText('评论已删除', { exact: true })).toBeVisible()
})

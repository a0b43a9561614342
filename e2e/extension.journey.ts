import { expect, type Page } from '@playwright/test'
import { givenOrder } from './executed-orders.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'

const mark = Date.now().toString(36)
const description = `汇流箱支路更换 ${mark}`

const detailOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name: description }) })
const section = (page: Page) => detailOf(page).locator('#order-extensions')
const history = (page: Page) => detailOf(page).getByRole('region', { name: '办理记录' })
const pane = (page: Page) => page.getByRole('region', { name: '流程详情' })

async function openDetail(page: Page, id: string): Promise<void> {
  await page.goto(`/#/taskCenter?order=${id}`)
  await page.reload()
  await expect(detailOf(page)).toBeVisible()
}

test('a worker asks for more time, the station master refuses among the to-dos, and then agrees in the order', async ({
  browser,
}) => {
  test.slow()
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const given = { description, taskType: 12, from: -3, to: 2 }
  const { id, workCode } = await givenOrder(worker, master, given)

  await openDetail(worker, id)
  await expect(section(worker)).toHaveCount(0)
  await ask(worker, '推迟 2 天', '备件在途')
  await expect(section(worker)).toContainText('待审批')
  await expect(section(worker)).toContainText('备件在途')
  await expect(history(worker)).toContainText('申请延期')
  // One request at a time, and nobody decides their own.
  await expect(detailOf(worker).getByRole('button', { name: '审批延期' })).toHaveCount(0)

  const head = await newPageAt(browser, 'r10020', '/personal?types=orderExtension', '我的流程')
  await head.getByRole('searchbox', { name: '关键字' }).fill(workCode)
  // The list narrows while one types.
  await head
    .getByRole('navigation', { name: '流程', exact: true })
    .getByRole('link', { name: workCode })
    .first()
    .click()
  await expect(pane(head).getByText('备件在途', { exact: true })).toBeVisible()
  await expect(pane(head).getByRole('link', { name: workCode })).toBeVisible()
  await pane(head).getByRole('button', { name: '流程图', exact: true }).click()
  const chart = head.getByRole('dialog', { name: '流程图' })
  await expect(chart.locator('[data-id="audit"].bpmn-current')).toBeVisible()
  await chart.getByRole('button', { name: '关闭' }).click()
  await pane(head).getByLabel('意见').fill('先用备用支路')
  await pane(head).getByRole('button', { name: '不同意', exact: true }).click()
  await expect(head.getByText('已提交不同意')).toBeVisible()

  await openDetail(worker, id)
  await expect(section(worker)).toContainText('先用备用支路')
  await expect(history(worker)).toContainText('不同意延期')
  await ask(worker, '推迟 1 天', '备用支路也坏了')

  await openDetail(master, id)
  await detailOf(master).getByRole('button', { name: '审批延期' }).click()
  const dialog = master.getByRole('dialog', { name: '审批延期' })
  await expect(dialog.getByText('备用支路也坏了')).toBeVisible()
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(dialog.getByText('请选择结论')).toBeVisible()
  await dialog.getByText('不同意', { exact: true }).click()
  await dialog.getByRole('button', { name: '不同意延期' }).click()
  await expect(dialog.getByText('请填写审批意见')).toBeVisible()
  await dialog.getByText('同意', { exact: true }).click()
  // The notice may be gone before the form is seen to be closed.
  await Promise.all([expect(master.getByText('已同意延期')).toBeVisible(), pressToClose(dialog, '同意延期')])
  await expect(section(master)).toContainText('已同意')
  await expect(history(master)).toContainText('同意延期')

  // Once is what the company allows.
  await openDetail(worker, id)
  const again = detailOf(worker).getByRole('button', { name: '申请延期' })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
})

async function ask(page: Page, later: string, reason: string): Promise<void> {
  await detailOf(page).getByRole('button', { name: '申请延期' }).click()
  const dialog = page.getByRole('dialog', { name: '申请延期', exact: true })
  await dialog.getByRole('button', { name: '提交申请' }).click()
  for (const missing of ['请选择新的计划结束时间', '请填写延期原因'])
    await expect(dialog.getByText(missing)).toBeVisible()
  await dialog.getByText(later, { exact: true }).click()
  await dialog.getByLabel('延期原因').fill(reason)
  await pressToClose(dialog, '提交申请')
  await expect(page.getByText('已申请延期')).toBeVisible()
}

import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { pressToClose } from './hand.ts'
import { answer, test } from './journey.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'

const TITLE = '我的流程'
const mark = Date.now().toString(36)

const rows = (page: Page) => page.getByRole('navigation', { name: '流程', exact: true }).getByRole('link')
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title })
const pane = (page: Page) => page.getByRole('region', { name: '流程详情' })
const history = (page: Page) => pane(page).getByRole('listitem')
const press = (page: Page, name: string) => pane(page).getByRole('button', { name, exact: true }).click()
/** An action that may stand behind “…”. */
async function choose(page: Page, name: string) {
  await pane(page).getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}
const chooseBox = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: '列表' }).getByRole('button', { name }).click()

/** Types a day into a field of a form. */
async function pick(page: Page, label: string, day: string) {
  await page.getByLabel(label).fill(day)
  await page.keyboard.press('Enter')
}

async function openAgain(page: Page, path: string) {
  await page.goto(`/#${path}`)
  await page.reload()
}

/** A minute some days before or after today, by the window's clock. */
const inDays = (page: Page, days: number) =>
  page.evaluate((n) => `${new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)} 18:00`, days)

/** A purchase that this account asks for by the API; returns the id of its process. */
async function askForPurchase(page: Page, subject: string): Promise<string> {
  const { processInstanceId } = await read<{ processInstanceId: string }>(page, 'post', '/order/oa/insert', {
    request: { kind: 'purchase', form: { subject, amount: 8600, remark: '备用' } },
  })
  return processInstanceId
}

test('a worker asks for leave; the head refuses it, the worker changes it, and the head agrees', async ({
  browser,
}) => {
  test.slow()
  const worker = await newPageAt(browser, 'r10030', '/personal', TITLE)
  await worker.getByRole('button', { name: '发起流程' }).first().click()
  await worker.getByRole('dialog', { name: '发起流程' }).getByRole('button', { name: /^请假/ }).click()
  const form = worker.getByRole('dialog', { name: '请假' })
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('请选择请假类型')).toBeVisible()
  await form.getByRole('combobox', { name: '请假类型' }).click()
  await worker.locator('.ant-select-item-option', { hasText: '年假' }).click()
  await pick(worker, '开始日期', '2027-03-01')
  await pick(worker, '结束日期', '2027-03-02')
  await expect(form.getByLabel('请假天数')).toHaveValue('2')
  await form.getByLabel('事由').fill(`回家 ${mark}`)
  await pressToClose(form, '提交')
  await expect(worker.getByText('请假已提交')).toBeVisible()
  await expect(worker).toHaveURL(/box=started&instance=\d+/)
  await expect(pane(worker).getByText(`回家 ${mark}`)).toBeVisible()
  await expect(pane(worker).getByText('审批中')).toBeVisible()
  const instance = /instance=(\d+)/.exec(worker.url())![1]!

  // The flow chart shows where it is.
  await press(worker, '流程图')
  const chart = worker.getByRole('dialog', { name: '流程图' })
  await expect(chart.locator('[data-id="review"].bpmn-current')).toBeVisible()
  await expect(chart.getByRole('region', { name: '办理记录' })).toContainText('待办理')
  await chart.getByRole('button', { name: '关闭' }).click()

  const head = await newPageAt(browser, 'r10020', `/personal?instance=${instance}`, TITLE)
  await expect(pane(head).getByText(`回家 ${mark}`)).toBeVisible()
  await press(head, '不同意')
  await expect(pane(head).getByText('不同意时请填写意见')).toBeVisible()
  await pane(head).getByLabel('意见').fill('那几天人手不够')
  // A press within a second of the previous one counts as a repeat.
  await expect(async () => {
    await press(head, '不同意')
    await expect(head.getByText('已提交不同意')).toBeVisible({ timeout: 1500 })
  }).toPass()
  await expect(head).not.toHaveURL(new RegExp(`instance=${instance}\\b`))

  await openAgain(worker, `/personal?instance=${instance}`)
  await expect(pane(worker).getByText('那几天人手不够')).toBeVisible()
  await press(worker, '修改并重新提交')
  const amend = worker.getByRole('dialog', { name: '修改请假' })
  await expect(amend.getByLabel('事由')).toHaveValue(`回家 ${mark}`)
  await amend.getByLabel('事由').fill(`探亲 ${mark}`)
  await amend.getByRole('button', { name: '重新提交' }).click()
  await expect(worker.getByText('已重新提交')).toBeVisible()

  await openAgain(head, `/personal?instance=${instance}`)
  await expect(pane(head).getByText(`探亲 ${mark}`)).toBeVisible()
  await press(head, '同意')
  await expect(head.getByText('已同意')).toBeVisible()
  await chooseBox(head, /^已办/)
  await head.getByRole('searchbox', { name: '关键字' }).fill('2027-03-01')
  await rows(head).first().click()
  await expect(pane(head).getByText('已结束')).toBeVisible()
  await expect(history(head).filter({ hasText: '流程结束' })).toBeVisible()
})

test('a step waits for another person to sign before; its starter ends the process', async ({ browser }) => {
  test.slow()
  const subject = `熔断器 ${mark}`
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const instance = await askForPurchase(worker, subject)
  const head = await newPageAt(browser, 'r10020', `/personal?instance=${instance}`, TITLE)
  await expect(pane(head).getByRole('heading', { level: 2, name: new RegExp(subject) })).toBeVisible()
  await expect(pane(head).getByText('8,600.00 元', { exact: true })).toBeVisible()
  await press(head, '加签')
  const signing = head.getByRole('dialog', { name: /^加签/ })
  await signing.getByRole('combobox', { name: '加签人' }).fill('周砚秋')
  await head.locator('.ant-select-item-option', { hasText: '周砚秋' }).click()
  await signing.getByRole('button', { name: '加签' }).click()
  await expect(head.getByText('已加签')).toBeVisible()
  await openAgain(head, `/personal?box=done&instance=${instance}`)
  await expect(pane(head).getByText('等待加签')).toBeVisible()

  await worker.goto(`/#/personal?box=started&instance=${instance}`)
  await choose(worker, '作废')
  const question = worker.getByRole('dialog', { name: '作废原因' })
  await question.getByRole('button', { name: '作废' }).click()
  await expect(question.getByText('请输入')).toBeVisible()
  await question.getByLabel('作废原因').fill('买到了')
  await pressToClose(question, '作废')
  await expect(pane(worker).getByText('已作废')).toBeVisible()
})

test('what nobody has acted on is taken back; on a phone the list leads to it and back', async ({
  browser,
}) => {
  const subject = `手套 ${mark}`
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  await worker.setViewportSize({ width: 390, height: 844 })
  await askForPurchase(worker, subject)
  await worker.goto('/#/personal?box=started')
  await rowOf(worker, subject).click()
  await expect(worker.getByRole('heading', { level: 1, name: new RegExp(subject) })).toBeVisible()
  await expect(rows(worker)).toHaveCount(0)
  await choose(worker, '撤回')
  await answer(worker, '撤回这个流程？', '撤回')
  await expect(pane(worker).getByText('已撤回')).toBeVisible()
  await pane(worker).getByRole('button', { name: '返回列表' }).click()
  await expect(rowOf(worker, subject)).toContainText('已撤回')
})

test('several steps are decided at once, each by itself; the filters are in the address', async ({
  browser,
}) => {
  test.slow()
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const subjects = [`绝缘靴 ${mark}`, `绝缘杆 ${mark}`, `绝缘垫 ${mark}`]
  const ids = []
  for (const subject of subjects) ids.push(await askForPurchase(worker, subject))
  const head = await newPageAt(browser, 'r10020', `/personal?types=purchase&keyword=${mark}`, TITLE)
  await expect(head.getByRole('searchbox', { name: '关键字' })).toHaveValue(mark)
  for (const subject of subjects) {
    await expect(rowOf(head, subject)).toBeVisible()
    await head.getByRole('checkbox', { name: new RegExp(`^选择 ${subject}`) }).check()
  }
  // Somebody else ends one of them meanwhile.
  await read(worker, 'post', '/workflow/v1/instance/void', {
    processInstanceId: ids[1],
    auditOpinion: '不用了',
  })
  await head.getByRole('button', { name: '同意 3' }).click()
  await expect(head.getByText('已同意 2 项')).toBeVisible()
  await expect(head.getByText(new RegExp(`${subjects[1]}.*：流程已结束`))).toBeVisible()
  await expect(head.getByText('没有符合条件的流程')).toBeVisible()
  await openAgain(worker, `/personal?box=started&instance=${ids[0]}`)
  await expect(history(worker).filter({ hasText: '同意' })).toBeVisible()
})

test('a process is urged, talked about and copied; a colleague stands in until it is ended', async ({
  browser,
}) => {
  test.slow()
  const subject = `安全帽 ${mark}`
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const instance = await askForPurchase(worker, subject)
  await worker.goto(`/#/personal?box=started&instance=${instance}`)
  await press(worker, '催办')
  const urge = worker.getByRole('dialog', { name: '催办' })
  await urge.getByLabel('说明').fill('现场等着')
  await pressToClose(urge, '催办')
  await expect(history(worker).filter({ hasText: '现场等着' })).toBeVisible()

  const head = await newPageAt(browser, 'r10020', `/personal?instance=${instance}`, TITLE)
  await expect(rowOf(head, subject)).toContainText('催办 1')
  await press(head, '评论')
  const comment = head.getByRole('dialog', { name: '评论' })
  await comment.getByLabel('评论').fill('先问库存')
  await comment.getByLabel('附件', { exact: true }).setInputFiles({
    name: '库存.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('安全帽 3 顶'),
  })
  await expect(comment.getByRole('button', { name: '移除 库存.txt' })).toBeVisible()
  await pressToClose(comment, '评论')
  await expect(history(head).filter({ hasText: '先问库存' })).toContainText('库存.txt')

  // A colleague stands in for some days, and no more.
  await head.getByRole('button', { name: '委托设置' }).click()
  const settings = head.getByRole('dialog', { name: '委托设置' })
  await settings.getByRole('button', { name: '新建委托' }).click()
  const form = head.getByRole('dialog', { name: '新建委托' })
  await form.getByRole('combobox', { name: '受托人' }).fill('郑可欣')
  await head.locator('.ant-select-item-option', { hasText: '郑可欣' }).click()
  await pick(head, '开始时间', await inDays(head, -2))
  await pick(head, '结束时间', await inDays(head, 3))
  await pressToClose(form, '委托')
  await expect(settings.getByText('委托给 郑可欣')).toBeVisible()
  await settings.getByRole('button', { name: '结束委托' }).click()
  await answer(head, '结束这个委托？', '结束委托')
  await expect(settings.getByText('已提前结束')).toBeVisible()
  await settings.getByRole('button', { name: '关闭' }).click()

  await press(head, '常用意见')
  await head.getByRole('menuitem', { name: '已核实，同意' }).click()
  await expect(pane(head).getByLabel('意见')).toHaveValue('已核实，同意')
  await press(head, '抄送')
  const copy = head.getByRole('dialog', { name: '抄送' })
  await copy.getByRole('combobox', { name: '抄送给' }).fill('郑可欣')
  await head.locator('.ant-select-item-option', { hasText: '郑可欣' }).click()
  await head.keyboard.press('Tab')
  await pressToClose(copy, '抄送')
  await pane(head).getByLabel('意见').press('Control+Enter')
  await expect(head.getByText('已同意')).toBeVisible()
  await openAgain(worker, `/personal?box=started&instance=${instance}`)
  await expect(history(worker).filter({ hasText: '已核实，同意' })).toBeVisible()
  await expect(history(worker).filter({ hasText: '抄送给郑可欣' })).toBeVisible()
})

import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { answer, test } from './journey.ts'
import { demoLogin, newPageAt } from './sign-in.ts'

const unique = Date.now().toString(36)
const key = `car_${unique}`
const name = `用车申请 ${unique}`

const pane = (page: Page) => page.getByRole('region', { name: '流程详情' })
const saved = (page: Page) => expect(page.getByText(/^\d\d:\d\d 已自动保存$/)).toBeVisible()

/** A form of the company's own, with a process that its administrator changes. */
async function publishedForm(): Promise<void> {
  const admin = demoLogin('admin')
  type Form = { id: string; version: number }
  const prefix = `C${unique
    .slice(-3)
    .toUpperCase()
    .replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)}`
  const added = await read<Form>(admin, 'post', '/order/oa/form/insert', {
    key,
    name,
    prefix,
    process: 'head',
  })
  const fields = [{ kind: 'text', key: 'place', label: '目的地', required: true, max: 50 }]
  const definition = { name, title: '去{place}', fields }
  const { id, version } = added
  const changed = await read<Form>(admin, 'post', '/order/oa/form/update', { id, version, definition })
  await read(admin, 'post', '/order/oa/form/publish', { id, version: changed.version, note: '' })
}

test('an administrator forbids 转办 at a step and lets a refusal end the process, and people see both', async ({
  browser,
}) => {
  test.slow()
  await publishedForm()
  const admin = await newPageAt(browser, 'admin', `/system/process?process=${key}`, '流程设计')
  await admin.getByRole('button', { name: '设计', exact: true }).click()
  await admin.getByRole('button', { name: '审批列表' }).click()
  await admin.getByRole('button', { name: /^部门负责人审批/ }).click()
  const panel = admin.getByRole('region', { name: '部门负责人审批的设置' })
  const operations = panel.getByRole('group', { name: '可用操作' })
  await operations.getByRole('checkbox', { name: '转办' }).uncheck()
  await panel.getByRole('button', { name: '流程结束' }).click()
  await saved(admin)

  // The findings lie below the cards and cover none of them.
  const check = (await admin.getByRole('region', { name: '发布前检查' }).boundingBox())!
  const cards = (await admin.getByRole('group', { name: `${name}的审批列表` }).boundingBox())!
  expect(check.y).toBeGreaterThanOrEqual(cards.y + cards.height)

  // The other designer says the same.
  await admin.getByRole('button', { name: 'BPMN 图' }).click()
  await admin.locator('[data-element-id="review"] .djs-hit').first().click({ force: true })
  const properties = admin.getByRole('region', { name: '属性' })
  await expect(properties.getByRole('checkbox', { name: '转办' })).not.toBeChecked()
  await expect(properties.getByRole('checkbox', { name: '加签' })).toBeChecked()
  await admin.getByRole('button', { name: '发布', exact: true }).click()
  await answer(admin, /^发布“.*”第 2 版？$/, '发布')
  await expect(admin.getByText('流程已发布').last()).toBeVisible()

  const { processInstanceId } = await read<{ processInstanceId: string }>(
    demoLogin('r10030'),
    'post',
    '/order/oa/insert',
    { request: { kind: key, form: { place: '红柳沟' } } },
  )
  const head = await newPageAt(browser, 'r10020', `/personal?instance=${processInstanceId}`, '我的流程')
  await expect(pane(head).getByRole('button', { name: '加签' })).toBeVisible()
  await expect(pane(head).getByRole('button', { name: '转办' })).toHaveCount(0)
  await pane(head).getByLabel('意见').fill('没有空闲车辆')
  await pane(head).getByRole('button', { name: '不同意', exact: true }).click()
  await expect(head.getByText('已提交不同意')).toBeVisible()

  const worker = await newPageAt(
    browser,
    'r10030',
    `/personal?box=started&instance=${processInstanceId}`,
    '我的流程',
  )
  await expect(pane(worker).getByText('已驳回', { exact: true })).toBeVisible()
  await expect(pane(worker).getByText('流程结束：已驳回')).toBeVisible()
  await expect(pane(worker).getByRole('button', { name: '打印' })).toHaveCount(0)
  const row = worker.getByRole('navigation', { name: '流程', exact: true }).getByRole('link')
  await expect(row.filter({ hasText: '红柳沟' }).first()).toContainText('已驳回')
  await pane(worker).getByRole('button', { name: '流程图', exact: true }).click()
  const chart = worker.getByRole('dialog', { name: '流程图' })
  await expect(chart.locator('.bpmn-end.bpmn-back')).toBeVisible()
})

import { expect, type Browser, type Page } from '@playwright/test'
import { read } from './api.ts'
import { answer, test } from './journey.ts'
import { demoLogin, newPageAt } from './sign-in.ts'

const unique = Date.now().toString(36)

const pane = (page: Page) => page.getByRole('region', { name: '流程详情' })
const saved = (page: Page) => expect(page.getByText(/^\d\d:\d\d 已自动保存$/)).toBeVisible()

/** A form of the company's own, with a process that its administrator changes; `letter` begins its numbers. */
async function publishedForm(title: string, letter: string): Promise<{ key: string; name: string }> {
  const admin = demoLogin('admin')
  const [key, name] = [`car_${letter.toLowerCase()}_${unique}`, `${title} ${unique}`]
  type Form = { id: string; version: number }
  const prefix = `${letter}${unique
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
  return { key, name }
}

/** The list of a process in its designer. */
async function openList(browser: Browser, key: string): Promise<Page> {
  const admin = await newPageAt(browser, 'admin', `/system/process?process=${key}`, '流程设计')
  await admin.getByRole('button', { name: '设计', exact: true }).click()
  await admin.getByRole('button', { name: '审批列表' }).click()
  return admin
}

async function publish(admin: Page): Promise<void> {
  await admin.getByRole('button', { name: '发布', exact: true }).click()
  await answer(admin, /^发布“.*”第 2 版？$/, '发布')
  await expect(admin.getByText('流程已发布').last()).toBeVisible()
}

/** A request of a worker; returns the id of its process. */
async function ask(key: string, place: string): Promise<string> {
  const request = { kind: key, form: { place } }
  const { processInstanceId } = await read<{ processInstanceId: string }>(
    demoLogin('r10030'),
    'post',
    '/order/oa/insert',
    { request },
  )
  return processInstanceId
}

test('an administrator forbids 转办 at a step and lets a refusal end the process, and people see both', async ({
  browser,
}) => {
  test.slow()
  const { key, name } = await publishedForm('用车申请', 'C')
  const admin = await openList(browser, key)
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
  await publish(admin)

  const processInstanceId = await ask(key, '红柳沟')
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

test('an administrator adds a copy step; when the head has approved, its receivers have it in 抄送我的', async ({
  browser,
}) => {
  test.slow()
  const { key, name } = await publishedForm('派车申请', 'D')
  const admin = await openList(browser, key)
  await admin.getByRole('button', { name: '在“部门负责人审批”后面添加' }).click()
  await admin.getByRole('menuitem', { name: '抄送', exact: true }).click()
  const card = admin.getByRole('group', { name: `${name}的审批列表` }).getByRole('button', { name: /^抄送/ })
  await expect(card).toContainText('请选择抄送给谁')
  const panel = admin.getByRole('region', { name: '抄送的设置' })
  await panel.getByRole('combobox', { name: '添加的种类' }).click()
  await admin.locator('.ant-select-item-option:visible', { hasText: '角色' }).click()
  await panel.getByRole('combobox', { name: '添加角色' }).fill('值班员')
  await admin.locator('.ant-select-item-option:visible', { hasText: '值班员' }).click()
  await expect(card).toContainText('抄送给值班员')
  await saved(admin)

  // The rehearsal names who would get it, and the other designer says the same.
  await admin.getByRole('combobox', { name: '试算的发起人' }).fill('李沐阳')
  await admin.locator('.ant-select-item-option:visible', { hasText: '李沐阳' }).click()
  await expect(admin.getByRole('region', { name: '试算' })).toContainText('抄送 王景行')
  await admin.getByRole('button', { name: 'BPMN 图' }).click()
  await admin.locator('[data-element-id="copy_1"] .djs-hit').first().click({ force: true })
  const properties = admin.getByRole('region', { name: '属性' })
  await expect(properties.getByRole('list', { name: '抄送人' })).toContainText('角色 值班员')
  await properties.getByLabel('节点名称').fill('告知值班员')
  await properties.getByLabel('节点名称').press('Enter')
  await saved(admin)
  await publish(admin)

  const processInstanceId = await ask(key, '白杨滩')
  const receiver = await newPageAt(browser, 'r10025', '/personal?box=copied', '我的流程')
  const rows = receiver.getByRole('navigation', { name: '流程', exact: true }).getByRole('link')
  await expect(receiver.getByRole('group', { name: '列表' })).toContainText('抄送我的')
  await expect(rows.filter({ hasText: '白杨滩' })).toHaveCount(0)
  const head = await newPageAt(browser, 'r10020', `/personal?instance=${processInstanceId}`, '我的流程')
  await pane(head).getByRole('button', { name: '同意', exact: true }).click()
  await expect(head.getByText('已同意')).toBeVisible()

  // It comes into the open list by itself.
  await rows.filter({ hasText: '白杨滩' }).first().click()
  await expect(pane(receiver).getByText('已结束', { exact: true })).toBeVisible()
  const line = pane(receiver).getByRole('listitem').filter({ hasText: '抄送给王景行、杨知远' })
  await expect(line).toContainText('告知值班员')
  await expect(pane(receiver).getByRole('button', { name: '同意', exact: true })).toHaveCount(0)
  await pane(receiver).getByRole('button', { name: '流程图', exact: true }).click()
  const chart = receiver.getByRole('dialog', { name: '流程图' })
  await expect(chart.locator('.bpmn-copy.bpmn-done')).toContainText('王景行')
})

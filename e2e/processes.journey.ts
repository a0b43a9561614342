import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { answer, test } from './journey.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'

const TITLE = '流程设计'
const unique = Date.now().toString(36)

const listed = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '流程', exact: true }).getByRole('link', { name })
const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const diagram = (page: Page, name: string) => page.getByRole('region', { name: `${name}流程图` })

const choose = (page: Page, name: string, xml: string) =>
  page.getByLabel('流程文件').setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(xml) })

test('an administrator looks at the processes, deploys a version of their own, and takes it out of use', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/system/process', TITLE)
  await listed(page, '请假').click()
  await expect(page).toHaveURL(/process=leave/)
  const picture = diagram(page, '请假')
  for (const name of ['部门负责人审批', '公司审批', '申请人修改', '超过 3 天'])
    await expect(picture.locator('text').filter({ hasText: name }).first()).toBeVisible()
  // Each node and flow is an element of its own.
  await expect(picture.locator('.bpmn-node.bpmn-user')).toHaveCount(3)
  await expect(picture.locator('.bpmn-node.bpmn-exclusive')).toHaveCount(3)
  await expect(picture.locator('[data-id="review"] .bpmn-shape')).toBeVisible()

  // Larger, and back.
  const tools = page.getByRole('group', { name: '流程图操作' })
  const width = async () => (await picture.locator('svg').boundingBox())!.width
  const before = await width()
  await tools.getByRole('button', { name: '放大' }).click()
  expect(await width()).toBeGreaterThan(before)
  await tools.getByRole('button', { name: '适应窗口' }).click()
  expect(await width()).toBe(before)

  // The file is what was deployed; changed, it becomes another process.
  const downloading = page.waitForEvent('download')
  await pane(page, '请假').getByRole('button', { name: '下载流程文件' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('leave-v1.bpmn')
  const key = `own_${unique}`
  const name = `外出 ${unique}`
  const own = (await readFile(await file.path(), 'utf8'))
    .replaceAll('"leave"', `"${key}"`)
    .replace('"请假"', `"${name}"`)

  await choose(page, 'broken.bpmn', own.replace('wf:candidateRoles="r10010"', ''))
  const dialog = page.getByRole('dialog', { name: /^部署 / })
  await expect(dialog.getByRole('alert')).toContainText('“公司审批”没有指定办理人')
  await expect(dialog.getByRole('button', { name: '部署', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()

  await choose(page, 'own.bpmn', own)
  await expect(dialog).toContainText(`将成为“${name}”（${key}）的第 1 版`)
  await dialog.getByRole('button', { name: '部署', exact: true }).click()
  await expect(page.getByText('流程已部署')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`process=${key}`))

  await choose(page, 'own.bpmn', own.replace('部门负责人审批', '班长审批'))
  await expect(dialog).toContainText('的第 2 版')
  await dialog.getByRole('button', { name: '部署', exact: true }).click()
  const versions = page.getByRole('list', { name: '版本' })
  await expect(versions.getByRole('button', { name: /第 2 版.*使用中/ })).toBeVisible()
  await expect(diagram(page, name).locator('text').filter({ hasText: '班长审批' })).toBeVisible()
  await versions.getByRole('button', { name: /第 1 版/ }).click()
  await expect(diagram(page, name).locator('text').filter({ hasText: '部门负责人审批' })).toBeVisible()
  await expect(page).toHaveURL(/version=1/)

  await versions.getByRole('button', { name: /第 2 版/ }).click()
  await pane(page, name).getByRole('button', { name: '停用第 2 版' }).click()
  await expect(page.getByRole('dialog', { name: /^停用/ })).toContainText('之后发起的流程使用第 1 版')
  await answer(page, /^停用/, '停用')
  await expect(versions.getByRole('button', { name: /第 1 版.*使用中/ })).toBeVisible()
  await expect(listed(page, name)).toContainText('第 1 版')
})

test('what is no process file is refused, and people without the right do not find the page', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/system/process', TITLE)
  await choose(page, 'notes.txt', '不是流程')
  await expect(page.getByText('“notes.txt”不是流程文件，请选择 .bpmn 文件')).toBeVisible()
  await choose(page, 'empty.bpmn', ' ')
  await expect(page.getByText('“empty.bpmn”是空文件')).toBeVisible()
  await choose(page, 'text.bpmn', 'no xml at all')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('不是 BPMN 2.0 文件')

  const worker = await newPageAt(browser, 'r10030', '/taskCenter', '任务中心')
  await worker.goto('/#/system/process')
  await expect(worker.getByRole('heading', { name: '您当前暂无权限，请联系管理员！' })).toBeVisible()
})

test('on a phone the list leads to the picture and back', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#/system/process')
  await listed(page, '采购申请').click()
  await expect(diagram(page, '采购申请').locator('svg')).toBeVisible()
  await page.goBack()
  await expect(listed(page, '采购申请')).toBeVisible()
})

import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { read } from './api.ts'
import { test } from './journey.ts'
import { demoLogin, newPageAt } from './sign-in.ts'

const worker = demoLogin('r10030')
const head = demoLogin('r10020')
const company = demoLogin('r10010')

type Applied = { id: string; processInstanceId: string }
type Detail = { steps: { taskId: number; isMine: boolean }[] }

const apply = (request: object) => read<Applied>(worker, 'post', '/order/oa/insert', { request })

/** Does something with the own step of an account. */
async function audit(
  by: typeof worker,
  processInstanceId: string,
  action: 'approve' | 'back',
  auditOpinion: string,
) {
  const { steps } = await read<Detail>(by, 'get', '/common/data/process/query', { processInstanceId })
  const { taskId } = steps.find(({ isMine }) => isMine)!
  await read(by, 'post', '/common/data/process/process', { processInstanceId, taskId, action, auditOpinion })
}

/** A leave that the head approved, the company returned, and the head approved again. */
async function returnedLeave(): Promise<string> {
  const form = { kind: 'annual', from: '2027-04-05', until: '2027-04-09', days: 5, remark: '探亲' }
  const { processInstanceId } = await apply({ kind: 'leave', form })
  await audit(head, processInstanceId, 'approve', '同意')
  await audit(company, processInstanceId, 'back', '那周有停电检修，请再核对')
  await audit(head, processInstanceId, 'approve', '已和班组核对')
  return processInstanceId
}

const chart = (page: Page) => page.getByRole('dialog', { name: '流程图' })
const node = (page: Page, id: string) => chart(page).locator(`[data-id="${id}"]`)
const openChart = (browser: Parameters<typeof newPageAt>[0], instance: string) =>
  newPageAt(browser, 'r10030', `/personal?box=started&instance=${instance}&chart=1`, '流程图')

test('a link opens the flow chart: each pass and return, who holds it since when, and every moment of it', async ({
  browser,
}) => {
  test.slow()
  const page = await openChart(browser, await returnedLeave())
  await expect(node(page, 'review')).toHaveClass(/bpmn-done/)
  await expect(node(page, 'review')).toContainText('第 2 次')
  await expect(node(page, 'approval')).toHaveClass(/bpmn-current/)
  await expect(node(page, 'approval')).toContainText(/\d\d-\d\d \d\d:\d\d 到达/)
  const back = node(page, 'return approval review')
  await expect(back).toHaveClass(/bpmn-back/)
  await expect(chart(page).getByText(/^退回 \d\d-\d\d/)).toBeVisible()
  const picture = await chart(page).getByRole('region', { name: '请假流程图' }).boundingBox()
  expect(picture!.height).toBeCloseTo(0.65 * 900, -1)
  const history = chart(page).getByRole('region', { name: '办理记录' })
  await expect(history.getByRole('listitem')).toHaveCount(5)
  await history.getByRole('button', { name: '只看退回 1' }).click()
  await expect(history.getByRole('listitem')).toHaveText([/那周有停电检修/])
  await history.getByRole('button', { name: '全部 5' }).click()

  // The replay, by keys.
  await chart(page).getByRole('button', { name: '回放' }).click()
  const place = chart(page).getByRole('slider', { name: '历史位置' })
  await expect(place).toBeFocused()
  await expect(node(page, 'review')).toHaveClass(/bpmn-current/)
  await expect(node(page, 'approval')).toHaveClass(/bpmn-idle/)
  await expect(back).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(node(page, 'approval')).toHaveClass(/bpmn-current/)
  await page.keyboard.press('ArrowRight')
  await expect(node(page, 'approval')).toHaveClass(/bpmn-back/)
  await expect(back).toBeVisible()
  await page.keyboard.press('End')
  await expect(place).toHaveAttribute('aria-valuenow', '4')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(place).toHaveAttribute('aria-valuenow', '4', { timeout: 10_000 })
  await history.getByRole('button', { name: '公司审批' }).last().click()
  await expect(place).toHaveAttribute('aria-valuenow', '3')
  await chart(page).getByRole('button', { name: '回到现在' }).click()
  await expect(place).toHaveCount(0)
  await expect(node(page, 'approval')).toHaveClass(/bpmn-current/)

  await chart(page).getByRole('button', { name: '关闭' }).click()
  await expect(chart(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/chart=/)
})

test('on a phone a replay stays at the picture, whatever moment it shows', async ({ browser }) => {
  const page = await openChart(browser, await returnedLeave())
  await page.setViewportSize({ width: 390, height: 844 })
  await chart(page).getByRole('button', { name: '回放' }).click()
  const place = chart(page).getByRole('slider', { name: '历史位置' })
  for (const key of ['Home', 'End']) {
    await place.press(key)
    await expect(node(page, 'review')).toBeInViewport({ ratio: 1 })
    await expect(place).toBeInViewport()
  }
})

test('the flow chart is saved as a drawing and as a picture, and printed', async ({ browser }) => {
  const page = await openChart(browser, await returnedLeave())
  await expect(node(page, 'review')).toBeVisible()
  const saved = async (name: string) => {
    const download = page.waitForEvent('download')
    await chart(page).getByRole('button', { name, exact: true }).click()
    const file = await download
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const svg = await saved('下载流程图')
  expect(svg.name).toBe('请假流程图.svg')
  expect(svg.bytes.toString()).toContain('data-id="return approval review"')
  const png = await saved('下载为图片')
  expect(png.name).toBe('请假流程图.png')
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(1000)
  // Instead of the browser's own dialog, which nobody could close here.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="请假流程图"]')
      if (!frame) return
      const { contentWindow: view, contentDocument: printed } = frame
      view!.print = () => {
        document.title = `印 ${printed!.images.length} ${printed!.title}`
      }
    }).observe(document.body, { childList: true })
  })
  await chart(page).getByRole('button', { name: '打印流程图' }).click()
  await expect(page).toHaveTitle('印 1 请假流程图')
})

test('a purchase opens its form in the ERP, in a new tab and with a ticket', async ({ browser }) => {
  const form = { subject: '熔断器', amount: 8600, supplier: '', remark: '备用' }
  const { id, processInstanceId } = await apply({ kind: 'purchase', form })
  const page = await openChart(browser, processInstanceId)
  await page.context().route('https://erp.sister.test/**', (route) => route.fulfill({ body: 'ERP' }))
  const opening = page.waitForEvent('popup')
  await chart(page).getByRole('button', { name: '业务表单' }).click()
  const tab = await opening
  await expect(tab).toHaveURL(/^https:\/\/erp\.sister\.test\/form\?/)
  const asked = Object.fromEntries(new URL(tab.url()).searchParams)
  expect(asked).toMatchObject({ formId: 'PUR', pkId: id, Status: '2', app: 'scm' })
  expect(asked.accessToken).toMatch(/^[\w-]{43}$/)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
})

import { expect, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { demoLogin, signIn } from './sign-in.ts'
import { test } from './journey.ts'
import { fillOrder } from './order-form.ts'

const paper = {
  name: '现场记录.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
}

/** The buttons whose corners or middle are covered by another element. */
const coveredOf = (buttons: Locator) =>
  buttons.evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const points = [left + 4, (left + right) / 2, right - 4].flatMap((x) =>
          [top + 4, (top + bottom) / 2, bottom - 4].map((y) => [x, y] as const),
        )
        return points.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)))
      })
      .map((element) => element.textContent || element.ariaLabel),
  )

/** The buttons that a notice covers, among those that may be scrolled out of sight. */
const underNotices = (buttons: Locator) =>
  buttons.evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const corners = [left + 4, right - 4].flatMap((x) =>
          [top + 4, bottom - 4].map((y) => [x, y] as const),
        )
        return corners.some(([x, y]) => document.elementFromPoint(x, y)?.closest('[role=status]'))
      })
      .map((element) => element.ariaLabel),
  )

/** While the notice is kept open by hovering, each of these buttons can be pressed. */
async function expectBeside(page: Page, title: string, buttons: Locator) {
  const notice = page.getByRole('status').filter({ hasText: title })
  await notice.hover()
  await expect(buttons.last()).toBeVisible()
  // It may have moved to make room for an overlay that opened meanwhile.
  await notice.hover()
  expect(await coveredOf(buttons)).toEqual([])
  await expect(notice).toBeVisible()
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`at ${width} px a notice covers neither the head nor the foot of what is open, nor the actions of rows`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, demoLogin('admin'))

    // The detail drawer opens at the same moment as the notice.
    await page.goto('/#/taskCenter')
    const description = `提示旅程 ${Date.now()} 汇流箱进水`
    const form = await fillOrder(page, description)
    await form.getByRole('button', { name: '新建', exact: true }).click()
    const detail = page.getByRole('dialog', { name: description })
    const head = detail.getByRole('button', { name: /^(指派|接单|更多|作废|关闭)/ })
    await expectBeside(page, '工单已新建', head)
    await detail.getByRole('button', { name: '指派' }).click()
    await expect(page.getByRole('dialog', { name: '指派工单' })).toBeVisible()

    // A file arrives while a form is open, and while a dialog is open.
    await page.goto('/#/system/template')
    await page.getByRole('button', { name: '上传模板' }).first().click()
    const template = page.getByRole('dialog', { name: '上传模板' })
    await template.locator('input[type=file]').setInputFiles(paper)
    const ends = /^(关闭|取消|上传)$/
    await expectBeside(page, `${paper.name}上传成功`, template.getByRole('button', { name: ends }))

    await template.getByRole('button', { name: '关闭' }).click()
    await page.getByRole('button', { name: '确定' }).click()
    await expect(template).toBeHidden()

    const { list } = await read<{ list: { psId: string }[] }>(page, 'get', '/power-station/options')
    await page.goto(`/#/station/archive?station=${list[0]!.psId}&tab=documents`)
    await page.getByRole('button', { name: '添加文档' }).click()
    const adding = page.getByRole('dialog', { name: '添加文档' })
    await adding.locator('input[type=file]').first().setInputFiles(paper)
    await expectBeside(page, `${paper.name}上传成功`, adding.getByRole('button', { name: /^(取消|添加)$/ }))

    // A form closes over a list, whose rows have actions at their ends.
    await page.goto('/#/system/user')
    await page.getByRole('button', { name: '新建用户' }).waitFor()
    const rowMenus = page.locator('.page-table').getByRole('button', { name: /操作$/ })
    await rowMenus.first().click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
    const editing = page.getByRole('dialog', { name: '编辑用户' })
    await editing.getByRole('button', { name: '保存' }).click()
    await expect(editing).toBeHidden()
    await page.getByRole('status').filter({ hasText: '用户已保存' }).hover()
    expect(await rowMenus.count()).toBeGreaterThan(3)
    await expect.poll(() => underNotices(rowMenus)).toEqual([])
  })
}

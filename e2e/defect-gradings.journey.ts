import { expect, type Page } from '@playwright/test'
import { pressToClose } from './hand.ts'
import { idle, pressFor, test } from './journey.ts'
import { fillOrder } from './order-form.ts'
import { newPageAt, openPage } from './sign-in.ts'

const WORD = `异响${Date.now().toString(36)}`

const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: WORD })
const edit = (page: Page) =>
  pressFor(rowOf(page).getByText(WORD), page.getByRole('dialog', { name: '编辑定级模板' }))

/** A defect whose description has the word. */
async function describeDefect(page: Page) {
  await openPage(page, '/taskCenter', '任务中心')
  const form = await fillOrder(page, `3 号箱变${WORD}，待检查`)
  await form.getByLabel('任务类型').fill('缺陷')
  await page.locator('.ant-select-item-option', { hasText: '缺陷' }).click()
  await expect(form.getByLabel('缺陷等级')).toBeVisible()
  return form
}

test('words of a template suggest the grade of a defect, until the template is out of use', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/system/defectGrading', '定级模板')
  const added = page.getByRole('dialog', { name: '新建定级模板' })
  await pressFor(page.getByRole('button', { name: '新建模板' }), added)
  await added.getByRole('button', { name: '新建' }).click()
  await expect(added.getByText('请填写关键词')).toBeVisible()
  await added.getByLabel('关键词').pressSequentially(`${WORD} 漏油，`)
  await expect(added.getByText('漏油', { exact: true })).toBeVisible()
  await added.getByLabel('缺陷等级').click()
  await page.getByTitle('II 重大', { exact: true }).click()
  await added.getByLabel('说明').fill('内部可能松动')
  await pressToClose(added, '新建')
  await expect(rowOf(page)).toContainText('II 重大')
  await expect(rowOf(page)).toContainText('所有设备')

  const form = await describeDefect(page)
  const suggestion = form.getByText(`描述含“${WORD}”，建议 II 重大：内部可能松动`)
  await expect(suggestion).toBeVisible()
  await form.getByRole('button', { name: '采用' }).click()
  await expect(suggestion).toBeHidden()
  await pressToClose(form, '新建')
  await openPage(page, `/taskCenter?keyword=${WORD}`, '任务中心')
  await rowOf(page).getByText(WORD).click()
  await expect(page.getByRole('dialog').getByText('II 重大')).toBeVisible()

  await openPage(page, '/system/defectGrading', '定级模板')
  await edit(page)
  const edited = page.getByRole('dialog', { name: '编辑定级模板' })
  await edited.getByRole('switch', { name: '启用' }).click()
  await pressToClose(edited, '保存')
  await expect(rowOf(page)).toContainText('停用')
  const again = await describeDefect(page)
  await idle(page)
  await expect(again.getByText(/建议/)).toBeHidden()
})

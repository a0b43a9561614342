import { expect, type Page } from '@playwright/test'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { fillOrder } from './order-form.ts'
import { newPageAt, openPage } from './sign-in.ts'

const NAME = `无人机巡检 ${Date.now().toString(36)}`

const pane = (page: Page) => page.getByRole('region', { name: '任务类型' })
const press = (page: Page, name: string) => pane(page).getByRole('button', { name, exact: true }).click()
const look = (page: Page, view: string) => pane(page).getByText(view, { exact: true }).click()

async function chooseType(page: Page, name: string) {
  const type = page.getByRole('dialog', { name: '新建工单' }).getByLabel('任务类型')
  await type.fill(name)
  return page.locator('.ant-select-item-option', { hasText: name })
}

test('an administrator makes a type of orders; an order is filled in and worked on by it, until it is out of use', async ({
  browser,
}) => {
  test.slow()
  const keeper = await newPageAt(browser, 'admin', '/system/taskType', '任务类型')
  await keeper.getByRole('button', { name: '新建类型' }).click()
  const dialog = keeper.getByRole('dialog', { name: '新建任务类型' })
  await dialog.getByLabel('类型名称').fill('故障')
  await dialog.getByRole('button', { name: '新建' }).click()
  await expect(dialog.getByText('类型名称已被其他任务类型使用')).toBeVisible()
  await dialog.getByLabel('类型名称').fill(NAME)
  await pressToClose(dialog, '新建')
  await expect(keeper.getByRole('heading', { level: 2, name: NAME })).toBeVisible()

  // Enter adds a step below, Alt and the arrow keys move it.
  const steps = pane(keeper).getByRole('region', { name: '作业步骤' })
  await steps.getByLabel('第 1 个步骤').fill('起飞前检查')
  await steps.getByLabel('第 1 个步骤').press('Enter')
  await expect(steps.getByLabel('第 2 个步骤')).toBeFocused()
  await keeper.keyboard.type('拍摄热像')
  await steps.getByRole('listitem').nth(1).getByRole('button', { name: '数值' }).click()
  await expect(pane(keeper).getByRole('button', { name: '发布' })).toBeDisabled()
  await steps.getByLabel('第 2 个步骤').press('Alt+ArrowUp')
  await expect(steps.getByLabel('第 1 个步骤')).toHaveValue('拍摄热像')
  await expect(steps.getByLabel('第 1 个步骤')).toBeFocused()

  await look(keeper, '字段')
  const choice = keeper.getByRole('menuitem', { name: '数字', exact: true })
  await pressFor(keeper.getByRole('button', { name: '添加字段' }), choice)
  await choice.click()
  const properties = keeper.getByRole('region', { name: '字段属性' })
  await properties.getByLabel('字段名称').fill('飞行高度')
  await properties.getByLabel('单位').fill('m')
  await properties.getByLabel('必填').check()
  await press(keeper, '保存草稿')
  await expect(keeper.getByText('草稿已保存')).toBeVisible()
  await press(keeper, '发布')
  const asked = keeper.getByRole('dialog', { name: `发布“${NAME}”第 1 版` })
  await expect(asked).toBeVisible()
  await pressToClose(asked, '发布')
  await look(keeper, '版本')
  await expect(pane(keeper).getByText('使用中')).toBeVisible()

  await openPage(keeper, '/taskCenter', '任务中心')
  const form = await fillOrder(keeper, `${NAME}：一区`)
  await (await chooseType(keeper, NAME)).click()
  await form.getByRole('button', { name: '新建' }).click()
  await expect(form.getByText('请填写飞行高度')).toBeVisible()
  await form.getByLabel('飞行高度').fill('60')
  await pressToClose(form, '新建')
  const order = keeper.getByRole('dialog').filter({ hasText: `${NAME}：一区` })
  await expect(order.getByText('60 m')).toBeVisible()
  await expect(order.getByText(NAME, { exact: true }).first()).toBeVisible()

  await openPage(keeper, '/system/taskType', '任务类型')
  await keeper.getByRole('link', { name: new RegExp(NAME) }).click()
  await look(keeper, '版本')
  await expect(pane(keeper).getByText('在办 1 单')).toBeVisible()
  const off = keeper.getByRole('menuitem', { name: '停用类型' })
  await pressFor(pane(keeper).getByRole('button', { name: '更多操作' }), off)
  await off.click()
  const question = keeper.getByRole('dialog', { name: `停用“${NAME}”？` })
  await expect(question).toBeVisible()
  await pressToClose(question, '停用')
  await expect(pane(keeper).getByText('已停用')).toBeVisible()
  await openPage(keeper, '/taskCenter', '任务中心')
  await fillOrder(keeper, '一区')
  await expect(await chooseType(keeper, NAME)).toHaveCount(0)
})

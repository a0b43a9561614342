import { expect, type Page } from '@playwright/test'
import { answer, test } from './journey.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'

const TITLE = '流程设计'
const unique = Date.now().toString(36)
const key = `seal_${unique}`
const name = `用印申请 ${unique}`

const shape = (page: Page, id: string) => page.locator(`[data-element-id="${id}"]`).first()
const panel = (page: Page) => page.getByRole('region', { name: '属性' })
const check = (page: Page) => page.getByRole('region', { name: '发布前检查' })
const saved = (page: Page) => expect(page.getByText(/^\d\d:\d\d 已自动保存$/)).toBeVisible()

/** Chooses an element of the picture, whose texts lie over it. */
async function select(page: Page, id: string, heading: string) {
  await shape(page, id).locator('.djs-hit').first().click({ force: true })
  await expect(panel(page).getByRole('heading', { name: heading, exact: true })).toBeVisible()
}

async function publish(page: Page, version: number) {
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await answer(page, `发布“${name}”第 ${version} 版？`, '发布')
  await expect(page.getByText('流程已发布').last()).toBeVisible()
}

test('an administrator makes a process, is told what cannot run, publishes it, and compares versions', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/system/process', TITLE)
  await page.getByRole('button', { name: '新建流程' }).click()
  const dialog = page.getByRole('dialog', { name: '新建流程' })
  await dialog.getByLabel('流程名称').fill(name)
  await dialog.getByLabel('流程编码').fill('leave')
  await dialog.getByRole('button', { name: '开始设计' }).click()
  await expect(dialog.getByText('流程编码“leave”已有流程使用')).toBeVisible()
  await dialog.getByLabel('流程编码').fill(key)
  await dialog.getByLabel('流程编码').press('Enter')
  await expect(page).toHaveURL(new RegExp(`design=${key}`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(check(page)).toContainText('没有设时限')

  // A step that nobody can work at is refused by its name, and is found by it.
  await select(page, 'review', '部门负责人审批')
  const people = panel(page).getByRole('list', { name: '办理人' })
  await people.getByRole('button', { name: '去掉发起人的部门负责人' }).click()
  await expect(check(page)).toContainText('“部门负责人审批”没有指定办理人')
  await expect(page.getByRole('button', { name: '发布', exact: true })).toBeDisabled()
  await panel(page).getByLabel('节点名称').fill('印章管理员办理')
  await panel(page).getByLabel('节点名称').press('Enter')
  await saved(page)
  await select(page, 'start', '提交')
  await check(page).getByRole('button', { name: '定位节点' }).first().click()
  await expect(panel(page).getByRole('heading', { name: '印章管理员办理' })).toBeVisible()

  // A role, a time limit, and it runs.
  await panel(page).getByRole('combobox', { name: '办理人' }).fill('站长')
  await page.locator('.ant-select-item-option').filter({ hasText: '站长' }).first().click()
  await expect(people).toContainText('角色 站长')
  await panel(page).getByRole('spinbutton', { name: '时限' }).fill('2')
  await panel(page).getByRole('spinbutton', { name: '时限' }).press('Tab')
  await expect(check(page)).toContainText('没有问题')
  await saved(page)
  await page.reload()
  await expect(shape(page, 'review')).toContainText('印章管理员办理')
  await publish(page, 1)
  await expect(page).toHaveURL(new RegExp(`process=${key}`))
  const versions = page.getByRole('list', { name: '版本' })
  await expect(versions.getByRole('button', { name: /第 1 版.*使用中/ })).toBeVisible()

  // A second version with another step, drawn with the keyboard; undone and redone on the way.
  await page.getByRole('button', { name: '设计', exact: true }).click()
  await select(page, 'review', '印章管理员办理')
  await page.getByRole('toolbar', { name: '图形' }).getByRole('button', { name: '用户任务' }).focus()
  await page.keyboard.press('Enter')
  await expect(check(page)).toContainText('没有指定办理人')
  // Its name may be typed at once.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^撤销/ }).click()
  await expect(check(page)).toContainText('没有问题')
  await page.getByRole('button', { name: /^重做/ }).click()
  await expect(check(page)).toContainText('没有指定办理人')
  await page.getByRole('button', { name: /^撤销/ }).click()

  // A copy for nobody is refused as well, until somebody is named.
  await select(page, 'review', '印章管理员办理')
  await page.getByRole('toolbar', { name: '图形' }).getByRole('button', { name: '抄送' }).focus()
  await page.keyboard.press('Enter')
  await expect(check(page)).toContainText('没有指定抄送人')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toContainText('还没有人可以收到')
  await panel(page).getByRole('combobox', { name: '抄送人' }).fill('发起人本人')
  await page.locator('.ant-select-item-option').filter({ hasText: '发起人本人' }).first().click()
  await expect(panel(page).getByRole('list', { name: '抄送人' })).toContainText('发起人本人')
  await expect(check(page)).not.toContainText('没有指定抄送人')
  await page.getByRole('button', { name: /^撤销/ }).click()
  await page.getByRole('button', { name: /^撤销/ }).click()
  await expect(check(page)).toContainText('没有问题')
  await select(page, 'review', '印章管理员办理')
  await panel(page).getByLabel('业务状态').fill('3')
  await panel(page).getByLabel('业务状态').press('Enter')
  await saved(page)
  await page.getByRole('button', { name: '对比第 1 版' }).click()
  const compared = page.getByRole('dialog', { name: /^对比/ })
  await expect(compared.getByRole('list', { name: '不同之处' })).toContainText(
    '用户任务“印章管理员办理”增加业务状态：3',
  )
  await expect(compared.locator('[data-change="changed"]')).toHaveCount(2)
  // All of both is in sight, and what differs has a colour of its own.
  const frames = compared.locator('.bpmn-node')
  for (const frame of await frames.all()) await expect(frame).toBeInViewport({ ratio: 0.99 })
  const strokeOf = (selector: string) =>
    compared
      .locator(`${selector} .bpmn-shape`)
      .first()
      .evaluate((each) => getComputedStyle(each).stroke)
  expect(await strokeOf('[data-change]')).not.toBe(await strokeOf('.bpmn-node:not([data-change])'))
  await compared.getByRole('button', { name: '关闭' }).last().click()
  await publish(page, 2)
  await expect(versions.getByRole('button', { name: /第 2 版.*使用中/ })).toBeVisible()
  await page.getByRole('button', { name: '更多操作' }).last().click()
  await page.getByRole('menuitem', { name: '与第 1 版对比' }).click()
  await expect(compared).toContainText('1 处不同')
})

test('names stand in the middle of their steps, and clear of the flows that leave below a gateway', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/system/process?design=purchase')
  const boxOf = async (id: string, part: string) =>
    (await shape(page, id).locator(part).first().boundingBox())!
  await expect(shape(page, 'reviewed_label')).toBeVisible()
  const [label, gateway] = [await boxOf('reviewed_label', 'text'), await boxOf('reviewed', 'polygon')]
  expect(label.y + label.height).toBeLessThanOrEqual(gateway.y)
  const middleOf = async (part: string) => {
    const { x, width } = await boxOf('review', part)
    return x + width / 2
  }
  expect(Math.abs((await middleOf('text')) - (await middleOf('rect')))).toBeLessThan(2)
})

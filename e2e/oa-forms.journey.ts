import { expect, type Page } from '@playwright/test'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'

const mark = Date.now().toString(36)
const letters = Array.from({ length: 3 }, () =>
  String.fromCharCode(65 + Math.floor(Math.random() * 26)),
).join('')
const NAME = `用车申请 ${mark}`

const pane = (page: Page) => page.getByRole('region', { name: '流程详情' })
const press = (page: Page, name: string) => pane(page).getByRole('button', { name, exact: true }).click()
const chooseIn = async (page: Page, scope: ReturnType<Page['getByRole']>, label: string, option: string) => {
  await scope.getByRole('combobox', { name: label, exact: true }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: option }).first().click()
}

/** Adds a field at the end of the form and names it. */
async function addField(page: Page, kind: string, label: string, key: string) {
  const choice = page.getByRole('menuitem', { name: kind, exact: true })
  await pressFor(page.getByRole('button', { name: '添加字段' }), choice)
  await choice.click()
  const properties = page.getByRole('region', { name: '字段属性' })
  await properties.getByLabel('字段名称').fill(label)
  await properties.getByLabel('字段编码').fill(key)
  return properties
}

test('an administrator makes a form; it is filled in, returned, amended, approved and printed', async ({
  browser,
}) => {
  test.slow()
  const keeper = await newPageAt(browser, 'admin', '/system/form', '表单设计')
  await keeper.getByRole('button', { name: '新建表单' }).click()
  const dialog = keeper.getByRole('dialog', { name: '新建表单' })
  await dialog.getByLabel('表单名称').fill(NAME)
  await dialog.getByLabel('表单编码').fill(`car_${mark}`)
  await dialog.getByLabel('编号前缀').fill('QJ')
  await dialog.getByRole('button', { name: '新建' }).click()
  await expect(dialog.getByText('编号前缀已被其他表单使用')).toBeVisible()
  await dialog.getByLabel('编号前缀').fill(letters)
  await pressToClose(dialog, '新建')
  await expect(keeper.getByRole('heading', { level: 2, name: NAME })).toBeVisible()

  const place = await addField(keeper, '单行文字', '目的地', 'place')
  await place.getByLabel('必填').check()
  const scope = await addField(keeper, '选项', '范围', 'scope')
  await scope.getByLabel('选项 1 名称').fill('本市')
  await scope.getByLabel('选项 2 名称').fill('外地')
  const reason = await addField(keeper, '单行文字', '外出依据', 'basis')
  await reason.getByLabel('必填').check()
  await chooseIn(keeper, reason, '显示条件', '范围')
  await chooseIn(keeper, reason, '值', '外地')
  await expect(reason.getByLabel('条件表达式')).toHaveValue('scope = "b"')
  await addField(keeper, '明细表', '费用预计', 'costs')
  // By the keyboard the reason goes to the end.
  const list = keeper.getByRole('list', { name: '字段' })
  await list.getByRole('button', { name: /事由/ }).focus()
  for (let step = 0; step < 4; step += 1) await keeper.keyboard.press('Alt+ArrowDown')
  await expect(list.getByRole('button').last()).toContainText('事由')
  await keeper.getByRole('button', { name: '保存草稿' }).click()
  await expect(keeper.getByText('草稿已保存')).toBeVisible()
  await keeper.getByRole('button', { name: '发布', exact: true }).click()
  await pressToClose(keeper.getByRole('dialog', { name: /^发布/ }), '发布')
  await expect(keeper.getByText('表单已发布')).toBeVisible()

  const worker = await newPageAt(browser, 'r10030', '/personal', '我的流程')
  await worker.getByRole('button', { name: '发起流程' }).first().click()
  await worker
    .getByRole('dialog', { name: '发起流程' })
    .getByRole('button', { name: new RegExp(NAME) })
    .click()
  const form = worker.getByRole('dialog', { name: NAME })
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('请填写目的地')).toBeVisible()
  await form.getByLabel('目的地').fill('红柳沟电站')
  await expect(form.getByLabel('外出依据')).toHaveCount(0)
  await chooseIn(worker, form, '范围', '外地')
  await form.getByLabel('外出依据').fill('检修计划')
  await form.getByLabel('第 1 行说明').fill('过路费')
  await form.getByLabel('第 1 行金额（元）').fill('120.5')
  await form.getByRole('button', { name: '增加一行' }).click()
  await form.getByLabel('第 2 行说明').fill('加油')
  await form.getByLabel('第 2 行金额（元）').fill('300')
  await expect(form.getByText('420.50 元')).toBeVisible()
  // What was typed and not sent lies sealed on the device, and is there again.
  const sealed = () =>
    worker.evaluate(
      () => Object.entries(localStorage).find(([name]) => /__words:\d+:request:/.test(name))?.[1] ?? '',
    )
  let before = ''
  await expect(async () => {
    const last = before
    before = await sealed()
    expect(before !== '' && before === last).toBe(true)
  }).toPass({ intervals: [1000] })
  await form.getByLabel('事由').fill(`送备件 ${mark}`)
  await expect.poll(sealed).not.toBe(before)
  await worker.reload()
  await worker.getByRole('button', { name: '发起流程' }).first().click()
  await worker
    .getByRole('dialog', { name: '发起流程' })
    .getByRole('button', { name: new RegExp(NAME) })
    .click()
  await expect(form.getByText('已恢复本机')).toBeVisible()
  await expect(form.getByLabel('目的地')).toHaveValue('红柳沟电站')
  await expect(form.getByLabel('事由')).toHaveValue(`送备件 ${mark}`)
  await pressToClose(form, '提交')
  await expect(worker).toHaveURL(/instance=\d+/)
  const instance = /instance=(\d+)/.exec(worker.url())![1]!
  await expect(pane(worker).getByText(new RegExp(`${letters}\\d{8}-001`))).toBeVisible()

  const head = await newPageAt(browser, 'r10020', `/personal?instance=${instance}`, '我的流程')
  await expect(pane(head).getByRole('cell', { name: '合计 420.50 元' })).toBeVisible()
  await pane(head).getByLabel('意见').fill('请写清油费')
  await press(head, '不同意')
  await expect(head.getByText('已提交不同意')).toBeVisible()

  await worker.reload()
  await press(worker, '修改并重新提交')
  const amend = worker.getByRole('dialog', { name: `修改${NAME}` })
  await amend.getByLabel('第 2 行说明').fill('加油 40 升')
  await pressToClose(amend, '重新提交')

  await head.goto(`/#/personal?instance=${instance}`)
  await head.reload()
  await expect(pane(head).getByText('加油 40 升')).toBeVisible()
  await pane(head).getByLabel('意见').fill('同意用车')
  await press(head, '同意')
  await expect(head.getByText('已同意')).toBeVisible()

  await worker.reload()
  await press(worker, '打印')
  const paper = worker.getByRole('article')
  await expect(paper.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  const signed = paper.getByRole('table', { name: '审批意见' })
  await expect(signed.getByRole('row').filter({ hasText: '同意用车' })).toContainText('部门负责人审批')
  await expect(paper.getByRole('table', { name: '费用预计' })).toContainText('420.50')
  const pdf = await worker.pdf({ preferCSSPageSize: true })
  // One page of A4, in points.
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[\s*0 0 59[45][.\d]* 84[12]/)
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await worker.getByRole('button', { name: '返回' }).click()
  await expect(pane(worker).getByText('已结束')).toBeVisible()
})

test('who does not keep the processes finds no design of forms', async ({ browser }) => {
  const visitor = await newSignedInPage(browser, demoLogin('r10030'))
  await visitor.goto('/#/system/form')
  await expect(visitor.getByRole('heading', { name: '表单设计' })).toHaveCount(0)
})

import { expect } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { draw } from './picture.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'
import { act, draftTicket, idOfSignatory, openTicket, receiveSameDay, wallClock } from './tickets.ts'

test('a first-kind ticket goes from its draft to its end, with interruption and extension, each by who signs it', async ({
  browser,
}) => {
  test.setTimeout(110_000)
  await receiveSameDay()
  const draft = await draftTicket()
  const leader = await openTicket(browser, 'leader', draft.id)
  await expectNoFaults(leader, 'light', '工作票草稿')
  await act(leader, '提交')
  await expect(leader.getByText(/GZP1-\d{4}-/).first()).toBeVisible()

  const issuer = await openTicket(browser, 'issuer', draft.id)
  await act(issuer, '签发', (dialog) => dialog.getByLabel('保留带电部分').fill('6、8号箱变带电'))
  await act(issuer, '接票')

  const permitter = await openTicket(browser, 'permitter', draft.id)
  const measures = permitter.getByRole('region', { name: '安全措施' })
  for (let no = 1; no <= 4; no++) {
    await expect(async () => {
      const tick = measures.getByRole('button', { name: /打勾|执行/ })
      if ((await tick.count()) > 0) await tick.first().click()
      await expect(measures).toContainText(`${no} / 4`, { timeout: 2000 })
    }).toPass()
  }
  await permitter.getByRole('button', { name: '装设', exact: true }).click()
  const hanging = permitter.getByRole('dialog', { name: '装设接地' })
  await hanging.getByLabel('接地', { exact: true }).click()
  await permitter.locator('.ant-select-item-option').first().click()
  await hanging.getByLabel('装设位置').fill('高压负荷开关负荷侧')
  await hanging.locator('input[type=file]').setInputFiles({
    name: '接地线.png',
    mimeType: 'image/png',
    buffer: await draw(permitter, '#c8742a'),
  })
  await expect(hanging.getByRole('button', { name: '查看 接地线.png' })).toBeVisible()
  await hanging.getByLabel('验电时间').click()
  await permitter.getByText('此刻', { exact: true }).click()
  await hanging.getByLabel('监护人').fill('周砚秋')
  await permitter.locator('.ant-select-item-option', { hasText: '周砚秋' }).first().click()
  await pressToClose(hanging, '登记装设')
  const ledger = permitter.getByRole('region', { name: '接地线台账' })
  await expect(ledger).toContainText('在装')
  await expect(ledger.getByRole('list', { name: /装设照片/ }).getByRole('button')).toHaveCount(1)
  await act(permitter, '许可')
  await act(leader, '确认开工')
  await expect(leader.getByRole('article')).toContainText('执行中')

  const crew = await openTicket(browser, 'crew', draft.id, 390)
  await expect(async () => {
    await crew.getByRole('button', { name: '交底签名' }).click({ timeout: 2000 })
    await expect(crew.getByRole('button', { name: '离场' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(leader.getByRole('region', { name: '工作班' })).toContainText('在场 1 / 1')
  await expectNoFaults(leader, 'light', '执行中的工作票')

  await act(leader, '间断')
  await expect(leader.getByRole('article')).toContainText('间断')
  await act(leader, '复工')

  await leader.getByRole('button', { name: '变更', exact: true }).click()
  await leader.getByRole('menuitem', { name: '延期' }).click()
  const asking = leader.getByRole('dialog', { name: '申请延期？' })
  await asking.getByLabel('延期至').fill(wallClock(8).slice(0, 16))
  await leader.keyboard.press('Enter')
  await asking.getByLabel('原因').fill('备件晚到')
  await pressToClose(asking, '申请')
  await permitter
    .getByRole('region', { name: '变更' })
    .getByRole('button', { name: '同意', exact: true })
    .click()
  const agreeing = permitter.getByRole('dialog', { name: '同意延期？' })
  await pressToClose(agreeing, '同意')
  await expect(leader.getByRole('region', { name: '变更' })).toContainText('已办理')

  await act(leader, '工作终结', (dialog) => dialog.getByLabel('现场已清理，人员、工具已清点').check())
  await permitter.getByRole('button', { name: '拆除登记' }).click()
  const removing = permitter.getByRole('dialog', { name: /^拆除/ })
  await removing.getByLabel('监护人').fill('周砚秋')
  await permitter.locator('.ant-select-item-option', { hasText: '周砚秋' }).first().click()
  await pressToClose(removing, '登记拆除')
  await act(permitter, '终结')
  await expect(leader.getByRole('article')).toContainText('已终结')
  await expect(leader.getByRole('article')).toContainText('已执行')
})

test('an operation ticket is done step by step by its pair on two phones', async ({ browser }) => {
  test.setTimeout(110_000)
  const draft = await draftTicket({
    kind: 'operation',
    places: [],
    isolate: [],
    earth: [],
    board: [],
    people: [],
    issuerId: null,
    guardId: await idOfSignatory('permitter'),
    orderedBy: '区域调度',
    steps: ['断开3号箱变低压侧断路器431', '检查431在分位'],
  })
  const operator = await openTicket(browser, 'leader', draft.id, 390)
  await act(operator, '提交')
  const guard = await openTicket(browser, 'permitter', draft.id, 390)
  await act(guard, '审核')
  const shift = await openTicket(browser, 'shift', draft.id)
  await act(shift, '批准')
  await act(operator, '预演并开始操作')
  // A press within a second of the one before counts as its repeat.
  const press = async (page: typeof guard, name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toBeEnabled()
    await expect(async () => {
      if (await button.isVisible()) await button.click({ timeout: 2000 })
      await expect(button).toBeHidden({ timeout: 2000 })
    }).toPass()
  }
  for (const step of [1, 2]) {
    await press(guard, '已唱票')
    await press(operator, '已复诵')
    await press(operator, '已操作')
    await press(guard, '检查无误，打√')
    await expect(guard.getByText(`${step} / 2 步`, { exact: true })).toBeVisible()
  }
  await expectNoFaults(guard, 'light', '操作票')
  await act(guard, '操作完毕')
  await act(shift, '归档')
  await expect(operator.getByRole('article')).toContainText('已执行')
})

test('the list finds tickets, and a draft is written, left, found again and deleted', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/operation/ticket')
  await expect(page.getByRole('heading', { name: '两票管理', exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '执行中' }).first()).toBeVisible()
  await expectNoFaults(page, 'light', '两票管理')
  await page.getByRole('button', { name: '开票', exact: true }).click()
  const form = page.getByRole('dialog', { name: '开票' })
  await expect(form.getByText(/提交前还差 \d+ 项/)).toBeVisible()
  await expectNoFaults(page, 'light', '开票', form)
  const task = `旅程草稿 ${Date.now()}`
  await form.getByLabel('电站', { exact: true }).fill('晴川红柳沟一期')
  await page.locator('.ant-select-item-option', { hasText: '晴川红柳沟一期' }).first().click()
  await form.getByLabel('工作任务').fill(task)
  await pressToClose(form, '保存草稿')
  await expect(page.getByRole('article')).toContainText(task)
  await page.getByRole('button', { name: '删除草稿' }).click()
  await pressToClose(page.getByRole('dialog', { name: /删除/ }), '删除')
  await expect(page.getByRole('heading', { name: '两票管理', exact: true })).toBeVisible()
})

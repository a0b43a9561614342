import { expect } from '@playwright/test'
import { read } from './api.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const text = `批量 ${Date.now()}`

type Order = { id: string; psId: string; version: number }
type Person = { id: string; realname: string }

test('a station master assigns some orders at once, and ends others; one that went on meanwhile is refused', async ({
  browser,
}) => {
  test.slow()
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const { pageList } = await read<{ pageList: Order[] }>(master, 'post', '/ops/order/page', { size: 1 })
  const orders: Order[] = []
  for (const each of ['一', '二', '三'])
    orders.push(
      await read<Order>(master, 'post', '/ops/order/insert', {
        psId: pageList[0]!.psId,
        taskType: 12,
        taskDescription: `${text} ${each}`,
      }),
    )
  const people = await read<Person[]>(master, 'post', '/ops/order/executors', { id: orders[0]!.id })
  const { realname } = people[0]!

  await master.goto(`/#/taskCenter?keyword=${encodeURIComponent(text)}`)
  const row = (each: string) => master.getByRole('row', { name: new RegExp(`${text} ${each}`) })
  for (const each of ['一', '二', '三']) await row(each).getByRole('checkbox').check()
  const bar = master.getByRole('toolbar', { name: '批量操作' })
  await bar.getByRole('button', { name: '批量指派 3' }).click()
  const dialog = master.getByRole('dialog', { name: '指派所选 3 单' })
  await dialog.getByRole('combobox', { name: /负责人/ }).click()
  await dialog.getByRole('combobox', { name: /负责人/ }).fill(realname)
  // The people may come after the name was typed.
  await expect(master.locator('.ant-select-item-option-active')).toContainText(realname)
  await master.keyboard.press('Enter')
  await expect(dialog.getByTitle(realname)).toBeVisible()
  await dialog.getByLabel(/计划结束时间/).fill('2030-01-02 18:00')
  await master.keyboard.press('Enter')
  await expect(dialog.getByLabel(/计划结束时间/)).toHaveValue('2030-01-02 18:00')

  // One of them is taken back by somebody else before the assignment is sent.
  const [first] = orders
  await read(master, 'post', '/ops/order/terminate', {
    id: first!.id,
    version: first!.version,
    reason: '重复',
  })
  await dialog.getByRole('button', { name: '指派', exact: true }).click()
  await expect(master.getByText('已指派 2 单')).toBeVisible()
  await expect(master.getByText(/^GD\d+：/)).toBeVisible()
  for (const each of ['二', '三']) await expect(row(each)).toContainText(realname)

  // Those that were assigned are no longer chosen.
  await bar.getByRole('button', { name: /取消选择/ }).click()
  for (const each of ['二', '三']) await row(each).getByRole('checkbox').check()
  await bar.getByRole('button', { name: '作废… 2' }).click()
  const reason = master.getByRole('dialog', { name: '作废原因' })
  await reason.getByRole('textbox').fill('与其他工单重复')
  await reason.getByRole('button', { name: '作废' }).click()
  await expect(master.getByText('已作废 2 单')).toBeVisible()
  for (const each of ['二', '三']) await expect(row(each)).toContainText('已终止')
  await expect(bar).toBeHidden()
})

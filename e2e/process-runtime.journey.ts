import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { test } from './journey.ts'
import { demoLogin, newPageAt } from './sign-in.ts'

const mark = Date.now().toString(36)

/** The button of a day such as 2040-02-12. */
function day(page: Page, date: string) {
  const [year, month, number] = date.split('-').map(Number)
  return page.getByRole('button', { name: new RegExp(`^${year} 年 ${month} 月 ${number} 日`) })
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('an administrator prepares the calendar of a year, and enables it', async ({ browser }) => {
  const page = await newPageAt(browser, 'admin', '/system/holiday?year=2040', '节假日历')
  await expect(page.getByText('未设置，按周一至周五')).toBeVisible()
  // A drag over three days, and a day by the keyboard.
  await day(page, '2040-02-12').dragTo(day(page, '2040-02-14'))
  const side = page.getByRole('complementary', { name: '所选日期' })
  await expect(side.getByRole('heading', { name: '02-12 至 02-14' })).toBeVisible()
  await side.getByRole('button', { name: '放假' }).click()
  await side.getByLabel('名称').fill('春节')
  await day(page, '2040-02-17').focus()
  await page.keyboard.press('ArrowRight')
  await side.getByRole('button', { name: '调休上班' }).click()
  await expect(page.getByText('放假 3 天')).toBeVisible()
  await press(page, '保存草稿')
  await expect(page.getByText('草稿，待核对后启用')).toBeVisible()

  await press(page, '导入')
  const paste = page.getByRole('dialog', { name: '导入 2040 年的日期' })
  await paste.getByLabel('每行一天或一段').fill('2040-02-12,2040-02-18,放假,春节\n2040-02-25,调休上班')
  await paste.getByRole('button', { name: '填入草稿' }).click()
  await expect(day(page, '2040-02-18')).toHaveAttribute('data-kind', 'off')
  // A press within a second of the previous one counts as a repeat; what is saved already cannot be saved again.
  await expect(async () => {
    const save = page.getByRole('button', { name: '保存草稿', exact: true })
    if (await save.isEnabled()) await save.click()
    await expect(page.getByRole('button', { name: '核对后启用' })).toBeEnabled({ timeout: 2000 })
  }).toPass()
  await press(page, '核对后启用')
  await page
    .getByRole('dialog', { name: /启用 2040 年/ })
    .getByRole('button', { name: '启用' })
    .click()
  await expect(page.getByText('已启用', { exact: true })).toBeVisible()
  await page.reload()
  await expect(day(page, '2040-02-25')).toHaveAttribute('data-kind', 'work')
  await press(page, '变更记录')
  const history = page.getByRole('dialog', { name: '2040 年的变更记录' })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expect(history.getByRole('listitem').first()).toContainText('启用')
})

test('the statutory days of a year that was announced fill the draft, those of a later one are not guessed', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/system/holiday?year=2026', '节假日历')
  await press(page, '法定节假日')
  await expect(day(page, '2026-10-01')).toHaveAttribute('data-kind', 'off')
  await expect(day(page, '2026-10-10')).toHaveAttribute('data-kind', 'work')
  await expect(page.getByText('放假 33 天')).toBeVisible()
  await press(page, '撤销改动')
  await page.goto('/#/system/holiday?year=2050')
  await expect(page.getByRole('button', { name: '法定节假日' })).toHaveAccessibleDescription(
    /还没有收录 2050 年/,
  )
})

test('an administrator gives a step to somebody else, and takes an instance to another version', async ({
  browser,
}) => {
  test.slow()
  const worker = demoLogin('r10030')
  const { processInstanceId } = await read<{ processInstanceId: string }>(
    worker,
    'post',
    '/order/oa/insert',
    {
      request: {
        kind: 'purchase',
        form: { subject: `改派 ${mark}`, amount: 900, supplier: '', remark: '备用' },
      },
    },
  )
  const page = await newPageAt(
    browser,
    'admin',
    `/system/process?view=instances&keyword=${encodeURIComponent(`改派 ${mark}`)}`,
    '流程设计',
  )
  const row = page.getByRole('row', { name: new RegExp(`改派 ${mark}`) })
  await expect(row).toContainText('正常')
  await row.getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: new RegExp(`改派 ${mark}`) })
  const step = drawer.getByRole('article').first()
  await step.getByRole('button', { name: '改派' }).click()
  const giving = page.getByRole('dialog', { name: /^改派“/ })
  await giving.getByRole('combobox', { name: '改派给' }).click()
  await page.locator('.ant-select-item-option').first().click()
  await giving.getByLabel('原因').fill('原办理人休假')
  await giving.getByRole('button', { name: '改派' }).click()
  await expect(page.getByText('已改派')).toBeVisible()
  await drawer.getByRole('button', { name: '关闭' }).click()
  await expect(drawer).toBeHidden()

  // A version that differs in nothing but a remark.
  const definitions = await read<{ key: string; versions: { id: string; version: number }[] }[]>(
    page,
    'post',
    '/workflow/v1/definition/list',
  )
  const before = definitions.find(({ key }) => key === 'purchase')!.versions.length
  const file = await readFile('server/src/modules/workflow/first-data/purchase.bpmn', 'utf8')
  await read(page, 'post', '/workflow/v1/definition/deploy', { xml: `${file}<!-- ${mark} -->` })
  await page.reload()
  await row.getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '换版' }).click()
  const migrating = page.getByRole('dialog', { name: /^换版：/ })
  await expect(migrating).toContainText('1 个能换版')
  await migrating.getByLabel('原因').fill('试用新版本')
  await migrating.getByRole('button', { name: '换版 1 个' }).click()
  await expect(migrating).toContainText('换版已完成')
  await migrating.getByRole('button', { name: '关闭' }).click()
  await expect(row).toContainText(`第 ${before + 1} 版`)

  await row.getByRole('link').click()
  await drawer.getByRole('button', { name: '作废' }).click()
  const ending = page.getByRole('dialog', { name: '作废原因' })
  await ending.getByLabel('作废原因').fill('演示结束')
  await ending.getByRole('button', { name: '作废' }).click()
  await expect(drawer).toContainText('流程已结束')
  const history = await read<{ content: string }[]>(page, 'post', '/workflow/v1/listActivities', {
    processInstanceId,
  })
  expect(history.map(({ content }) => content).join('\n')).toMatch(/作废[^]*换到第 \d+ 版[^]*改派给/)
})

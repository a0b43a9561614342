import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { pressToClose } from './hand.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'
import { test } from './journey.ts'

/** The visible column titles from left to right; the table contains them a second time for measuring. */
async function titlesOf(page: Page): Promise<string[]> {
  const heads = page.locator('.grid-thead th:not(.actions-cell)').filter({ visible: true })
  await expect(heads.first()).toBeVisible()
  // The boxes that choose rows have none.
  return (await heads.allTextContents()).filter((title) => title !== '')
}

const head = (page: Page, title: string): Locator =>
  page.locator('.grid-thead').getByRole('columnheader', { name: title })

/** Opens the task centre and waits for its rows. */
async function openOrders(page: Page, query = ''): Promise<void> {
  await page.goto(`/#/taskCenter${query}`)
  await expect(page.locator('.grid-row').first()).toBeVisible()
}

const kept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/sys/tableSetting/edit') && answer.ok())

async function openColumns(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '列设置', exact: true }).click()
  const panel = page.getByRole('dialog', { name: '列设置' })
  await expect(panel.getByRole('searchbox')).toBeVisible()
  return panel
}

const widthOf = async (cell: Locator) => (await cell.boundingBox())!.width

test('a person’s columns are the same in every browser, and every earlier way can be gone back to', async ({
  browser,
}) => {
  test.slow()
  const person = demoLogin('r10040')
  const [here, there] = [await newSignedInPage(browser, person), await newSignedInPage(browser, person)]
  await openOrders(here)
  await openOrders(there)
  const own = await titlesOf(here)
  expect(own).toContain('电站')

  // Hide, move, widen: three changes by pointer and keyboard, each sent separately.
  const panel = await openColumns(here)
  let saved = kept(here)
  await panel.getByRole('checkbox', { name: '电站', exact: true }).uncheck()
  await saved
  saved = kept(here)
  await panel.getByRole('button', { name: /^移动 任务类型，/ }).focus()
  await here.keyboard.press('ArrowDown')
  await saved
  saved = kept(here)
  await here.keyboard.press('ArrowRight')
  await saved
  await expect(panel.getByRole('button', { name: '移动 任务类型，宽 116' })).toBeVisible()
  const changed = await titlesOf(here)
  expect(changed).not.toContain('电站')
  expect(changed).not.toEqual(own.filter((title) => title !== '电站'))

  // The other browser has them on its next visit, with its first rows.
  await there.reload()
  await expect(there.locator('.grid-row').first()).toBeVisible()
  expect(await titlesOf(there)).toEqual(changed)
  expect(await widthOf(head(there, '任务类型'))).toBe(116)

  // Dragging an edge there; the last change wins here.
  const grip = (await head(there, '负责人').boundingBox())!
  saved = kept(there)
  await there.mouse.move(grip.x + grip.width - 3, grip.y + 18)
  await there.mouse.down()
  await there.mouse.move(grip.x + grip.width + 57, grip.y + 18, { steps: 5 })
  await there.mouse.up()
  await saved
  const wider = await widthOf(head(there, '负责人'))
  expect(wider).toBe(Math.round(grip.width) + 60)
  await here.reload()
  await expect(here.locator('.grid-row').first()).toBeVisible()
  expect(await widthOf(head(here, '负责人'))).toBe(wider)

  // Back to the state with one hidden column, then to the product's default.
  const again = await openColumns(here)
  await again.getByRole('button', { name: '历史记录' }).click()
  const records = again.getByRole('list', { name: '历史记录' }).getByRole('button')
  await expect(records).toHaveText([
    /列宽 负责人当前/,
    /列宽 任务类型恢复/,
    /移动 任务描述恢复/,
    /隐藏 电站恢复/,
  ])
  saved = kept(here)
  await records.nth(3).click()
  await saved
  await expect(records).toHaveCount(5)
  expect(await titlesOf(here)).toEqual(own.filter((title) => title !== '电站'))
  saved = kept(here)
  await again.getByRole('button', { name: '恢复默认' }).click()
  await saved
  expect(await titlesOf(here)).toEqual(own)
  await expect(records.first()).toHaveText(/恢复默认当前/)
})

test('settings made without a network are kept and sent later', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10025'))
  await openOrders(page)
  const panel = await openColumns(page)
  await page.context().setOffline(true)
  await panel.getByRole('checkbox', { name: '负责人', exact: true }).uncheck()
  expect(await titlesOf(page)).not.toContain('负责人')
  const saved = kept(page)
  await page.context().setOffline(false)
  await saved
  await page.reload()
  await expect(page.locator('.grid-row').first()).toBeVisible()
  expect(await titlesOf(page)).not.toContain('负责人')
})

test('what a table shows is exported as it stands there', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10020'))
  // Wide enough for every column.
  await page.setViewportSize({ width: 1600, height: 900 })
  // Of a month ago: to those of today other journeys add theirs meanwhile.
  const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7).replace('-', '')
  await openOrders(page, `?size=20&sort=lossPower.desc&keyword=GD${month}`)
  const titles = await titlesOf(page)
  const rows = page.locator('.grid-row')
  await expect(rows).toHaveCount(20)
  const codes = await rows.locator('a.code').allTextContents()

  const save = async (format: 'XLSX' | 'CSV') => {
    await page.getByRole('button', { name: '导出当前页' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: `导出 ${format}` }).click()
    return download
  }
  const workbook = await save('XLSX')
  expect(workbook.suggestedFilename()).toMatch(/^工单_\d{14}\.xlsx$/)
  await expect(page.getByText(`${workbook.suggestedFilename()}下载成功!`)).toBeVisible()
  const [shownTitles, ...lines] = await readSheet(await readFile(await workbook.path()))
  expect(shownTitles).toEqual(titles)
  expect(lines.map(([code]) => code)).toEqual(codes)
  const loss = titles.findIndex((title) => title.startsWith('损失'))
  expect(lines.every((line) => line[loss] === null || typeof line[loss] === 'number')).toBe(true)
  const start = titles.indexOf('计划开始')
  expect(lines.every((line) => line[start] === null || line[start] instanceof Date)).toBe(true)

  const text = await save('CSV')
  const content = await readFile(await text.path(), 'utf8')
  expect(content.startsWith('\uFEFF')).toBe(true)
  const [csvTitles, ...csvLines] = parse(content, { bom: true })
  expect(csvTitles).toEqual(titles)
  expect(csvLines.map(([code]) => code)).toEqual(codes)
})

test('a sort header goes none, descending, ascending, none, and 500 rows are drawn as they come into sight', async ({
  browser,
}) => {
  test.slow()
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await openOrders(page, '?sort=none')
  const sorted = head(page, '计划结束')
  await expect(sorted).toHaveAttribute('aria-sort', 'none')
  for (const kind of ['descending', 'ascending', 'none']) {
    await sorted.getByRole('button').click()
    await expect(sorted).toHaveAttribute('aria-sort', kind)
  }

  await openOrders(page, '?size=500&sort=none')
  const rows = page.locator('.grid-row')
  await expect(page.getByRole('combobox', { name: '每页条数' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '501')
  expect(await rows.count()).toBeLessThan(60)
  await rows.first().focus()
  // A slow machine renders distant rows some frames after the table has scrolled to them.
  const machine = await page.context().newCDPSession(page)
  await machine.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await page.keyboard.press('End')
  await expect(rows.last()).toBeFocused({ timeout: 120_000 })
  await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  expect(await rows.count()).toBeLessThan(60)
  await page.keyboard.press('Home')
  await expect(rows.first()).toBeFocused()
})

test('a company’s rule for codes is written, tried out, and kept to by the form that names it', async ({
  browser,
}) => {
  test.slow()
  // The other company, so that other journeys do not change the numbers.
  const page = await newSignedInPage(browser, demoLogin('admin', '晴空新能'))
  await page.goto('/#/system/checkRule')
  await page.getByRole('button', { name: '新建规则' }).click()
  const form = page.getByRole('dialog', { name: '新建编码规则' })
  await form.getByLabel('规则名称').fill('设备编号')
  await form.getByLabel('规则编码').fill('workNo')
  await expect(form.getByText('该值不可用，系统中已存在！')).toBeVisible()
  await form.getByLabel('规则编码').fill('deviceNo')
  await form.getByLabel('第 1 段位数').fill('2')
  await form.getByLabel('第 1 段正则表达式').fill('[A-Z]{2}')
  await form.getByLabel('第 1 段提示文字').fill('前两位是大写字母')
  await form.getByRole('button', { name: '添加一段' }).click()
  await form.getByLabel('第 2 段正则表达式').fill('\\d{4}')
  await form.getByLabel('第 2 段提示文字').fill('后四位是数字')
  await form.getByRole('textbox', { name: '试校验' }).fill('gf0001')
  await expect(form.getByText('前两位是大写字母')).toBeVisible()
  await form.getByRole('textbox', { name: '试校验' }).fill('GF0001')
  await expect(form.getByText('符合规则')).toBeVisible()
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByText('编码规则已新建')).toBeVisible()
  await expect(page.getByRole('row', { name: /设备编号/ })).toContainText('2 位 [A-Z]{2}')

  await page.goto('/#/system/user')
  await page.locator('.grid-row').filter({ visible: true }).first().click()
  const user = page.getByRole('dialog', { name: '编辑用户' })
  await user.getByLabel('工号').fill('工号 1')
  await expect(user.getByText('工号以字母或数字开头')).toBeVisible()
  await user.getByRole('button', { name: '保存' }).click()
  await expect(user).toBeVisible()
  await user.getByLabel('工号').fill('QK-9001')
  await expect(user.getByText('工号以字母或数字开头')).toHaveCount(0)
  await pressToClose(user, '保存')
})

test('expanded filters take 6, 8 and 12 of 24 columns at xxl, xl and md', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10020'))
  await openOrders(page)
  await page.getByRole('button', { name: '展开' }).click()
  const inOneLine = async () => {
    const tops = await page
      .locator('.search-bar.open .filters > :is(.fld, .ant-select, .ant-picker)')
      .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().top)))
    return tops.filter((top) => top === tops[0]).length
  }
  for (const [width, fields] of [
    [1700, 4],
    [1440, 3],
    [1000, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(inOneLine).toBe(fields)
  }
})

import { readFile } from 'node:fs/promises'
import { expect, type Browser, type Page } from '@playwright/test'
import { chooseDepartment } from './departments.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'
import { test } from './journey.ts'

const mark = `旅程${Date.now()}`

async function openImport(browser: Browser): Promise<Page> {
  return newPageAt(browser, 'admin', '/system/import', '数据导入')
}

const fileInput = (page: Page) => page.locator('input[type=file]')

async function chooseFile(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
  await fileInput(page).setInputFiles({ name, mimeType: 'text/csv', buffer })
  await expect(page.getByRole('region', { name: '新的导入' }).getByText(name)).toBeVisible()
}

const check = (page: Page) => page.getByRole('button', { name: '试运行', exact: true }).click()

/** A count of the dry run, for example 可导入. */
const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

const record = (page: Page, fileName: string) =>
  page.getByRole('region', { name: '导入记录' }).getByRole('row').filter({ hasText: fileName })

const HEADER = '电站名称,外部编号,类型,容量(kWp),并网日期,省份,备注'
const good = (number: number) => `${mark}电站${number},${mark}-${number},集中式,5000,2021-06-01,江苏,`

test('a list of stations is checked, corrected, imported once, and shows in the archive', async ({
  browser,
}) => {
  test.slow()
  const page = await openImport(browser)

  // Missing fields are reported before anything is sent.
  await check(page)
  await expect(page.getByText('请选择归属部门')).toBeVisible()
  await expect(page.getByText('请选择文件')).toBeVisible()
  await chooseDepartment(page, '归属部门', '宁夏运维中心')
  await fileInput(page).setInputFiles({
    name: '旧格式.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from('旧'),
  })
  await expect(page.getByText('不支持 XLS 文件，请另存为 XLSX 或 CSV')).toBeVisible()

  // A file with errors: all are listed, and nothing can be imported.
  const broken = `${mark}有误.csv`
  await chooseFile(page, broken, [
    HEADER,
    good(1),
    `${mark}电站2,${mark}-2,潮汐式,5000,2021-06-01,江苏,`,
    `,${mark}-3,集中式,很多,2021-13-01,江苏,`,
  ])
  await check(page)
  await expect(figure(page, '可导入')).toContainText('1')
  await expect(figure(page, '错误')).toContainText('2')
  await expect(page.getByText('整个文件都不会导入')).toBeVisible()
  const findings = page.getByRole('region', { name: '检查结果', exact: true })
  await expect(findings.getByRole('row').filter({ hasText: '“潮汐式”不是电站类型' })).toContainText('3')
  await expect(findings.getByText('未识别的列，已忽略')).toBeVisible()
  await findings.getByRole('button', { name: /^错误/ }).click()
  await expect(findings.getByText('未识别的列，已忽略')).toHaveCount(0)
  const button = page.getByRole('button', { name: '导入 1 行' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.hover()
  await expect(page.getByRole('tooltip', { name: '有 2 行错误，修正后重新上传才能导入' })).toBeVisible()

  // The errors can be downloaded for correction.
  const waiting = page.waitForEvent('download')
  await findings.getByRole('button', { name: '导出 CSV' }).click()
  const saved = await waiting
  expect(saved.suggestedFilename()).toBe(`${mark}有误 检查结果.csv`)
  const csv = await readFile(await saved.path(), 'utf8')
  expect(csv.split('\r\n')[0]).toBe('\uFEFF行号,级别,列,原因')
  expect(csv).toContain('3,错误,类型,')
  expect(csv).not.toContain('警告')

  // The corrected file; kind and department are still chosen.
  await page.getByRole('button', { name: '选择另一个文件' }).click()
  const corrected = `${mark}改正.csv`
  const lines = [HEADER, good(1), good(2), good(3)]
  await chooseFile(page, corrected, lines)
  await check(page)
  await expect(figure(page, '可导入')).toContainText('新增 3 座电站')
  await page.getByRole('button', { name: '导入 3 行' }).click()
  await expect(page.getByText('导入完成，新增 3 座电站')).toBeVisible({ timeout: 30_000 })
  await expect(record(page, corrected)).toContainText('已完成')

  // The link survives a reload, and the stations exist.
  await page.reload()
  await expect(page.getByText('导入完成，新增 3 座电站')).toBeVisible()
  await page.getByRole('link', { name: '查看这次导入的电站' }).click()
  await expect(page.getByRole('navigation', { name: '分页' }).getByText('共 3 条')).toBeVisible()
  await page.getByRole('searchbox', { name: /电站/ }).fill(mark)
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page.getByRole('navigation', { name: '分页' }).getByText('共 3 条')).toBeVisible()
  const address = new URL(page.url()).hash
  const other = await newSignedInPage(browser, demoLogin('r10020'))
  await other.goto(`/${address}`)
  await expect(other.getByRole('navigation', { name: '分页' }).getByText('共 3 条')).toBeVisible()

  // The same file has nothing left to import.
  await page.goto('/#/system/import')
  await chooseDepartment(page, '归属部门', '宁夏运维中心')
  await chooseFile(page, corrected, lines)
  await check(page)
  await expect(figure(page, '已存在')).toContainText('3')
  await expect(page.getByText('每一行都已导入过')).toBeVisible()
  await expect(page.getByRole('button', { name: '导入 0 行' })).toHaveAttribute('aria-disabled', 'true')
})

test('an import of events goes on while nobody looks, and its work orders are found', async ({ browser }) => {
  test.slow()
  const page = await openImport(browser)
  await page.getByRole('radio', { name: /历史运维事件/ }).check()
  await expect(page.getByRole('rowheader', { name: /站点编号/ })).toBeVisible()
  await chooseDepartment(page, '归属部门', '宁夏运维中心')
  const fileName = `${mark}事件.csv`
  const start = Date.UTC(2019, 0, 1)
  const events = Array.from({ length: 6000 }, (_each, index) => {
    const at = new Date(start + index * 7_200_000).toISOString().slice(0, 19).replace('T', ' ')
    return `${mark}-E${index % 4},2018-05-01,${at},逆变器`
  })
  await chooseFile(page, fileName, ['站点编号,投运日期,事件开始时间,设备', ...events])
  await check(page)
  await expect(figure(page, '可导入')).toContainText('新增 4 座电站、6,000 张工单', { timeout: 60_000 })
  await page.getByRole('button', { name: '导入 6,000 行' }).click()
  await expect(page.getByRole('progressbar', { name: '导入进度' })).toBeVisible()

  // Leave the page and come back by the link in the history.
  const address = page.url()
  await page.goto('/#/taskCenter')
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()
  await page.reload()
  await page.goto(address)
  await expect(page.getByText('导入完成，新增 4 座电站、6,000 张工单')).toBeVisible({ timeout: 120_000 })
  await expect(record(page, fileName)).toContainText('新增 4 座电站、6,000 张工单')
  await page.getByRole('link', { name: '到任务中心查看工单' }).click()
  await expect(page.getByRole('row').filter({ hasText: '事件（历史导入）' }).first()).toBeVisible()
})

test('the template is a file that the import takes', async ({ browser }) => {
  const page = await openImport(browser)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载模板' }).click()
  const template = await readFile(await (await waiting).path())
  await chooseDepartment(page, '归属部门', '宁夏运维中心')
  await fileInput(page).setInputFiles({ name: '模板.csv', mimeType: 'text/csv', buffer: template })
  await check(page)
  await expect(figure(page, '错误')).toContainText('没有错误')
  await expect(figure(page, '可导入')).toContainText('1')

  // A file of the other kind is rejected as a whole, with the missing columns.
  await page.getByRole('button', { name: '选择另一个文件' }).click()
  await page.getByRole('radio', { name: /历史运维事件/ }).check()
  await fileInput(page).setInputFiles({ name: '模板.csv', mimeType: 'text/csv', buffer: template })
  await check(page)
  await expect(page.getByRole('alert').filter({ hasText: '文件缺少列' })).toContainText('“事件开始时间”')
})

test('imports belong to one tenant, and to those who may import', async ({ browser }) => {
  const page = await openImport(browser)
  const fileName = `${mark}他人.csv`
  await chooseDepartment(page, '归属部门', '宁夏运维中心')
  await chooseFile(page, fileName, [HEADER, good(9)])
  await check(page)
  await expect(figure(page, '可导入')).toContainText('1')
  const address = page.url().replace(/^.*#/, '/#')

  const stranger = await newSignedInPage(browser, demoLogin('admin', '晴空新能'))
  await stranger.goto(address)
  await expect(stranger.getByText('数据不存在或无权查看')).toBeVisible()
  await expect(stranger.getByText('还没有导入记录')).toBeVisible()

  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  await worker.goto(address)
  await expect(worker.getByRole('heading', { name: '数据导入', exact: true })).toHaveCount(0)
})

import { expect } from '@playwright/test'
import { read } from './api.ts'
import { test } from './journey.ts'
import { pagesOf, plain } from './pdf.ts'
import { demoLogin, newSignedInPage, openPage } from './sign-in.ts'

const numberOf = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')![0].replaceAll(',', ''))

test('a manager reads how a quarter went, and gets from a cause to its orders', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10010'))
  await openPage(page, '/operation/orderStatistics', '工单分析')
  await page.getByRole('button', { name: '近 90 天' }).click()
  await expect(page).toHaveURL(/begin=\d{4}-\d{2}-\d{2}/)

  const { begin, end } = Object.fromEntries(new URLSearchParams(page.url().split('?')[1])) as {
    begin: string
    end: string
  }
  const created = page.getByText(/^新建 [\d,]+/)
  await expect(async () => {
    const { rowCount } = await read<{ rowCount: number }>(page, 'post', '/ops/order/page', {
      createTimeBegin: `${begin} 00:00:00`,
      createTimeEnd: `${end} 23:59:59`,
    })
    expect(numberOf(await created.textContent())).toBe(rowCount)
  }).toPass()

  const departments = page.getByRole('region', { name: '按期完成排行' })
  const firstDepartment = await departments.getByRole('row').nth(1).textContent()
  await page.getByRole('combobox', { name: '分组' }).click()
  await page.getByTitle('人员', { exact: true }).last().click()
  await expect(departments.getByRole('row').nth(1)).not.toHaveText(firstDepartment!)

  const cause = page.getByRole('region', { name: '原因排列' }).getByRole('link').first()
  const count = numberOf(await cause.textContent())
  await cause.click()
  await expect(page.getByRole('heading', { name: '任务中心', exact: true })).toBeVisible()
  await expect(page.getByText(new RegExp(`共 ${count.toLocaleString('en')} `)).first()).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '导出' }).click()
  await expect(page.getByText('已加入我的下载')).toBeVisible()
})

test('a manager prints a quarter, narrowed as on the page, over numbered pages', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10010'))
  await openPage(page, '/operation/orderStatistics?by=station&measure=created&taskType=7', '工单分析')
  await page.getByRole('button', { name: '近 90 天' }).click()
  const stations = page.getByRole('region', { name: '新建工单排行' }).getByRole('rowheader')
  await expect(stations.first()).toBeVisible()
  const names = await stations.allTextContents()
  await page.getByRole('button', { name: '打印' }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 1, name: '工单分析' })).toBeVisible()
  await expect(page.getByRole('button', { name: '打印', exact: true })).toBeEnabled()
  const pages = await pagesOf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages.length).toBeGreaterThanOrEqual(2)
  pages.forEach((text, at) => expect(text).toContain(plain(`第 ${at + 1} 页，共 ${pages.length} 页`)))
  const whole = pages.join('')
  for (const text of [
    '示范光伏',
    '期间',
    '类型故障',
    '每周修复时间',
    '按电站',
    '原因排列',
    '重复故障',
    ...names,
  ])
    expect(whole).toContain(plain(text))
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByRole('region', { name: '新建工单排行' })).toBeVisible()
  await expect(page).toHaveURL(/by=station/)
})

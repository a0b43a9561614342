import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { pagesOf, plain } from './pdf.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'
import { draftOf } from './tickets.ts'

const mark = Date.now().toString(36)

test('a ticket is printed on the form of its kind, page by page', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  const id = await draftOf(page, {
    kind: 'first',
    task: `${mark} 号箱变检修`,
    places: [{ place: '7 号箱变高压室', work: '更换 B 相高压熔断器' }],
    isolate: Array.from({ length: 50 }, (_each, at) => `断开 ${at + 1} 号箱变低压侧 ${400 + at} 断路器`),
    earth: ['在 7 号箱变高压侧装设接地线一组'],
    risks: [{ risk: '误登带电箱变', control: '专责监护' }],
  })
  await page.goto(`/#/operation/ticket/print?id=${id}`)
  const paper = page.getByRole('article')
  await expect(paper.getByRole('heading', { level: 1, name: '电气第一种工作票' })).toBeVisible()
  await expect(page.getByRole('button', { name: '打印', exact: true })).toBeEnabled()
  const pages = await pagesOf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages.length).toBeGreaterThanOrEqual(4)
  expect(pages.length).toBeLessThanOrEqual(6)
  pages.forEach((text, at) => {
    expect(text).toContain(plain(`第 ${at + 1} 页，共 ${pages.length} 页`))
    // Loose sheets say of which form they are.
    expect(text).toContain('电气第一种工作票')
  })
  const whole = pages.join('')
  for (const text of [
    `${mark} 号箱变检修`,
    '尚未提交签发，不得作为开工或操作依据',
    '50. 断开 50 号箱变低压侧 449 断路器',
    '16. 备注',
    '误登带电箱变',
    '扫描二维码查看本票',
  ])
    expect(whole).toContain(plain(text))
  const heads = pages.filter((text) => text.includes('低压侧4')).map((text) => text.includes('已执行*'))
  expect(heads.length).toBeGreaterThan(1)
  expect(heads).not.toContain(false)
})

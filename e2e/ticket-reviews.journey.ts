import { expect, type Page } from '@playwright/test'
import { expectNoFaults, expectNoViolations } from './axe.ts'
import { endedSlip, newLeader } from './ended-ticket.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { chooseInRow, rowOf } from './rows.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const mark = Date.now().toString(36)
const crew = `外协${mark}`

const detailOf = (page: Page, name: string) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name }) })

test('a safety officer judges the tickets of a month by what the checks find, draws a sample, and files the rate', async ({
  browser,
}) => {
  test.slow()
  const duty = await newSignedInPage(browser, demoLogin('r10025'))
  const page = await newSignedInPage(browser, demoLogin('r10040'))
  const leader = await newLeader(browser, duty, page)
  const { id, ticketNo } = await endedSlip(leader, duty, { task: `抢修 ${mark}`, crew })
  await page.goto('/')
  await page.getByRole('navigation', { name: '模块' }).getByRole('link', { name: '安全环保' }).click()
  await page.getByRole('navigation', { name: '安全环保菜单' }).getByRole('link', { name: '两票评价' }).click()
  await expect(page.getByRole('heading', { name: '两票评价', exact: true })).toBeVisible()
  const row = rowOf(page, ticketNo)
  await expect(row).toContainText(`${crew}没有签交底`)
  await expect(row).toContainText('未评价')
  await expectNoFaults(page, 'light', '两票评价')

  await chooseInRow(page, ticketNo, '评价')
  const form = page.getByRole('dialog', { name: `评价 ${ticketNo}` })
  await form.getByLabel('评价', { exact: true }).click()
  await page.getByTitle('合格', { exact: true }).click()
  await form.getByRole('button', { name: '保存评价' }).click()
  await expect(form).toContainText('自动检查有发现，评为合格请说明理由')
  await form.getByRole('button', { name: '按自动检查填写原因' }).click()
  await expect(form).toContainText('三种人漏签、代签')
  await expectNoFaults(page, 'light', '评价', form)
  await pressToClose(form, '保存评价')
  await expect(row).toContainText('不合格')
  await expect(page.getByRole('button', { name: /列出不合格的票/ })).toHaveText(/^[1-9]/)

  await page.getByRole('button', { name: '抽查', exact: true }).click()
  const draw = page.getByRole('dialog', { name: /抽查 \d{4}-\d\d 的票/ })
  await draw.getByLabel('抽查比例').fill('100')
  await pressToClose(draw, '抽取')
  await expect(row).toContainText('抽查')

  await page.goto(`/#/operation/ticketReview?ticket=${id}`)
  const detail = detailOf(page, ticketNo)
  await expect(detail.getByRole('region', { name: '评价记录' })).toContainText('评为不合格')
  await expect(detail.getByRole('link', { name: ticketNo })).toHaveAttribute(
    'href',
    `#/operation/ticket?ticket=${id}`,
  )
  await expectNoFaults(page, 'light', '两票评价详情', detail)
  await detail.getByRole('button', { name: '关闭' }).click()

  await page.getByRole('group', { name: '内容' }).getByRole('button', { name: '不合格原因' }).click()
  await expect(page.getByRole('region', { name: '不合格原因' })).toContainText('三种人漏签、代签')
  await page.getByRole('group', { name: '内容' }).getByRole('button', { name: '按人员' }).click()
  await expect(page.getByRole('region', { name: '各人员合格率' }).getByRole('row').nth(1)).toContainText('%')
  await expectNoFaults(page, 'light', '按人员')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: '打印' })).toHaveCount(0)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: '打印' }).click()
  const paper = page.getByRole('article')
  await expect(paper.getByRole('table', { name: '各票评价' })).toContainText(ticketNo)
  await expect(paper.getByRole('table', { name: '不合格原因' })).toContainText('三种人漏签、代签')
})

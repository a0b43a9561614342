import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { chooseDepartment } from './departments.ts'
import { demoLogin, newPageAt, newSignedInPage, signIn, signInFirst } from './sign-in.ts'
import { answer, test } from './journey.ts'
import { hire } from './people.ts'
import { fillStation } from './station-form.ts'

const name = `档案旅程 ${Date.now()}`

async function openStation(page: Page, station: string): Promise<void> {
  await page.goto(`/#/station/archive?psName=${encodeURIComponent(station)}`)
  await page.getByRole('row').filter({ hasText: station }).first().click()
  await expect(page.getByRole('tablist', { name: '电站档案' })).toBeVisible()
}

const tab = (page: Page, title: string) => page.getByRole('tab', { name: title, exact: true })

const tileOf = (page: Page, province: string) =>
  page
    .getByRole('group', { name: /^各省电站，方向键移动/ })
    .getByRole('link', { name: new RegExp(`^${province}，`) })

test('a province is opened on the map and a station in it, by pointer and by keyboard, by links that can be shared', async ({
  browser,
}) => {
  test.slow()
  const page = await newPageAt(browser, 'admin', '/station/archive', '电站档案')
  await page.getByRole('button', { name: '地图', exact: true }).click()
  await expect(page).toHaveURL(/view=map/)
  // The list beside the map has the figures of the tile.
  const facts = (await tileOf(page, '宁夏').textContent())!
  const ranking = page.getByRole('region', { name: '损失排行' })
  const [, loss] = /损失 ([\d,.]+) kWh\/h/.exec(facts)!
  await expect(ranking.getByRole('row').filter({ hasText: '宁夏' })).toContainText(loss!)
  await ranking.getByRole('link', { name: '宁夏' }).focus()
  await expect(page.getByRole('status').filter({ hasText: '宁夏' })).toContainText(loss!)
  // Arrows move between provinces, Enter opens one, Escape leads back to it.
  await tileOf(page, '甘肃').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tileOf(page, '宁夏')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/province=/)
  await expect(page.getByRole('heading', { name: '宁夏', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '全国' })).toBeFocused()
  // To the next province with stations by a button, and back by a key; Escape leads to the tile of the last one.
  await page.getByRole('button', { name: /^下一省 / }).click()
  await expect(page.getByRole('button', { name: '上一省 宁夏' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '宁夏', exact: true })).toHaveCount(0)
  await page.keyboard.press('[')
  await expect(page.getByRole('heading', { name: '宁夏', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tileOf(page, '宁夏')).toBeFocused()
  await expect(page).not.toHaveURL(/province=/)

  // The address opens the same; the phases of one place stand apart, with their names.
  await page.goto(`/#/station/archive?view=map&province=${encodeURIComponent('宁夏')}`)
  const sheet = page.getByRole('region', { name: /^宁夏的电站，方向键移动/ })
  const third = sheet.getByRole('link', { name: /^曜阳白芨滩三期，/ })
  await third.hover()
  await expect(page.getByRole('status').filter({ hasText: '曜阳白芨滩三期' })).toContainText('30.0 MW')
  const boxes = await Promise.all(
    ['曜阳白芨滩二期', '曜阳白芨滩三期'].map((each) =>
      sheet.getByRole('link', { name: new RegExp(`^${each}，`) }).boundingBox(),
    ),
  )
  expect(Math.abs(boxes[0]!.y - boxes[1]!.y)).toBeGreaterThan(9)
  await page
    .getByRole('region', { name: '宁夏的电站', exact: true })
    .getByRole('link', { name: '曜阳白芨滩三期' })
    .focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/station=\d+/)
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1 })).toContainText('曜阳白芨滩三期')
  await page.goBack()
  await expect(sheet).toBeVisible()

  // Filters apply to the map too; without a match it says so.
  await page.goto(`/#/station/archive?view=map&psName=${encodeURIComponent('曜阳白芨滩三期')}`)
  await expect(tileOf(page, '宁夏')).toHaveAccessibleName(/1 座，30\.0 MW/)
  await expect(page.getByRole('group', { name: /^各省电站/ }).getByRole('link')).toHaveCount(1)
  await page.goto(`/#/station/archive?view=map&psName=${encodeURIComponent('没有这座')}`)
  await expect(page.getByText('没有符合条件的电站')).toBeVisible()
})

test('the map tells when its figures cannot be had, and reads them again', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.route('**/api/power-station/map', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/#/station/archive?view=map')
  await expect(page.getByText('地图没有取到')).toBeVisible()
  await page.unroute('**/api/power-station/map')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(tileOf(page, '宁夏')).toBeVisible()
})

test('on a phone the provinces fit the width, and a list has them too', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, demoLogin('admin'))
  await page.goto('/#/station/archive?view=map')
  await expect(tileOf(page, '宁夏')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect(tileOf(page, '宁夏')).toContainText('宁 6')
  await page.getByRole('region', { name: '损失排行' }).getByRole('link', { name: '宁夏' }).click()
  await expect(page.getByRole('region', { name: /^宁夏的电站，方向键移动/ })).toBeVisible()
})

test('people without access to orders find stations and their capacity on the map, and no loss', async ({
  page,
}) => {
  const person = await hire(demoLogin('admin'), 'platform', { allData: '1' })
  await signInFirst(page, person, 'Heliodesk@2027')
  await page.goto('/#/station/archive?view=map')
  await expect(tileOf(page, '宁夏')).toHaveAccessibleName(/^宁夏，\d+ 座，[\d,.]+ MW$/)
  await page.getByRole('region', { name: '容量' }).getByRole('link', { name: '宁夏' }).click()
  await expect(page.getByRole('region', { name: /^宁夏的电站，方向键移动/ })).toBeVisible()
  await expect(page.getByText(/损失|超时|抢修/)).toHaveCount(0)
})

test('a station’s archive: papers, plan, generation and history, by links that can be shared', async ({
  browser,
}) => {
  test.slow()
  const page = await newPageAt(browser, 'admin', '/station/archive', '电站档案')
  await page.getByRole('button', { name: '新增电站' }).click()
  const form = page.getByRole('dialog', { name: '新增电站' })
  await fillStation(page, form, name, '100')
  await form.getByLabel('详细地址').fill('光伏路 7 号')
  await form.getByLabel('联系电话').fill('0955-7012345')
  await form.getByRole('button', { name: '新增', exact: true }).click()
  await expect(page.getByText('电站已新增')).toBeVisible()
  const detail = page.getByRole('dialog').filter({ hasText: name })
  await expect(detail).toContainText('光伏路 7 号')

  // Documents: two added at once, one renamed, one removed after a confirmation.
  await tab(page, '文档').click()
  await expect(page).toHaveURL(/tab=documents/)
  await detail.getByRole('button', { name: '添加文档' }).click()
  const adding = page.getByRole('dialog', { name: '添加文档' })
  const paper = (file: string) => ({
    name: file,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7\n${file}\n%%EOF`),
  })
  await adding.locator('input[type=file]').setInputFiles([paper('总平面图.pdf'), paper('接线图.pdf')])
  await expect(adding.getByRole('button', { name: '添加', exact: true })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await adding.getByRole('button', { name: '添加', exact: true }).click()
  await expect(detail.getByText('接线图.pdf')).toBeVisible()
  await detail.getByRole('button', { name: '改名 接线图.pdf' }).click()
  const renaming = page.getByRole('dialog', { name: '修改文档' })
  await renaming.getByLabel('文档名称').fill('一次接线图')
  await renaming.getByRole('button', { name: '保存' }).click()
  await expect(detail.getByText('一次接线图')).toBeVisible()
  await detail.getByRole('button', { name: '删除 总平面图.pdf' }).click()
  await answer(page, '删除“总平面图.pdf”？', '删除')
  await expect(detail.getByText('总平面图.pdf')).toBeHidden()

  // The plan accepts a spreadsheet block, sums it and stores it.
  await tab(page, '计划').click()
  const cell = detail.getByLabel('1 月计划发电量 万kWh', { exact: true })
  await cell.focus()
  await cell.evaluate((input) => {
    const data = new DataTransfer()
    data.setData('text/plain', Array.from({ length: 12 }, () => '1.2\t150').join('\n'))
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(detail.getByRole('row', { name: /^全年/ })).toContainText('14.400000')
  await detail.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('计划已保存')).toBeVisible()

  // The generation shows next to that plan; nothing was generated yet.
  await tab(page, '发电').click()
  await detail.getByRole('button', { name: '按月' }).click()
  await expect(detail.getByRole('region', { name: '发电量明细' }).getByRole('row').nth(1)).toContainText(
    '12,000',
  )

  // A collector sends two hours of yesterday, which the day shows with what is missing in between.
  await detail.getByRole('button', { name: '日内' }).click()
  await expect(detail.getByText('这天没有测量值')).toBeVisible()
  const psId = new URL(page.url().replace('/#', '')).searchParams.get('station')!
  const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
  const values = [...Array<number>(12).fill(600), null, null, ...Array<number>(10).fill(900)]
  await read(page, 'post', '/power-station/telemetry/save', {
    series: [{ psId, metric: 'power', step: 5, from: `${yesterday} 09:00:00`, values }],
  })
  await detail.getByRole('button', { name: '前一天' }).click()
  await expect(detail.getByText('最大功率').locator('..')).toContainText('900 kW')
  await expect(detail.getByText('缺数 1 段：10:00–10:10（10 min）')).toBeVisible()

  // The history names the author of each change; the address opens this tab directly.
  await tab(page, '变更记录').click()
  await expect(detail.getByText('删除文档“总平面图.pdf”')).toBeVisible()
  await page.reload()
  await expect(tab(page, '变更记录')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('新增竣工图：')).toBeVisible()
})

test('a station with open orders does not retire, and the way to them is offered', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await openStation(page, '晴川红柳沟一期')
  await page.getByRole('button', { name: '退场' }).click()
  const question = page.getByRole('dialog', { name: '“晴川红柳沟一期”退场？' })
  await question.getByLabel('退场原因').fill('合同到期')
  await question.getByRole('button', { name: '退场' }).click()
  await expect(question.getByText(/还有 \d+ 张工单没有办结/)).toBeVisible()
  await question.getByRole('link', { name: '查看未办结的工单' }).click()
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()
})

test('projects are added, closed and removed where the stations are', async ({ browser }) => {
  const page = await newPageAt(browser, 'admin', '/station/archive', '电站档案')
  await page.getByRole('button', { name: '项目', exact: true }).click()
  await page.getByRole('button', { name: '新增项目' }).click()
  const form = page.getByRole('dialog', { name: '新增项目' })
  const project = `${name} 项目`
  await form.getByLabel('项目名称').fill(project)
  await chooseDepartment(form, '归属部门', '宁夏运维中心')
  await form.getByRole('button', { name: '新增', exact: true }).click()
  await expect(page.getByText('项目已新增')).toBeVisible()
  await page.goto(`/#/station/archive?view=projects&project=${encodeURIComponent(project)}`)
  const row = page.getByRole('row').filter({ hasText: project })
  await expect(row).toContainText('启用')
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '关闭' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
  await expect(row).toContainText('已关闭')
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('没有符合条件的项目')).toBeVisible()
})

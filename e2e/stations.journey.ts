import { expect, type Page } from '@playwright/test'
import { demoLogin, newPageAt, newSignedInPage, openPage } from './sign-in.ts'
import { idle, test } from './journey.ts'
import { fillStation } from './station-form.ts'

const name = `旅程电站 ${Date.now()}`

const openStations = (page: Page) => openPage(page, '/station/archive', '电站档案')

async function find(page: Page, word: string): Promise<void> {
  await page.getByRole('searchbox', { name: /电站/ }).fill(word)
  await page.getByRole('button', { name: '查询' }).click()
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a station is added, corrected, retired and brought back', async ({ browser }) => {
  test.slow()
  const page = await newPageAt(browser, 'admin', '/station/archive', '电站档案')
  await page.getByRole('button', { name: '新增电站' }).click()
  const form = page.getByRole('dialog', { name: '新增电站' })
  // The field that has the focus from the start shows no fault before anybody typed.
  await expect(form.getByLabel('电站名称')).toBeFocused()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await form.getByRole('button', { name: '新增', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText(['请填写电站名称', '请选择项目', '请选择归属部门'])
  await fillStation(page, form, name, '6000')
  await form.getByLabel('交流容量').fill('5000')
  await form.getByLabel('纬度').fill('95')
  await form.getByLabel('纬度').press('Enter')
  await expect(form.getByText('应在 -90~90 之间')).toBeVisible()
  await form.getByLabel('纬度').fill('37.8')
  await form.getByLabel('经度').fill('107.4')
  await form.getByLabel('经度').press('Enter')
  await expect(page.getByText('电站已新增')).toBeVisible()
  const detail = page.getByRole('dialog').filter({ hasText: name })
  await expect(detail).toContainText('6,000 kWp')
  const [, psId] = /station=(\d+)/.exec(page.url())!
  await expect(detail).toContainText('5,000 kW')
  await expect(detail).toContainText('1.20')
  await expect(detail).toContainText('37.8, 107.4')
  await detail.getByRole('tab', { name: '设备' }).click()
  await expect(detail.getByText('还没有设备')).toBeVisible()
  await detail.getByRole('tab', { name: '基本信息' }).click()

  // One field changes, the others stay.
  await detail.getByRole('button', { name: '编辑' }).click()
  const edit = page.getByRole('dialog', { name: '编辑电站' })
  await edit.getByLabel('业主').fill('旅程新能源有限公司')
  await edit.getByRole('button', { name: '保存' }).click()
  await expect(edit).toBeHidden()
  await expect(detail).toContainText('旅程新能源有限公司')
  await expect(detail).toContainText('37.8, 107.4')

  await detail.getByRole('button', { name: '退场' }).click()
  const question = page.getByRole('dialog', { name: `“${name}”退场？` })
  await expect(question).toContainText('不能再新建工单')
  await question.getByLabel('退场原因').fill('合同到期')
  await question.getByRole('button', { name: '退场' }).click()
  await expect(page.getByText('电站已退场')).toBeVisible()
  await detail.getByRole('tab', { name: '工单' }).click()
  await expect(detail.getByText('还没有工单')).toBeVisible()
  await expect(detail.getByRole('link', { name: '新建工单' })).toHaveCount(0)
  await detail.getByRole('button', { name: '关闭' }).click()
  await find(page, name)
  await expect(row(page, name)).toContainText('退场')
  await row(page, name).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '恢复在维' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '恢复在维' }).click()
  await expect(row(page, name)).toContainText('在维')

  // A new order from its detail is for this station.
  await page.goto(`/#/taskCenter?psId=${psId!}&act=add`)
  await expect(page.getByRole('dialog', { name: '新建工单' }).getByTitle(name)).toBeVisible()
})

test.describe('an action of a row', () => {
  type Case = [path: string, title: string, read: string, action: string, dialog: RegExp]
  const cases: readonly Case[] = [
    ['/station/archive', '电站档案', '**/power-station/detail*', '编辑', /^编辑电站$/],
    ['/station/archive', '电站档案', '**/power-station/detail*', '退场', /退场？$/],
    ['/station/device', '设备台账', '**/device/ledger/detail*', '编辑', /^编辑设备$/],
    ['/station/device', '设备台账', '**/device/ledger/detail*', '更换', /^更换 /],
    ['/station/device', '设备台账', '**/device/ledger/detail*', '退役', /^退役“/],
  ]
  for (const [path, title, read, action, dialogName] of cases)
    test(`${title} → ${action} opens before its record is read, and reads it once`, async ({ browser }) => {
      const page = await newSignedInPage(browser, demoLogin('admin'))
      // Nobody else's changes are read meanwhile.
      await page.route('**/sys/changes*', (route) => route.abort())
      let reads = 0
      let answer = () => undefined as void
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(read, async (route) => {
        reads += 1
        await held
        await route.continue()
      })
      await openPage(page, path, title)
      // Other journeys leave retired devices.
      const inUse = page
        .getByRole('row')
        .filter({ hasText: /在用|在维/ })
        .first()
      await inUse.getByRole('button', { name: '更多操作' }).click()
      await expect.poll(() => reads).toBe(1)
      await page.getByRole('menuitem', { name: action }).click()
      const dialog = page.getByRole('dialog', { name: dialogName })
      await expect(dialog).toBeVisible()
      const send = dialog.getByRole('button', { name: action === '编辑' ? '保存' : action })
      await expect(send).toHaveAttribute('aria-disabled', 'true')
      answer()
      await expect(send).not.toHaveAttribute('aria-disabled', 'true')
      await expect(dialog.getByRole('status', { name: '正在加载' })).toHaveCount(0)
      expect(reads).toBe(1)
    })
})

test('two people edit a station at once and both changes stay', async ({ browser }) => {
  const [one, other] = [
    await newSignedInPage(browser, demoLogin('admin')),
    await newSignedInPage(browser, demoLogin('admin')),
  ]
  const station = '曜阳白芨滩三期'
  for (const page of [one, other]) {
    await openStations(page)
    await find(page, station)
    await row(page, station).getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
    await expect(page.getByRole('dialog', { name: '编辑电站' })).toBeVisible()
  }
  // Without its stream, a window finds out when it saves.
  await idle(other)
  const first = one.getByRole('dialog', { name: '编辑电站' })
  const second = other.getByRole('dialog', { name: '编辑电站' })
  const owner = `业主 ${name.slice(-6)}`
  await first.getByLabel('业主').fill(owner)
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first).toBeHidden()
  const tariff = `0.${name.slice(-4)}1`
  await second.getByLabel('上网电价').fill(tariff)
  await second.getByRole('button', { name: '保存' }).click()
  await expect(second.getByText('电站已在别处更新，请刷新后重试')).toBeVisible()
  await second.getByRole('button', { name: '刷新' }).click()
  await expect(second.getByRole('region', { name: '别处的修改' })).toContainText(owner)
  await expect(second.getByLabel('业主')).toHaveValue(owner)
  await expect(second.getByLabel('上网电价')).toHaveValue(tariff)
  await second.getByLabel('业主').press('Enter')
  await expect(second).toBeHidden()
})

test('a station shows its devices and leads to its work orders; readers may not change it', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('r10055'))
  await openStations(page)
  await expect(page.getByRole('button', { name: '新增电站' })).toHaveCount(0)
  await page.getByRole('row').nth(1).click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByRole('heading', { name: '基本信息' })).toBeVisible()
  await expect(detail.getByRole('button', { name: '编辑' })).toHaveCount(0)
  await detail.getByRole('tab', { name: '设备' }).click()
  const types = detail.getByRole('group', { name: '设备类型' })
  await types.getByRole('button', { name: /^箱变/ }).click()
  const devices = detail.getByRole('region', { name: '设备清单' }).getByRole('row')
  await expect(devices.filter({ hasText: '逆变器' })).toHaveCount(0)
  await expect(devices.nth(1)).toContainText('箱变')
  await detail.getByRole('searchbox', { name: '查找设备' }).fill('没有这样的设备')
  await expect(detail.getByText('没有符合条件的设备')).toBeVisible()

  await detail.getByRole('tab', { name: '工单' }).click()
  const closed = detail
    .getByRole('region', { name: '工单', exact: true })
    .getByRole('link', { name: /已完成/ })
  const orders = (await closed.innerText()).replaceAll(/\D/g, '')
  await closed.click()
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()
  await expect(page.getByText(`共 ${Number(orders).toLocaleString('en-US')} 条`)).toBeVisible()
})

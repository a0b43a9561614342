import { expect, type Page } from '@playwright/test'
import { demoLogin, newSignedInPage, signIn } from './sign-in.ts'
import { idle, test } from './journey.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: '搜索' })
const asked = (page: Page) => palette(page).getByRole('combobox')
const found = (page: Page, group: string) =>
  palette(page).getByRole('group', { name: group }).getByRole('option')

test('Ctrl+K finds menus, orders and stations by the keyboard alone', async ({ page }) => {
  await signIn(page, demoLogin('r10020'))
  await page.goto('/')
  await page.getByRole('button', { name: '搜索菜单、工单、电站' }).click()
  await expect(asked(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()

  // A menu entry by its title and by its initials.
  await page.keyboard.press('Control+k')
  await expect(asked(page)).toBeFocused()
  await page.keyboard.type('档案')
  await expect(found(page, '菜单')).toHaveText([/^电站档案/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/station\/archive$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('rwzx')
  await expect(found(page, '菜单')).toHaveText([/^任务中心/])
  await page.keyboard.press('Escape')

  // Hidden pages and pages without permission are not found.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('信箱')
  await expect(palette(page).getByText('没有找到“信箱”')).toBeVisible()
  await asked(page).fill('角色')
  await expect(palette(page).getByText('没有找到“角色”')).toBeVisible()

  // Orders and stations; Tab limits the search to one kind, the arrows choose, Enter opens.
  await asked(page).fill('GD2026')
  await expect(found(page, '工单').first()).toContainText('GD2026')
  await page.keyboard.press('Tab')
  await expect(palette(page).getByRole('button', { name: '工单', pressed: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const second = found(page, '工单').nth(1)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  const code = /GD\d+/.exec((await second.textContent())!)![0]
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText(code)).toBeVisible()
  await page.goBack()
  await page.keyboard.press('Control+k')
  await expect(found(page, '最近').first()).toContainText(code)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(palette(page).getByRole('button', { name: '电站', pressed: true })).toBeVisible()
  await page.keyboard.type('期')
  const station = (await found(page, '电站').first().locator('mark').first().textContent())!
  expect(station).toBe('期')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const other = await opened
  await expect(other).toHaveURL(/#\/station\/archive\?station=\d+$/)
  await expect(other.getByRole('dialog')).toBeVisible()
  await other.close()
  await expect(palette(page)).toBeHidden()
})

test('Ctrl+K finds by pinyin and several words, starts forms and steps, and shows what can be done', async ({
  browser,
  page,
}) => {
  await signIn(page, demoLogin('admin'))
  await page.goto('/')
  await expect(page.getByRole('button', { name: '搜索菜单、工单、电站' })).toBeVisible()
  const search = async (words: string) => {
    await page.keyboard.press('Control+k')
    await asked(page).fill(words)
  }

  // A station by its pinyin, whole or in initials, and the orders there by further words in any order.
  for (const words of ['hongliugou 一期', '一期 hlg', '红柳 yiqi']) {
    await search(words)
    await expect(found(page, '电站').first()).toContainText('晴川红柳沟一期')
    await page.keyboard.press('Escape')
  }
  await search('组件 qchlg')
  await expect(found(page, '工单').first()).toContainText('晴川红柳沟')
  await expect(found(page, '工单').first()).toContainText('组件')
  await page.keyboard.press('Escape')

  // An action opens its form, and the address keeps nothing of it.
  await search('新建工单')
  await expect(found(page, '动作')).toHaveText(['新建工单'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '新建工单' })).toBeVisible()
  await expect(page).toHaveURL(/#\/taskCenter$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: '新建工单' })).toBeHidden()

  // With the name of a station it opens the form for that station, by an address that survives a reload.
  await search('新建工单 红柳沟一期')
  await expect(found(page, '动作').first()).toContainText('新建工单：晴川红柳沟一期')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '新建工单' })
  await expect(form.getByTitle('晴川红柳沟一期')).toBeVisible()
  await expect(page).toHaveURL(/#\/taskCenter\?reportAt=\d+$/)
  await page.reload()
  await expect(form.getByTitle('晴川红柳沟一期')).toBeVisible()
  // Another address is another form; a station out of sight is refused.
  await page.goto('/#/taskCenter?reportAt=999999999')
  await expect(form.getByText('数据不存在或无权查看')).toBeVisible()
  await expect(form.getByTitle('晴川红柳沟一期')).toHaveCount(0)
  const guest = await newSignedInPage(browser, demoLogin('r10055'))
  await guest.goto(page.url())
  await expect(guest.getByRole('heading', { name: '任务中心' })).toBeVisible()
  await idle(guest)
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/#\/taskCenter$/)

  // A step on an order that waits for it.
  await search('指派')
  await expect(found(page, '动作').first()).toContainText('指派：')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /指派/ }).last()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/#/dashboard/analysis')

  // The right arrow shows what can be done with a station.
  await search('期')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(found(page, '电站').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(palette(page).getByRole('option')).toHaveText(['新建工单', '查看工单', '查看设备'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/taskCenter\?psId=\d+$/)
})

import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { demoLogin, signIn } from './sign-in.ts'
import { test } from './journey.ts'

const field = (page: Page) => page.getByRole('combobox', { name: '电站', exact: true })
const picker = (page: Page) => page.getByRole('dialog', { name: '选择电站' })
const node = (page: Page, name: string) => page.getByRole('treeitem', { name })
const expand = (page: Page, name: string) => node(page, name).locator('.tw').click()
const total = async (page: Page) =>
  Number((await page.getByText(/^共 [\d,]+ 条/).innerText()).replaceAll(/·.*|\D/g, ''))

async function openList(page: Page, query = '') {
  await page.goto(`/#/taskCenter${query}`)
  await expect(page.getByText(/^共 [\d,]+ 条/)).toBeVisible()
}

async function expectNoFaultsInPicker(page: Page) {
  await page.mouse.move(0, 0)
  await expectNoViolations(page, '[role=dialog][aria-label=选择电站]')
}

test('orders are narrowed by departments and stations out of the tree, and the address keeps them', async ({
  page,
}) => {
  await signIn(page, demoLogin('admin'))
  await openList(page)
  const all = await total(page)
  await field(page).click()
  await expand(page, '西北区域')
  await node(page, '宁夏运维中心').click()
  await expect(node(page, '西北区域')).toHaveAttribute('aria-checked', 'mixed')
  const picked = picker(page).getByRole('region', { name: '已选' })
  await expect(picked).toContainText('宁夏运维中心')
  await expect(picked).toContainText('整部门')

  // All but one of a department: the others are listed individually.
  await page.getByRole('searchbox', { name: /查找/ }).fill('白芨滩')
  await expect(picker(page).getByText(/\d+ 项匹配/)).toBeVisible()
  await node(page, '曜阳白芨滩三期').click()
  await expect(node(page, '宁夏运维中心')).toHaveAttribute('aria-checked', 'mixed')
  const sum = await picker(page)
    .getByText(/^已选电站 \d+ 座$/)
    .innerText()
  await expectNoFaultsInPicker(page)
  await page.getByRole('button', { name: '确定' }).click()
  await expect(field(page)).toContainText(sum)
  await page.getByRole('button', { name: '查询' }).click()
  await expect.poll(() => total(page)).toBeLessThan(all)
  const some = await total(page)
  expect(some).toBeGreaterThan(0)

  await page.reload()
  await expect(field(page)).toContainText(sum)
  // Other journeys add orders meanwhile.
  const again = await total(page)
  expect(again).toBeGreaterThanOrEqual(some)
  expect(again).toBeLessThan(all)
  await field(page).click()
  await expect(node(page, '西北区域')).toHaveAttribute('aria-checked', 'mixed')

  // Closing with unconfirmed checks asks first.
  await node(page, '华北区域').click()
  await page.getByRole('heading', { name: '任务中心' }).click()
  const question = page.getByRole('dialog', { name: '勾选尚未确定，是否放弃?' })
  await question.getByRole('button', { name: '取消' }).click()
  await expect(node(page, '华北区域')).toHaveAttribute('aria-checked', 'true')
  await picker(page).getByRole('button', { name: '取消' }).click()
  await expect(picker(page)).toHaveCount(0)
  await expect(field(page)).toContainText(sum)
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => total(page)).toBeGreaterThanOrEqual(all)
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('the tree is used by the keyboard alone', async ({ page }) => {
    await signIn(page, demoLogin('admin'))
    await openList(page)
    await field(page).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('searchbox', { name: /查找/ })).toBeFocused()
    await expect(node(page, '华北区域')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('tree')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(node(page, '西北区域')).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(node(page, '宁夏运维中心')).toHaveAttribute('aria-checked', 'true')
    await expectNoFaultsInPicker(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: '确定' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(picker(page)).toHaveCount(0)
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toContainText('宁夏运维中心')
    await page.keyboard.press('Enter')
    await expect(picker(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(picker(page)).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the tree fills the screen', async ({ page }) => {
    await signIn(page, demoLogin('admin'))
    await page.goto('/#/taskCenter')
    await page.getByRole('button', { name: '筛选' }).click()
    await field(page).click()
    const row = node(page, '户用事业部')
    await expect(row).toBeVisible()
    expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    const sheet = await picker(page).boundingBox()
    expect([sheet!.width, sheet!.height]).toEqual([390, 844])
    await expectNoFaultsInPicker(page)
    await row.click()
    await page.getByRole('button', { name: '确定' }).click()
    await expect(field(page)).toContainText('户用事业部')
    await page.getByRole('button', { name: '查询' }).click()
    await expect(page.getByRole('button', { name: '筛选 1' })).toBeVisible()
  })
})

test('the station list is narrowed by the same tree, and its address opens the same list', async ({
  page,
}) => {
  await signIn(page, demoLogin('admin'))
  await page.goto('/#/station/archive')
  await expect(page.getByText(/^共 [\d,]+ 条/)).toBeVisible()
  const all = await total(page)
  await field(page).click()
  await expand(page, '西北区域')
  await node(page, '宁夏运维中心').click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(field(page)).toContainText('宁夏运维中心')
  await page.getByRole('button', { name: '查询' }).click()
  await expect.poll(() => total(page)).toBeLessThan(all)
  const some = await total(page)
  expect(some).toBeGreaterThan(0)

  await page.reload()
  await expect(field(page)).toContainText('宁夏运维中心')
  await expect.poll(() => total(page)).toBe(some)
  await page.getByRole('button', { name: '地图' }).click()
  await expect(
    page.getByRole('region', { name: '电站地图' }).getByText(`${some} 座`, { exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: '重置' }).click()
  await page.getByRole('button', { name: '列表' }).click()
  await expect.poll(() => total(page)).toBe(all)
})

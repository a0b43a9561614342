import { expect } from '@playwright/test'
import { pressFor, test } from './journey.ts'
import { hire } from './people.ts'
import { demoLogin, signIn, signInFirst } from './sign-in.ts'

test('an administrator narrows somebody, who then sees fewer orders', async ({ page, browser }) => {
  test.slow()
  const realname = `访客${Date.now().toString(36)}`
  const hired = await hire(demoLogin('admin'), 'r10055', { realname })
  const guestPage = await (await browser.newContext()).newPage()
  await signInFirst(guestPage, hired, 'Guest#2026')
  await guestPage.goto('/#/taskCenter')
  const total = guestPage.getByText(/^共 [\d,]+ 条$/)
  // Other journeys add orders meanwhile.
  const shown = async () => Number(((await total.textContent()) ?? '').replaceAll(/\D/g, ''))
  await expect(total).toBeVisible()
  const before = await shown()

  await signIn(page, demoLogin('admin'))
  await page.goto('/#/system/dataRole')
  await page.getByRole('button', { name: '新建数据角色' }).first().click()
  await page.getByLabel('名称').fill('新人只看清洗')
  await page.getByLabel('编码').fill('newcomerCleaning')
  await page.getByRole('combobox', { name: '用户' }).fill(realname)
  await expect(page.locator('.ant-select-item-option', { hasText: realname })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: '选定的类型' }).fill('清洗')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const rule = page.getByRole('note', { name: '规则' })
  await expect(rule).toContainText(realname)
  await expect(rule).toContainText('只含 清洗')
  const impact = page.getByRole('complementary', { name: '谁受影响' })
  await expect(impact).toContainText('1 人少看')
  await pressFor(page.getByRole('button', { name: '保存', exact: true }), page.getByText('数据角色已新建'))
  await expect(page).toHaveURL(/dataRole=newcomerCleaning/)

  await guestPage.reload()
  await expect(total).toBeVisible()
  expect(await shown()).toBeLessThan(before / 2)

  await page.getByRole('button', { name: '修改记录' }).click()
  await expect(page.getByRole('dialog')).toContainText('新建')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '删除数据角色' }).click()
  await pressFor(
    page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }),
    page.getByText('数据角色已删除'),
  )
  await guestPage.reload()
  await expect(total).toBeVisible()
  expect(await shown()).toBeGreaterThanOrEqual(before)
})

test('unsaved changes of a data role can be taken back, and a wrong address says so', async ({ page }) => {
  await signIn(page, demoLogin('admin'))
  await page.goto('/#/system/dataRole?dataRole=contractor')
  const back = page.getByRole('button', { name: '还原' })
  await expect(page.getByRole('heading', { name: '外委只看本人工单' })).toBeVisible()
  await page.getByLabel('说明').fill('另一个说明')
  await expect(page.getByText('有未保存的改动')).toBeVisible()
  await back.click()
  await expect(page.getByText('有未保存的改动')).toBeHidden()
  await page.goto('/#/system/dataRole?dataRole=gone')
  await expect(page.getByText('没有编码为“gone”的数据角色')).toBeVisible()
})

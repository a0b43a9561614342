import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { chooseDepartment } from './departments.ts'
import { pressToClose } from './hand.ts'
import { answer, pressFor, test } from './journey.ts'
import { demoLogin, newSignedInPage, openPage } from './sign-in.ts'

const name = `西北按期 ${Date.now().toString(36)}`
const conditions = { depCode: 'A01A03', flowSts: [1, 2, 3] }

const chips = (page: Page) => page.getByRole('group', { name: '视图' })
const chip = (page: Page) => chips(page).getByRole('button', { name })
const manager = (page: Page) => page.getByRole('button', { name: /^视图管理/ })
const views = (page: Page) => page.getByRole('dialog', { name: '视图', exact: true })

const totalOf = async (page: Page): Promise<number> => {
  const { rowCount } = await read<{ rowCount: number }>(page, 'post', '/ops/order/page', {
    ...conditions,
    size: 1,
  })
  return rowCount
}
const arranged = (page: Page) =>
  page.waitForResponse((said) => said.url().includes('/sys/savedView/arrange') && said.ok())

test('a manager shares a view; the station master of a centre pins it, sees his own rows by it, and its changes', async ({
  browser,
}) => {
  test.slow()
  const sharer = await newSignedInPage(browser, demoLogin('r10010'))
  const reader = await newSignedInPage(browser, demoLogin('r10020'))
  await openPage(reader, '/taskCenter', '任务中心')

  await openPage(sharer, '/taskCenter?view=open&depCode=A01A03&sort=planEndTime.asc', '任务中心')
  const form = sharer.getByRole('dialog', { name: '保存视图' })
  await pressFor(sharer.getByRole('button', { name: '保存视图' }), form)
  await expect(form).toContainText('在办 · 运维班组 西北区域 · 按计划结束升序')
  await form.getByRole('textbox', { name: '名称' }).fill(name)
  await chooseDepartment(form, '共享给', '西北区域')
  await pressToClose(form, '保存')
  await expect(chip(sharer)).toHaveAttribute('aria-pressed', 'true')
  await expect(sharer).toHaveURL(/saved=\d+/)

  // The other window hears of it. By the keyboard: open, pin, close.
  await expect(manager(reader)).toHaveAccessibleName(/个新共享/)
  await manager(reader).focus()
  await reader.keyboard.press('Enter')
  const theirs = views(reader).getByRole('region', { name: '共享视图' })
  await expect(theirs.getByRole('button', { name: new RegExp(`^${name}`) })).toContainText('新')
  const pinned = arranged(reader)
  await theirs.getByRole('button', { name: `在列表上方显示 ${name}` }).press('Enter')
  await pinned
  await reader.keyboard.press('Escape')
  await expect(views(reader)).toBeHidden()
  await expect(manager(reader)).toBeFocused()
  await reader.reload()
  await expect(chip(reader)).toBeVisible()
  await expect(manager(reader)).not.toHaveAccessibleName(/新共享/)

  // The same conditions, and each sees the rows of the own scope.
  await chip(reader).click()
  await expect(reader).toHaveURL(/view=open.*saved=\d+|saved=\d+.*view=open/)
  // Other people's orders come and go meanwhile.
  await expect(async () => {
    const [all, own] = [await totalOf(sharer), await totalOf(reader)]
    expect(own).toBeGreaterThan(0)
    expect(own).toBeLessThan(all)
    await expect(reader.getByText(`共 ${own} 条`)).toBeVisible({ timeout: 3000 })
    await expect(sharer.getByText(`共 ${all} 条`)).toBeVisible({ timeout: 3000 })
  }).toPass()

  // Its owner changes it; the reader's window says so, and goes over to it.
  await chips(sharer)
    .getByRole('button', { name: /^验收中/ })
    .click()
  await sharer.getByRole('button', { name: '已修改' }).click()
  await sharer.getByRole('menuitem', { name: '更新视图' }).click()
  await answer(sharer, `更新共享视图“${name}”？`, '更新')
  await expect(sharer.getByText('视图已更新')).toBeVisible()
  await expect(reader.getByRole('button', { name: '已修改' })).toBeVisible()
  await chip(reader).click()
  await expect(reader).toHaveURL(/view=3/)
  await expect(reader.getByRole('button', { name: '已修改' })).toBeHidden()

  // By the keyboard: put in order, and removed for everybody.
  await manager(sharer).focus()
  await sharer.keyboard.press('Enter')
  const mine = views(sharer).getByRole('region', { name: '我的视图' })
  const moved = arranged(sharer)
  await mine.getByRole('button', { name: `移动 ${name}` }).press('ArrowUp')
  await moved
  await expect(mine.getByRole('button', { name: /^移动/ }).last()).not.toHaveAccessibleName(`移动 ${name}`)
  await mine.getByRole('button', { name: `视图“${name}”的操作` }).press('Enter')
  await sharer.keyboard.press('End')
  await expect(sharer.getByRole('menuitem', { name: '删除…' })).toBeFocused()
  await sharer.keyboard.press('Enter')
  await answer(sharer, `删除视图“${name}”？`, '删除')
  await expect(chip(sharer)).toBeHidden()
  await expect(chip(reader)).toBeHidden()
})

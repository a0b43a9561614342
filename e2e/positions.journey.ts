import { expect } from '@playwright/test'
import { read } from './api.ts'
import { pressToClose } from './hand.ts'
import { answer, test } from './journey.ts'
import { hire } from './people.ts'
import { demoLogin, signIn } from './sign-in.ts'

const admin = demoLogin('admin')

test('a position is added, given to a person, filtered by, and not removed while it is held', async ({
  page,
}) => {
  const person = await hire(admin, 'r10025')
  const name = `无人机飞手${person.username}`
  await signIn(page, admin)
  await page.goto('/#/system/position')
  await page.getByRole('button', { name: '新建岗位' }).click()
  const form = page.getByRole('dialog', { name: '新建岗位' })
  await form.getByLabel('岗位名称').fill(name)
  await form.getByLabel('岗位编码').fill('stationMaster')
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await expect(form.getByText('岗位编码已存在')).toBeVisible()
  await form.getByLabel('岗位编码').fill(`pilot_${person.username}`)
  await pressToClose(form, '新建')

  await page.goto(`/#/system/user?keyword=${person.username}`)
  await page.getByRole('row').filter({ hasText: person.username }).click()
  const user = page.getByRole('dialog', { name: '编辑用户' })
  const field = user.getByRole('combobox', { name: '岗位' })
  await field.fill('飞手')
  await page.getByRole('option', { name, exact: true }).or(page.getByTitle(name)).last().click()
  await user.getByRole('heading', { name: '基本信息' }).click()
  await pressToClose(user, '保存')

  await page.goto(`/#/system/position?keyword=pilot_${person.username}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: '更多操作' }).click()
  await expect(page.getByRole('menuitem', { name: '删除' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await row.getByRole('link', { name: `岗位${name}的 1 人` }).click()
  await expect(page).toHaveURL(/#\/system\/user\?post=pilot_/)
  await expect(page.getByRole('row').filter({ hasText: person.username })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)

  const { records } = await read<{ records: { post: string }[] }>(admin, 'get', '/sys/user/list', {
    keyword: person.username,
  })
  expect(records[0]!.post).toBe(`pilot_${person.username}`)
  await page.goto(`/#/system/user?keyword=${person.username}`)
  // A list that was read before shows the person as they were.
  await page.reload()
  await page.getByRole('row').filter({ hasText: person.username }).click()
  await user.getByRole('button', { name: '保存' }).waitFor()
  await user
    .locator('.ant-select-selection-item', { hasText: name })
    .locator('.ant-select-selection-item-remove')
    .click()
  await pressToClose(user, '保存')

  await page.goto(`/#/system/position?keyword=pilot_${person.username}`)
  await expect(row.getByText('0 人', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await answer(page, `删除岗位“${name}”？`, '删除')
  await expect(row).toHaveCount(0)
})

import { expect, type Page } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { answer, pressFor, test } from './journey.ts'
import { useOwnServer } from './own-server.ts'
import { createRole, hire } from './people.ts'
import { newPageAt, openPage, signInFirst } from './sign-in.ts'

// What it sets is the whole company's.
useOwnServer({})

const reviews = (page: Page) => page.getByRole('dialog', { name: '权限变更复核' })
const openReviews = (page: Page) => pressFor(page.getByRole('button', { name: /^待复核/ }), reviews(page))

test('a change of rights waits for a second administrator', async ({ browser }) => {
  test.slow()
  const page = await newPageAt(browser, 'admin', '/systemConfiguration', '系统配置')
  const code = await createRole(page, 'order:list')
  const terms = { realname: '复核人', allData: '1' }
  const person = await hire(page, 'admin', terms)
  const colleague = await hire(page, 'r10040', { realname: '沈新一' })
  const second = await (await browser.newContext()).newPage()
  await signInFirst(second, person, 'Heliodesk@2027')

  await page.getByRole('switch', { name: '权限变更须二人复核' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('配置已保存')).toBeVisible()

  // The permissions of a role.
  await page.goto(`/#/system/role?role=${code}`)
  const editor = page.getByRole('region', { name: `角色 ${code}` })
  await editor.getByRole('searchbox', { name: '查找菜单、权限' }).fill('指派 任务')
  await editor.getByRole('checkbox', { name: '指派工单' }).focus()
  await page.keyboard.press('Space')
  await expect(editor.getByText('提交后须第二人复核')).toBeVisible()
  const saving = page.getByRole('dialog', { name: `提交“${code}”的权限变更？` })
  await pressFor(editor.getByRole('button', { name: '保存' }), saving)
  await saving.getByLabel('变更原因').fill('站长休假，由其代为派单')
  await expectNoFaults(page, 'light', 'the reason of a change', saving)
  await saving.getByRole('button', { name: '提交复核' }).click()
  await expect(page.getByText('已提交复核')).toBeVisible()
  await expect(editor.getByRole('checkbox', { name: '指派工单' })).not.toBeChecked()

  // A member.
  await editor.getByRole('button', { name: /^成员/ }).click()
  const adding = page.getByRole('dialog', { name: `为“${code}”添加成员` })
  await pressFor(editor.getByRole('button', { name: '添加成员' }).first(), adding)
  await adding.getByLabel('用户').fill(colleague.username)
  await page.locator('.ant-select-item-option', { hasText: '沈新一' }).click()
  await page.keyboard.press('Escape')
  await adding.getByLabel('变更原因').fill('轮岗到本站')
  await adding.getByRole('button', { name: '添加 1 人' }).click()
  await expect(adding).toHaveCount(0)
  await expect(page.getByRole('button', { name: '待复核 2' })).toBeVisible()

  // Nobody confirms what they asked for.
  await openReviews(page)
  const own = reviews(page).getByRole('listitem', { name: `角色“${code}”的权限` })
  await expect(own.getByRole('button', { name: '通过' })).toHaveAttribute('aria-disabled', 'true')
  await expect(own.getByText('站长休假，由其代为派单')).toBeVisible()

  // Somebody else does, or refuses it.
  await openPage(second, '/system/role', '角色')
  await openReviews(second)
  const asked = reviews(second).getByRole('listitem', { name: `角色“${code}”的权限` })
  await expect(asked).toContainText('指派工单')
  await expectNoFaults(second, 'light', 'changes that wait', reviews(second))
  await second.setViewportSize({ width: 390, height: 844 })
  await expectNoFaults(second, 'dark', 'changes that wait on a phone', reviews(second))
  const joining = reviews(second).getByRole('listitem', { name: '沈新一的角色' })
  await joining.getByRole('button', { name: '驳回' }).click()
  const refusing = second.getByRole('dialog', { name: /^驳回沈新一的角色/ })
  await refusing.getByLabel('驳回原因').fill('尚未培训')
  await refusing.getByRole('button', { name: '驳回' }).click()
  await expect(joining).toHaveCount(0)
  await asked.getByRole('button', { name: '通过' }).click()
  await answer(second, `通过角色“${code}”的权限变更？`, '通过')
  await expect(reviews(second).getByText('没有待复核的变更')).toBeVisible()
  await reviews(second).getByRole('button', { name: '历史' }).click()
  await expect(reviews(second).getByRole('listitem', { name: '沈新一的角色' })).toContainText('尚未培训')
  await expect(asked).toContainText('已生效')

  // It holds, and who asked sees that.
  await page.reload()
  await page.goto(`/#/system/role?role=${code}`)
  await expect(editor.getByRole('checkbox', { name: '指派工单' })).toBeChecked()
})

import { expect, type Page } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { chooseDepartment } from './departments.ts'
import { pressToClose } from './hand.ts'
import { answer, pressFor, test } from './journey.ts'
import { useOwnServer } from './own-server.ts'
import { createRole, hire } from './people.ts'
import { demoLogin, newPageAt, newSignedInPage, openPage, signInFirst, type Credentials } from './sign-in.ts'

// What it sets is the whole company's.
useOwnServer({})

const reviews = (page: Page) => page.getByRole('dialog', { name: '权限变更复核' })
const openReviews = (page: Page) => pressFor(page.getByRole('button', { name: /^待复核/ }), reviews(page))

// The second journey needs the switch of the first.
test.describe.configure({ mode: 'serial' })

const PASSWORD = 'Heliodesk@2027'
let code: string
let colleague: Credentials
let second: Credentials

test.beforeAll(async ({ browser }) => {
  const admin = demoLogin('admin')
  code = await createRole(admin, 'order:list')
  colleague = await hire(admin, 'r10040', { realname: '沈新一' })
  const person = await hire(admin, 'admin', { realname: '复核人', allData: '1' })
  second = { ...person, password: PASSWORD }
  await signInFirst(await browser.newPage(), person, PASSWORD)
})

test('a change of rights waits for a second administrator', async ({ browser }) => {
  test.slow()
  const page = await newPageAt(browser, 'admin', '/systemConfiguration', '系统配置')
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
  const other = await newSignedInPage(browser, second)
  await openPage(other, '/system/role', '角色')
  await openReviews(other)
  const asked = reviews(other).getByRole('listitem', { name: `角色“${code}”的权限` })
  await expect(asked).toContainText('指派工单')
  await expectNoFaults(other, 'light', 'changes that wait', reviews(other))
  await other.setViewportSize({ width: 390, height: 844 })
  await expectNoFaults(other, 'dark', 'changes that wait on a phone', reviews(other))
  const joining = reviews(other).getByRole('listitem', { name: '沈新一的角色' })
  await joining.getByRole('button', { name: '驳回' }).click()
  const refusing = other.getByRole('dialog', { name: /^驳回沈新一的角色/ })
  await refusing.getByLabel('驳回原因').fill('尚未培训')
  await refusing.getByRole('button', { name: '驳回' }).click()
  await expect(joining).toHaveCount(0)
  await asked.getByRole('button', { name: '通过' }).click()
  await answer(other, `通过角色“${code}”的权限变更？`, '通过')
  await expect(reviews(other).getByText('没有待复核的变更')).toBeVisible()
  await reviews(other).getByRole('button', { name: '历史' }).click()
  await expect(reviews(other).getByRole('listitem', { name: '沈新一的角色' })).toContainText('尚未培训')
  await expect(asked).toContainText('已生效')

  // It holds, and who asked sees that.
  await page.reload()
  await page.goto(`/#/system/role?role=${code}`)
  await expect(editor.getByRole('checkbox', { name: '指派工单' })).toBeChecked()
})

test('so do a scope, a data role and the roles of a machine account', async ({ browser }) => {
  test.slow()
  const page = await newSignedInPage(browser, demoLogin('admin'))
  const notice = page.getByRole('region', { name: '提示消息' }).getByText('已提交复核')
  const asked = async () => {
    await expect(notice.first()).toBeVisible()
    await expect(notice).toHaveCount(0, { timeout: 20_000 })
  }

  await page.goto(`/#/system/user?keyword=${colleague.username}`)
  await page.getByRole('row').filter({ hasText: colleague.username }).click()
  const user = page.getByRole('dialog', { name: '编辑用户' })
  await user.getByRole('radio', { name: '全部数据' }).click()
  await expect(user.getByText('权限变更须二人复核').first()).toBeVisible()
  await user.getByLabel('变更原因').fill('调到总部')
  await expectNoFaults(page, 'light', 'a scope that has to wait', user)
  await pressToClose(user, '保存')
  await asked()

  await page.goto('/#/system/dataRole')
  await page.getByRole('button', { name: '新建数据角色' }).first().click()
  const rule = page.getByRole('region', { name: '新建数据角色' })
  await rule.getByLabel('名称').fill('只看清洗')
  await rule.getByLabel('编码').fill('onlyCleaning')
  await rule.getByRole('combobox', { name: '选定的类型' }).fill('清洗')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await rule.getByLabel('变更原因').fill('外委队伍进场')
  await rule.getByRole('button', { name: '保存', exact: true }).click()
  await asked()
  const made = page.getByRole('region', { name: '只看清洗' })
  await expect(made.locator('header').getByText('停用', { exact: true })).toBeVisible()

  await page.goto('/#/system/openApi?tab=tokens')
  const machine = page.getByRole('dialog', { name: '新建机器账号' })
  await pressFor(page.getByRole('button', { name: '新建机器账号' }).first(), machine)
  await machine.getByLabel('名称').fill('数据平台')
  await chooseDepartment(machine, '所属部门', '平台运营部')
  await machine.getByLabel('角色').fill(code)
  await page.locator('.ant-select-item-option', { hasText: code }).click()
  await page.keyboard.press('Escape')
  await machine.getByLabel('变更原因').fill('对接数据平台')
  await pressToClose(machine, '新建')
  await asked()

  const other = await newSignedInPage(browser, second)
  await openPage(other, '/system/role', '角色')
  await openReviews(other)
  for (const [kind, name] of [
    ['数据范围', '沈新一的数据范围'],
    ['数据角色', '数据角色“只看清洗”'],
    ['机器账号角色', '机器账号“数据平台”的角色'],
  ] as const) {
    const item = reviews(other).getByRole('listitem', { name, exact: true })
    await expect(item).toContainText(kind)
    await item.getByRole('button', { name: '通过' }).click()
    await answer(other, `通过${name}变更？`, '通过')
    await expect(item).toHaveCount(0)
  }
  await other.setViewportSize({ width: 390, height: 844 })
  await reviews(other).getByRole('button', { name: '历史' }).click()
  await expect(reviews(other).getByRole('listitem', { name: '沈新一的数据范围' })).toContainText('已生效')
  await expectNoFaults(other, 'dark', 'changes of each kind on a phone', reviews(other))

  // All of it holds.
  await page.goto('/#/system/dataRole?dataRole=onlyCleaning')
  await page.reload()
  await expect(made.locator('header').getByText('启用', { exact: true })).toBeVisible()
  await page.goto('/#/system/openApi?tab=tokens')
  await expect(page.getByRole('region', { name: '机器账号' }).getByText(code)).toBeVisible()
  await page.goto(`/#/system/user?keyword=${colleague.username}`)
  await page.getByRole('row').filter({ hasText: colleague.username }).click()
  await expect(user.getByRole('radio', { name: '全部数据' })).toBeChecked()
})

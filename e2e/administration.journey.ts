import { expect, type Locator, type Page } from '@playwright/test'
import { chooseDepartment } from './departments.ts'
import { read } from './api.ts'
import { demoLogin, fillAndDrag, newSignedInPage, signInFirst } from './sign-in.ts'
import { test } from './journey.ts'
import { fillOrder } from './order-form.ts'

const unique = Date.now().toString(36)
const department = `旅程部门 ${unique}`
const role = { name: `旅程角色 ${unique}`, code: `journey_${unique}` }
const person = { username: `j${unique}`, realname: `旅程员 ${unique}` }

type Project = { id: string; name: string; status: string }
type Station = { psId: string; psName: string }

test('a new person may do what the role says, sees the related stations, and nothing after being frozen', async ({
  browser,
}) => {
  test.slow()
  const admin = await newSignedInPage(browser, demoLogin('admin'))
  const project = await chooseProject(admin)
  const expected = await read<Station[]>(admin, 'get', '/power-station/list/by-psa-id', { psaId: project.id })

  await createDepartment(admin)
  await createRole(admin)
  const issued = await createUser(admin, project)

  // The user sets a new password, then sees only the permitted menus and only the stations of the project.
  const password = 'Journey#2026'
  const user = await (await browser.newContext()).newPage()
  await signInFirst(user, { username: person.username, password: issued }, password)
  await user.goto('/')
  await expect(user.getByRole('heading', { name: '任务中心' })).toBeVisible()
  await expect(user.getByRole('navigation', { name: '模块' }).getByRole('link')).toHaveText(['生产运营'])
  await expect(user.getByRole('complementary').getByRole('link')).toHaveText(['任务中心'])
  await expect(user.getByText(`数据范围 ${expected.length} 座电站`)).toBeVisible()
  const { list: seen } = await read<{ list: Station[] }>(user, 'get', '/power-station/options', {
    size: '500',
  })
  expect(seen.map(({ psName }) => psName).toSorted()).toEqual(expected.map(({ psName }) => psName).toSorted())
  await user.goto('/#/system/user')
  await expect(user.getByRole('heading', { name: '您当前暂无权限，请联系管理员！' })).toBeVisible()

  // A revoked permission applies to the next action, on a page that still offers it.
  await user.goto('/#/taskCenter')
  const form = await fillOrder(user, `旅程 ${unique}`)
  await takeRight(admin)
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('拒绝访问：需要“新建工单”权限')
  await expect(form.getByLabel('任务描述')).toHaveValue(`旅程 ${unique}`)

  // Disabling the account ends the session at once, and signing in again is rejected.
  // A window learns of its end by itself, so the reason may show before the next press.
  const told = expect(user.getByText('Token失效，请重新登录!')).toBeVisible({ timeout: 60_000 })
  await freeze(admin)
  const signIn = user.getByRole('button', { name: '登录', exact: true })
  // A press within a second of the previous one counts as a repeat.
  await expect(async () => {
    const create = form.getByRole('button', { name: '新建', exact: true })
    if (await create.isVisible()) await create.click()
    await expect(signIn).toBeVisible({ timeout: 1500 })
  }).toPass()
  await told
  await fillAndDrag(user, { username: person.username, password })
  await expect(user.getByText('该账号已停用，请联系管理员')).toBeVisible()
})

/** An open project with stations; other journeys add stations to the first projects. */
async function chooseProject(admin: Page): Promise<Project> {
  const { t2 } = await read<{ t2: Project[] }>(admin, 'post', '/sys/user/psas', { excludeClosed: '1' })
  return t2[9]!
}

async function createDepartment(admin: Page) {
  await admin.goto('/#/system/department')
  await admin.getByRole('button', { name: '新建下级部门' }).click()
  const form = admin.getByRole('dialog', { name: '新建下级部门' })
  await form.getByLabel('部门名称').fill(department)
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await expect(admin.getByRole('heading', { name: department })).toBeVisible()
  await expect(admin.getByRole('treeitem', { name: department })).toHaveAttribute('aria-selected', 'true')
}

async function createRole(admin: Page) {
  await admin.goto('/#/system/role')
  await admin.getByRole('button', { name: '新建角色' }).click()
  const form = admin.getByRole('dialog', { name: '新建角色' })
  await form.getByLabel('角色名称').fill(role.name)
  await form.getByLabel('角色编码').fill(role.code)
  await form.getByRole('button', { name: '新建', exact: true }).click()
  const editor = admin.getByRole('region', { name: `角色 ${role.name}` })
  await editor.getByRole('checkbox', { name: '查看工单' }).check()
  await editor.getByRole('checkbox', { name: '新建工单' }).check()
  await expect(editor.getByRole('status')).toContainText('未保存 2 项：新增 2')
  await editor.getByRole('button', { name: '保存' }).click()
  await expect(admin.getByText('权限已保存')).toBeVisible()
  await expect(editor.getByRole('status')).toHaveText('没有未保存的改动')
}

/** Returns the password that is shown once. */
async function createUser(admin: Page, project: Project): Promise<string> {
  await admin.goto('/#/system/user')
  await admin.getByRole('button', { name: '新建用户' }).click()
  const form = admin.getByRole('dialog', { name: '新建用户' })

  // A name that is taken is rejected during typing.
  await form.getByLabel('账号').fill(demoLogin('admin').username)
  await expect(form.getByText('该值不可用，系统中已存在！')).toBeVisible()
  await form.getByLabel('账号').fill(person.username)
  await expect(form.getByText('该值不可用，系统中已存在！')).toHaveCount(0)

  await form.getByLabel('手机号').fill('12345')
  await form.getByLabel('姓名').fill(person.realname)
  await expect(form.getByText('请输入正确的手机号')).toBeVisible()
  await form.getByLabel('手机号').fill('')
  await chooseDepartment(form, '部门', department)
  await add(admin, '角色', role.name)
  await add(admin, '关联项目', project.name)
  await form.getByRole('button', { name: '新建', exact: true }).click()
  const issued = admin.getByRole('dialog', { name: `用户 ${person.realname} 已新建` })
  const password = await issued.getByRole('code').innerText()
  await answer(issued, '我已记下')
  return password
}

/**
 * Presses a dialog's button and waits until the dialog closes. The click can be lost while the button is still
 * animated.
 */
async function answer(dialog: Locator, verb: string) {
  await expect(dialog).not.toHaveClass(/ant-zoom/)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

/** Chooses an option by name from a searchable list in the open form. */
async function choose(page: Page, label: string, name: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).fill(name)
  await page.locator('.ant-select-item-option', { hasText: name }).click()
}

/** Like `choose`, for a multiple selection, whose list stays open. */
async function add(page: Page, label: string, name: string) {
  await choose(page, label, name)
  await page.getByRole('dialog').getByRole('combobox', { name: label }).press('Escape')
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
}

async function takeRight(admin: Page) {
  await admin.goto(`/#/system/role?role=${role.code}`)
  const editor = admin.getByRole('region', { name: `角色 ${role.name}` })
  await editor.getByRole('checkbox', { name: '新建工单' }).uncheck()
  await expect(editor.getByText('1 人受影响')).toBeVisible()
  await expect(editor.getByText(person.realname, { exact: true })).toBeVisible()
  await editor.getByRole('button', { name: '保存' }).click()
  await expect(editor.getByRole('status')).toHaveText('没有未保存的改动')
  await expect(editor.getByRole('checkbox', { name: '新建工单' })).not.toBeChecked()
}

async function freeze(admin: Page) {
  await admin.goto(`/#/system/user?keyword=${person.username}`)
  const row = admin.getByRole('row').filter({ hasText: person.username })
  await row.getByRole('button', { name: '更多操作' }).click()
  await admin.getByRole('menuitem', { name: '停用' }).click()
  await answer(admin.getByRole('dialog', { name: /^停用用户/ }), '停用')
  await expect(row).toContainText('停用')
}

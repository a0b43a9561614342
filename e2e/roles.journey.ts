import { expect, type Locator } from '@playwright/test'
import { answer, test } from './journey.ts'
import { createRole, hire } from './people.ts'
import { demoLogin, newPageAt } from './sign-in.ts'
import { read } from './api.ts'

test('the rights of a page stand in columns, are found by their words, and are given by the keyboard', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/system/role', '角色')
  const code = await createRole(page, 'order:list')
  await page.goto(`/#/system/role?role=${code}`)
  const editor = page.getByRole('region', { name: `角色 ${code}` })
  await editor.getByRole('searchbox', { name: '查找菜单、权限' }).fill('指派 任务')
  const row = editor.getByRole('group', { name: '任务中心' })
  await expect(row).toBeVisible()
  await expect(editor.getByRole('group', { name: '电站档案' })).toHaveCount(0)
  await expect(editor.getByText(/^任务中心：可以 查看工单；不可以 新建工单、指派工单/)).toBeVisible()
  // In the column with that title.
  const assign = row.getByRole('checkbox', { name: '指派工单' })
  const middle = async (each: Locator) => {
    const { x, width } = (await each.boundingBox())!
    return Math.round(x + width / 2)
  }
  const [title, cell] = [
    editor.getByText('指派', { exact: true }).first(),
    row.locator('label').filter({ has: page.getByRole('checkbox', { name: '指派工单' }) }),
  ]
  expect(await middle(cell)).toBe(await middle(title))
  await assign.focus()
  await page.keyboard.press('Space')
  await expect(editor.getByText(/^任务中心：可以 查看工单、指派工单；不可以 新建工单/)).toBeVisible()
  await editor.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('权限已保存')).toBeVisible()
  await page.reload()
  await expect(editor.getByRole('checkbox', { name: '指派工单' })).toBeChecked()
  await expect(editor.getByRole('checkbox', { name: '任务中心 整行' })).toHaveJSProperty(
    'indeterminate',
    true,
  )
})

test('an administrator sees who has a role and what they see, and who can see a station', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/system/role?role=r10020', '角色')
  const editor = page.getByRole('region', { name: '角色 站长' })
  const tab = (name: string | RegExp) => editor.getByRole('button', { name })
  const conflicts = editor.getByRole('region', { name: '职责冲突' })
  await conflicts.getByText('“新建工单”与“验收工单”').click()
  await expect(conflicts.getByText(/系统仍会拒绝/)).toBeVisible()

  const { username } = await hire(page, 'r10040', { realname: '沈新一' })
  await tab(/^成员/).click()
  await editor.getByRole('button', { name: '添加成员' }).click()
  const dialog = page.getByRole('dialog', { name: '为“站长”添加成员' })
  await dialog.getByLabel('用户').fill(username)
  await page.locator('.ant-select-item-option', { hasText: '沈新一' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '添加 1 人' }).click()
  await expect(page.getByText('成员已添加')).toBeVisible()
  const row = editor.getByRole('row', { name: new RegExp(username) })
  await expect(row).toContainText(/\d+ 座/)

  await tab('数据范围').click()
  await expect(editor.getByText('成员合计可见')).toBeVisible()
  await expect(editor.getByRole('row').nth(1)).toContainText(/座/)
  await tab('菜单与按钮').click()
  await expect(editor.getByText('添加 沈新一').filter({ visible: true })).toBeVisible()

  await tab(/^成员/).click()
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '移出' }).click()
  await answer(page, '将“沈新一”移出“站长”？', '移出')
  await expect(row).toHaveCount(0)

  const { list } = await read<{ list: { psId: string; psName: string }[] }>(
    demoLogin('r10020'),
    'get',
    '/power-station/options',
  )
  await page.getByRole('button', { name: '谁能看到什么' }).click()
  await expect(page.getByRole('heading', { name: '谁能看到什么' })).toBeVisible()
  await page.goto(`/#/system/role?view=sees&psId=${list[0]!.psId}`)
  await expect(page.getByText('所选范围有 1 座电站')).toBeVisible()
  await expect(page.getByRole('row', { name: /本部门及下级/ }).first()).toBeVisible()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await answer(page, '导出名单', '导出')
  await expect(page.getByText('已加入我的下载')).toBeVisible()
})

test('an administrator asks whether a person may act on an order, and reads why not and who else may', async ({
  browser,
}) => {
  const engineer = demoLogin('r10030')
  const { realname } = await read<{ realname: string }>(engineer, 'get', '/sys/user/getUserInfo')
  type Station = { psId: string; psName: string }
  const { list } = await read<{ list: Station[] }>(engineer, 'get', '/power-station/options')
  // Those of other journeys come and go.
  const { psId } = list.find(({ psName }) => !psName.startsWith('旅程'))!
  const page = await newPageAt(browser, 'admin', '/system/role?view=sees', '谁能看到什么')
  const { workCode } = await read<{ workCode: string }>(page, 'post', '/ops/order/insert', {
    psId,
    taskType: '12',
    taskDescription: '围栏破损',
  })
  const box = page.getByRole('region', { name: /^问一问/ })
  const pick = async (label: string, word: string) => {
    await box.getByLabel(label, { exact: true }).fill(word)
    await page.locator('.ant-select-item-option', { hasText: word }).first().click()
  }
  await pick('人员', engineer.username)
  await pick('工单', workCode)
  const told = box.getByRole('status')
  await expect(told).toContainText(`${realname}可以查看`)
  await expect(told).toContainText(workCode)
  const why = box.getByRole('list', { name: '依据' })
  await expect(why.getByRole('listitem')).toHaveText([/角色含“查看工单”/, /电站在其数据范围内/])
  await box.getByRole('button', { name: '不能验收通过' }).click()
  await expect(told).toContainText(`${realname}不能验收通过`)
  await expect(told).toContainText(/第 1、3 条不满足：没有角色授予此权限；工单.+，不能验收通过。/)
  await expect(why.getByLabel('不满足')).toHaveCount(2)
  // The question is in the address.
  await page.reload()
  await expect(told).toContainText(`${realname}不能验收通过`)
  await expect(box.getByText(workCode)).toBeVisible()
})

test('an administrator looks at what a person sees, asks about a station and a right, and at who sees an order', async ({
  browser,
}) => {
  const master = demoLogin('r10020')
  const page = await newPageAt(browser, 'admin', '/system/user', '用户')
  await page.goto(`/#/system/user?keyword=${master.username}`)
  const row = page.getByRole('row', { name: new RegExp(master.username) })
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '能看到什么' }).click()
  await expect(page.getByRole('heading', { name: '谁能看到什么' })).toBeVisible()
  const matrix = page.getByRole('region', { name: '能做什么' })
  await expect(matrix.getByRole('row', { name: /^任务中心/ }).getByLabel(/^能派：/)).toBeVisible()
  await matrix.getByRole('button', { name: '只看审批' }).click()
  await expect(matrix.getByRole('row', { name: /^首页/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: /^能看哪些电站/ })).toContainText(/MW/)
  await page.getByRole('button', { name: '以其视角预览' }).click()
  const preview = page.getByRole('dialog', { name: /的菜单$/ })
  await expect(preview.getByText('任务中心')).toBeVisible()
  await expect(preview.getByText('审计日志')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)

  // What the master lacks, and who could grant it.
  const box = page.getByRole('region', { name: /^问一问/ })
  await box.getByRole('combobox', { name: '问什么' }).click()
  await page.locator('.ant-select-item-option', { hasText: '使用权限' }).click()
  await box.getByLabel('权限', { exact: true }).fill('查看审计日志')
  await page.locator('.ant-select-item-option', { hasText: '查看审计日志' }).first().click()
  await expect(box.getByRole('status')).toContainText('不能使用')
  await expect(box.getByText(/^能授予的人：/)).toBeVisible()

  // From an order to who sees it.
  const { pageList } = await read<{ pageList: { id: string; workCode: string }[] }>(
    page,
    'post',
    '/ops/order/page',
    {
      curPage: 1,
      size: 1,
    },
  )
  const { id, workCode } = pageList[0]!
  await page.goto(`/#/taskCenter?order=${id}`)
  await page.getByRole('button', { name: '谁能看到' }).click()
  await expect(page.getByRole('combobox', { name: '工单' }).first()).toBeVisible()
  await expect(page.getByText(workCode).first()).toBeVisible()
  await expect(page.getByRole('region', { name: /人从哪里来$/ })).toBeVisible()
  await page
    .getByRole('group', { name: '能做什么' })
    .getByRole('button', { name: /^能终止/ })
    .click()
  await expect(page).toHaveURL(/can=terminate/)
})

test('a role is copied without its members, and compared with the one it was copied from', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/system/role', '角色')
  const code = await createRole(page, 'order:list')
  await page.goto(`/#/system/role?role=${code}`)
  const editor = page.getByRole('region', { name: `角色 ${code}` })
  await editor.getByRole('button', { name: '复制' }).click()
  const dialog = page.getByRole('dialog', { name: /复制/ })
  await expect(dialog.getByLabel('角色编码')).toHaveValue(`${code.slice(0, 26)}_copy`)
  const name = `${code.slice(0, 20)} 副本`
  await dialog.getByLabel('角色名称').fill(name)
  await dialog.getByRole('button', { name: '复制' }).click()
  await expect(page.getByText('角色已复制')).toBeVisible()
  const copy = page.getByRole('region', { name: `角色 ${name}` })
  await expect(copy.getByRole('checkbox', { name: '查看工单' })).toBeChecked()
  await copy.getByRole('checkbox', { name: '指派工单' }).check()
  await copy.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('权限已保存')).toBeVisible()

  await copy.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '比较' }).click()
  await page.getByRole('combobox', { name: '与角色' }).fill(code)
  await page.locator('.ant-select-item-option', { hasText: new RegExp(` ${code}$`) }).click()
  const differences = page.getByRole('table', { name: '角色的差别' })
  await expect(differences.getByRole('row', { name: /指派工单/ })).toContainText(/有\s*没有/)
  await expect(differences.getByRole('row', { name: /查看工单/ })).toHaveCount(0)
  // The comparison is in the address.
  await page.reload()
  await expect(differences.getByRole('row', { name: /指派工单/ })).toBeVisible()
})

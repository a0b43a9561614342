import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { answer, pressFor, test } from './journey.ts'
import {
  addEntry,
  chooseEntry,
  editorOf,
  entryIn,
  fillField,
  pick,
  saveMenus,
  treeOf,
  turn,
  withEntries,
} from './menu-editor.ts'
import { useOwnServer } from './own-server.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'

useOwnServer({})

const unsaved = (page: Page) => editorOf(page).getByText(/^未保存/)

test('an administrator arranges the menu by pointer and keyboard, and takes it back', async ({ browser }) => {
  test.slow()
  const page = await newPageAt(browser, 'admin', '/system/menu', '菜单')
  const [archive, devices] = [entryIn(page, '电站档案'), entryIn(page, '设备台账')]
  await chooseEntry(page, '电站档案')
  await expect(editorOf(page).getByText('电站与告警 / 第 1 位')).toBeVisible()
  await archive.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(unsaved(page)).toHaveText('未保存 1 项：移动 1')
  await expect(editorOf(page).getByText('第 2 位（原第 1 位）')).toBeVisible()
  await expect(archive).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(editorOf(page).getByText(/^电站与告警 \/ 第 1 位/)).toBeVisible()
  // Into the entry before it, and out again.
  await devices.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(devices).toHaveAttribute('aria-level', '3')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(devices).toHaveAttribute('aria-level', '2')
  // Where it was: nothing is to be saved.
  await expect(unsaved(page)).toHaveCount(0)

  // By pointer under another menu; undone, done again and saved.
  await devices.dragTo(entryIn(page, '安全环保'))
  await chooseEntry(page, '设备台账')
  await expect(editorOf(page).getByText(/^安全环保 \/ /)).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(editorOf(page).getByText(/^电站与告警 \/ /)).toBeVisible()
  await page.getByRole('button', { name: '重做' }).click()
  await saveMenus(page)
  await page.reload()
  await chooseEntry(page, '设备台账')
  await expect(editorOf(page).getByText(/^安全环保 \/ /)).toBeVisible()
  await pick(page, '上级', '电站与告警')
  await saveMenus(page)

  await page.getByRole('button', { name: '修改记录' }).click()
  const history = page.getByRole('dialog', { name: '菜单的修改记录' })
  await expect(history.getByRole('listitem').first()).toContainText('移动 电站与告警 · 设备台账')
  await expect(history.getByText('上级：安全环保 → 电站与告警')).toBeVisible()
})

test('a deleted button comes back without roles, and what people lose is said before', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/system/menu', '菜单')
  await chooseEntry(page, '导出工单')
  await editorOf(page).getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: '删除“导出工单”？' })
  await expect(question).toContainText(/3 个角色（.*）的 \d+ 人将失去它/)
  await question.getByRole('button', { name: '删除' }).click()
  await expect(unsaved(page)).toHaveText('未保存 1 项：删除 1')
  await saveMenus(page)

  await chooseEntry(page, '任务中心')
  await editorOf(page).getByRole('button', { name: '加按钮' }).click()
  await pick(page, '权限码', 'order:export')
  await expect(editorOf(page).getByRole('heading', { name: '导出工单' })).toBeVisible()
  await saveMenus(page)
  await chooseEntry(page, '任务中心')
  const row = editorOf(page).getByRole('row', { name: /order:export/ })
  await expect(row).toContainText('管理员')
  // The pages by which everything else is mended stay.
  await chooseEntry(page, '角色')
  await expect(editorOf(page).getByRole('button', { name: '删除' })).toHaveAttribute(
    'aria-description',
    '管理员必须能打开它，不能删除',
  )
  await turn(page, '在侧栏显示', false)
  const alert = editorOf(page).getByRole('alert')
  await pressFor(editorOf(page).getByRole('button', { name: '保存' }), alert)
  await expect(alert).toContainText('“角色”不能隐藏，否则无人能再管理系统')
})

test('the preview shows a role what it would see, before anything is saved', async ({ browser }) => {
  const page = await newPageAt(browser, 'admin', '/system/menu', '菜单')
  const preview = page.getByRole('region', { name: '以角色预览' })
  await preview.getByLabel('角色').click()
  await page.locator('.ant-select-item-option', { hasText: '站长' }).click()
  await expect(preview.getByText('接单大厅')).toBeVisible()
  await expect(preview).toContainText('/dashboard/analysis')
  await chooseEntry(page, '接单大厅')
  await expect(preview).toContainText('页内按钮')
  await turn(page, '启用', false)
  await expect(preview).toContainText('已停用：接单大厅')
  await preview.getByRole('button', { name: '手机' }).click()
  await editorOf(page).getByRole('button', { name: '还原' }).click()
  await expect(preview).not.toContainText('已停用')
})

test('two administrators at once: the later one takes the other’s changes and keeps the own ones', async ({
  browser,
}) => {
  const [one, two] = [
    await newPageAt(browser, 'admin', '/system/menu', '菜单'),
    await newPageAt(browser, 'admin', '/system/menu', '菜单'),
  ]
  await chooseEntry(one, '接单大厅')
  await fillField(one, '名称', '抢单大厅')
  await chooseEntry(two, '任务视图')
  await fillField(two, '名称', '排班视图')
  await saveMenus(two)
  await editorOf(one).getByRole('button', { name: '保存' }).click()
  await expect(editorOf(one).getByRole('alert')).toContainText('菜单已在别处更新，请刷新后重试')
  await editorOf(one).getByRole('button', { name: '刷新' }).click()
  await expect(entryIn(one, '排班视图')).toBeVisible()
  await expect(unsaved(one)).toHaveText('未保存 1 项：修改 1')
  await saveMenus(one)
  await expect(entryIn(two, '抢单大厅')).toBeVisible()
})

test('a menu is copied, taken along as a file, and asked for before it is lost', async ({ browser }) => {
  const page = await newPageAt(browser, 'admin', '/system/menu', '菜单')
  await chooseEntry(page, '电站档案')
  await editorOf(page).getByRole('button', { name: '复制' }).click()
  await expect(editorOf(page).getByLabel(/路径$/)).toHaveValue('/station/archive-2')
  await saveMenus(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: '导入导出' }).click()
  await page.getByRole('menuitem', { name: '导出 JSON' }).click()
  const path = await (await file).path()
  expect(await readFile(path, 'utf8')).toContain('电站档案 副本')

  await chooseEntry(page, '电站档案 副本')
  await editorOf(page).getByRole('button', { name: '删除' }).click()
  await answer(page, '删除“电站档案 副本”？', '删除')
  await saveMenus(page)
  await expect(entryIn(page, '电站档案 副本')).toHaveCount(0)
  await page.getByLabel('导入菜单文件').setInputFiles({
    name: '菜单.json',
    mimeType: 'application/json',
    buffer: await readFile(path),
  })
  await expect(page.getByText('文件已导入')).toBeVisible()
  await expect(unsaved(page)).toContainText('加菜单 1')
  // The tab asks before the draft is lost.
  await page
    .getByRole('navigation', { name: '打开的页面' })
    .getByRole('button', { name: /关闭.*菜单/ })
    .click()
  const question = page.getByRole('dialog', { name: '数据尚未保存，是否确定关闭?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(unsaved(page)).toHaveCount(0)
})

test('on a phone the tree leads to the entry, and back', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#/system/menu')
  await entryIn(page, '生产运营').click()
  await expect(editorOf(page)).toBeVisible()
  await expect(treeOf(page)).toHaveCount(0)
  await fillField(page, '名称', '生产')
  await pressFor(page.getByRole('button', { name: '返回菜单树' }), entryIn(page, '生产'))
  await page.getByRole('button', { name: '还原' }).click()
  await expect(entryIn(page, '生产运营')).toBeVisible()
})

test('what is missing is said before it is sent', async ({ browser }) => {
  const page = await newPageAt(browser, 'admin', '/system/menu', '菜单')
  await addEntry(page, { kind: '外链', name: '国网', path: '/sgcc' })
  const save = editorOf(page).getByRole('button', { name: '保存' })
  await expect(save).toHaveAttribute('aria-description', '“国网”缺少地址')
  await fillField(page, '地址', 'ftp://sgcc.example')
  await save.click()
  await expect(editorOf(page).getByRole('alert')).toContainText(
    '外链地址只能以 http、https、mailto 或 tel 开头',
  )
  await editorOf(page).getByRole('button', { name: '还原' }).click()
  await withEntries(page, { kind: '目录', name: '空目录', path: '/empty' })
})

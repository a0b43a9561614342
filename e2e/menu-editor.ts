import { expect, type Page } from '@playwright/test'
import { pressFor } from './journey.ts'
import { openPage } from './sign-in.ts'

type Kind = '目录' | '菜单' | '按钮' | '外链' | '内嵌页' | '大屏'

export type NewEntry = {
  kind: Kind
  name: string
  /** Of a display, its title among the two. */
  path?: string
  /** The words by which it is chosen. */
  component?: string
  address?: string
  code?: string
  /** The menu that it comes under, as the choice names it; the top without. */
  above?: string
  opens?: '新窗口' | '替换本窗口'
  icon?: string
  redirect?: string
  on?: readonly string[]
  off?: readonly string[]
}

/** The editor of the chosen entry. */
export const editorOf = (page: Page) => page.getByRole('region', { name: /^菜单项/ })
export const treeOf = (page: Page) => page.getByRole('tree', { name: '菜单' })
export const entryIn = (page: Page, name: string) => treeOf(page).getByRole('treeitem', { name, exact: true })

const labelled = (page: Page, label: string) => editorOf(page).getByLabel(new RegExp(`^\\*?${label}$`))

export async function fillField(page: Page, label: string, value: string): Promise<void> {
  await labelled(page, label).fill(value)
}

/** Chooses by words of the option's text. */
export async function pick(page: Page, label: string, words: string, typed = words): Promise<void> {
  const field = labelled(page, label)
  const option = page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: new RegExp(`(^|\\s)${words}(?=\\s|$)(?! /)`) })
    .first()
  // A press on an open list closes it.
  await expect(async () => {
    await field.click()
    if (await field.isEditable()) await field.fill(typed)
    // The list draws what is in sight, beginning at the chosen value; further up it draws as one moves up.
    for (let left = 30; left > 0 && !(await option.isVisible()); left--) await field.press('ArrowUp')
    await option.click({ timeout: 2000 })
  }).toPass()
}

export async function turn(page: Page, label: string, on: boolean): Promise<void> {
  await editorOf(page).getByRole('switch', { name: label }).setChecked(on)
}

export const openMenus = (page: Page): Promise<void> => openPage(page, '/system/menu', '菜单')

/** Chooses an entry by its name, wherever it stands. */
export async function chooseEntry(page: Page, name: string): Promise<void> {
  const search = page.getByRole('searchbox', { name: '查找菜单' })
  await search.fill(name)
  await entryIn(page, name).first().click()
  await search.fill('')
  await expect(editorOf(page).getByRole('heading', { name, exact: true })).toBeVisible()
}

/** Fills in a new entry; it is not saved yet. */
export async function addEntry(page: Page, entry: NewEntry): Promise<void> {
  await pressFor(
    page.getByRole('button', { name: '新建菜单' }),
    editorOf(page).getByRole('heading', { name: '未命名' }),
  )
  await editorOf(page).getByRole('group', { name: '类型' }).getByRole('button', { name: entry.kind }).click()
  if (entry.kind === '大屏') await pick(page, '路径', entry.path!)
  else if (entry.path !== undefined) await fillField(page, '路径', entry.path)
  if (entry.component !== undefined) await pick(page, '组件', entry.component)
  if (entry.address !== undefined) await fillField(page, '地址', entry.address)
  if (entry.icon !== undefined) await pick(page, '图标', entry.icon)
  await pick(page, '上级', entry.above ?? '顶层')
  if (entry.redirect !== undefined) await pick(page, '跳转', entry.redirect)
  if (entry.opens !== undefined) await pick(page, '打开方式', entry.opens)
  for (const label of entry.on ?? []) await turn(page, label, true)
  for (const label of entry.off ?? []) await turn(page, label, false)
  await fillField(page, '名称', entry.name)
  await expect(entryIn(page, entry.name)).toBeVisible()
}

export async function saveMenus(page: Page): Promise<void> {
  const save = editorOf(page).getByRole('button', { name: '保存' })
  const done = editorOf(page).getByText('没有未保存的修改')
  await expect(async () => {
    if (!(await done.isVisible())) await save.click()
    await expect(done).toBeVisible({ timeout: 4000 })
  }).toPass()
}

/** Adds entries and saves them. */
export async function withEntries(page: Page, ...entries: NewEntry[]): Promise<void> {
  await openMenus(page)
  for (const entry of entries) await addEntry(page, entry)
  await saveMenus(page)
}

import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { demoLogin, newPageAt, newSignedInPage, openPage } from './sign-in.ts'
import { test } from './journey.ts'

const code = `journey${Date.now()}`
const name = `缺陷等级 ${code.slice(-6)}`

const openDictionaries = (browser: Browser, tenant?: string) =>
  newPageAt(browser, 'admin', '/system/dict', '字典', tenant)

/**
 * Two people edit the same concurrently: `one` of the dialog's fields is changed by the other, the other by oneself. No
 * typed value is lost, and no unseen change is overwritten.
 */
async function editTogether(
  [page, other]: readonly [Page, Page],
  noun: string,
  open: (page: Page) => Promise<void>,
  named: (dialog: Locator) => Locator,
  [theirName, myDescription]: readonly [string, string],
): Promise<void> {
  const dialogIn = (window: Page) => window.getByRole('dialog', { name: `编辑${noun}`, exact: true })
  for (const each of [page, other]) {
    await open(each)
    // The dialog opens before its record is read.
    await expect(named(dialogIn(each))).toBeVisible()
  }
  const [mine, theirs] = [dialogIn(page), dialogIn(other)]
  // A form in which nothing is typed takes the other's change by itself.
  await mine.getByLabel('描述').fill(myDescription)
  await named(theirs).fill(theirName)
  await theirs.getByRole('button', { name: '保存' }).click()
  await expect(theirs).toBeHidden()
  await mine.getByRole('button', { name: '保存' }).click()
  await expect(mine.getByText(`${noun}已在别处更新，请刷新后重试`)).toBeVisible()
  await mine.getByRole('button', { name: '刷新' }).click()
  await expect(named(mine)).toHaveValue(theirName)
  await expect(mine.getByLabel('描述')).toHaveValue(myDescription)
  await named(mine).press('Enter')
  await expect(mine).toBeHidden()
}

const listed = (page: Page, text: string) =>
  page.getByRole('navigation', { name: '字典' }).getByRole('link').filter({ hasText: text })
const item = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function act(page: Page, itemText: string, action: string): Promise<void> {
  await item(page, itemText).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Buttons ignore a second press within a second (spec 2 §4), which only a program is fast enough for. */
async function openItemForm(page: Page): Promise<Locator> {
  const form = page.getByRole('dialog', { name: '新增字典项' })
  await expect(async () => {
    if (!(await form.isVisible())) await page.getByRole('button', { name: '新增字典项' }).first().click()
    await expect(form).toBeVisible({ timeout: 1000 })
  }).toPass()
  return form
}

async function addItem(page: Page, fields: Record<string, string>): Promise<void> {
  const form = await openItemForm(page)
  for (const [label, value] of Object.entries(fields)) {
    await form
      .getByRole(label === '排序' ? 'spinbutton' : 'textbox', { name: label, exact: true })
      .fill(value)
  }
  await form.getByRole('button', { name: '新增', exact: true }).click()
  await expect(form).toBeHidden()
}

/** The choices that the product's forms offer to the user of this window. */
async function choicesOf(page: Page): Promise<{ text: string; color: string | null }[]> {
  type Choice = { text: string; color: string | null }
  const choices = await read<Choice[]>(page, 'get', `/sys/dict/getDictItems/${code}`)
  return choices.map(({ text, color }) => ({ text, color }))
}

test('a dictionary is made, kept by two people, and removed', async ({ browser }) => {
  test.slow()
  const page = await openDictionaries(browser)

  // Errors show beside their fields, in the order in which they occur.
  await page.getByRole('button', { name: '新建字典' }).click()
  const form = page.getByRole('dialog', { name: '新建字典' })
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await expect(form.getByText('请填写字典名称')).toBeVisible()
  await expect(form.getByText('请填写字典编码')).toBeVisible()
  await expect(form.getByLabel('字典名称')).toBeFocused()
  await form.getByLabel('字典名称').fill(name)
  await form.getByLabel('字典编码').fill('1 等级')
  await expect(form.getByText('以字母开头，只含字母、数字和下划线')).toBeVisible()
  await form.getByLabel('字典编码').fill('taskType')
  await expect(form.getByText('该值不可用，系统中已存在！')).toBeVisible()
  await form.getByLabel('字典编码').fill(code)
  await form.getByLabel('字典编码').press('Enter')
  await expect(page.getByText('字典已新建')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`dict=${code}$`))
  await expect(page.getByText('还没有字典项')).toBeVisible()

  // Items: a colour without its #, a value that is taken, an order.
  await addItem(page, { 名称: '一般', 数据值: '3', 排序: '30' })
  await addItem(page, { 名称: '危急', 数据值: '1', 颜色: 'b42318', 排序: '10' })
  const itemForm = await openItemForm(page)
  await itemForm.getByRole('textbox', { name: '名称', exact: true }).fill('严重')
  await itemForm.getByLabel('数据值').fill('1')
  await itemForm.getByRole('textbox', { name: '颜色', exact: true }).fill('橙色')
  await itemForm.getByRole('button', { name: '新增', exact: true }).click()
  await expect(itemForm.getByText('颜色格式应为 #RRGGBB')).toBeVisible()
  await itemForm.getByRole('textbox', { name: '颜色', exact: true }).fill('#DBA53A')
  await itemForm.getByLabel('排序').fill('20')
  await itemForm.getByLabel('排序').press('Enter')
  await expect(itemForm.getByText('该字典中已有相同的数据值')).toBeVisible()
  await itemForm.getByLabel('数据值').fill('2')
  await itemForm.getByLabel('数据值').press('Enter')
  await expect(itemForm).toBeHidden()
  await expect(listed(page, code)).toContainText('3 项')
  await expect(page.getByRole('row').nth(1)).toContainText('危急')
  await expect(page.getByRole('row').nth(3)).toContainText('一般')
  await page.getByRole('button', { name: '名称', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('一般')
  expect(await choicesOf(page)).toEqual([
    { text: '危急', color: '#B42318' },
    { text: '严重', color: '#DBA53A' },
    { text: '一般', color: null },
  ])

  // Disabled and enabled again.
  await act(page, '严重', '停用')
  await expect(item(page, '严重')).toContainText('停用')
  expect((await choicesOf(page)).map(({ text }) => text)).toEqual(['危急', '一般'])
  await act(page, '严重', '启用')
  await expect(item(page, '严重')).toContainText('启用')

  const other = await newSignedInPage(browser, demoLogin('admin'))
  await other.goto(`/#/system/dict?dict=${code}`)
  await editTogether(
    [page, other],
    '字典',
    (each) => each.getByRole('button', { name: '编辑字典' }).click(),
    (dialog) => dialog.getByLabel('字典名称'),
    [`${name} 甲`, '缺陷登记时选择'],
  )
  await expect(page.getByRole('region', { name: `${name} 甲` }).getByText('缺陷登记时选择')).toBeVisible()

  await editTogether(
    [page, other],
    '字典项',
    (each) => act(each, '严重', '编辑'),
    (dialog) => dialog.getByRole('textbox', { name: '名称', exact: true }),
    ['重大', '限期消除'],
  )
  await expect(item(page, '重大')).toBeVisible()

  // The confirmation names what is removed with it.
  await act(page, '一般', '删除')
  const removal = page.getByRole('dialog', { name: '删除字典项“一般”？' })
  await expect(removal).toContainText('不可恢复')
  await removal.getByRole('button', { name: '删除', exact: true }).click()
  await expect(item(page, '一般')).toHaveCount(0)
  await page.getByRole('button', { name: '删除字典', exact: true }).click()
  await page.getByRole('button', { name: '删除字典和 2 项' }).click()
  await expect(listed(page, code)).toHaveCount(0)
  await expect(page).not.toHaveURL(new RegExp(code))
  expect(await choicesOf(page)).toEqual([])

  // The other user's page still shows it.
  await other.reload()
  await expect(other.getByText(`没有编码为“${code}”的字典`)).toBeVisible()
  await other.getByRole('button', { name: '查看其他字典' }).click()
  await expect(other.getByRole('button', { name: '新增字典项' })).toBeVisible()
})

test('dictionaries that the program uses stay, and searching finds names and codes', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/system/dict?dict=taskCategory')
  const remove = page.getByRole('button', { name: '删除字典', exact: true })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await remove.hover()
  await expect(page.getByRole('tooltip', { name: '内置字典由程序使用，不能删除' })).toBeVisible()
  await page.getByRole('button', { name: '编辑字典' }).click()
  const form = page.getByRole('dialog', { name: '编辑字典' })
  await expect(form.getByLabel('字典编码')).toBeDisabled()
  await form.getByRole('button', { name: '取消' }).click()

  const search = page.getByRole('searchbox', { name: '查找字典' })
  await search.fill('PURCHASES')
  await expect(listed(page, '采购方式')).toBeVisible()
  await expect(listed(page, '任务分类')).toHaveCount(0)
  await search.fill('没有这样的字典')
  await expect(page.getByText('没有符合条件的字典')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(listed(page, '任务分类')).toBeVisible()
})

test('on a phone the list leads to the items and back', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/system/dict', '字典')
  await expect(page.getByRole('button', { name: '新增字典项' })).toHaveCount(0)
  await listed(page, '任务分类').click()
  await expect(page.getByRole('heading', { name: '任务分类' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: '预防性' })).toBeVisible()
  await page.getByRole('button', { name: '返回字典列表' }).click()
  await expect(listed(page, '任务分类')).toBeVisible()
})

test('dictionaries belong to administrators, and to one tenant', async ({ browser }) => {
  const own = `${code}x`
  const page = await openDictionaries(browser)
  await page.getByRole('button', { name: '新建字典' }).click()
  const form = page.getByRole('dialog', { name: '新建字典' })
  await form.getByLabel('字典名称').fill('只属于一家公司')
  await form.getByLabel('字典编码').fill(own)
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await expect(listed(page, own)).toBeVisible()

  const stranger = await openDictionaries(browser, '晴空新能')
  await stranger.getByRole('searchbox', { name: '查找字典' }).fill(own)
  await expect(stranger.getByText('没有符合条件的字典')).toBeVisible()

  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  await expect(worker.getByRole('link', { name: '系统管理' })).toHaveCount(0)
  await worker.goto('/#/system/dict')
  await expect(worker.getByRole('heading', { name: '字典', exact: true })).toHaveCount(0)
})

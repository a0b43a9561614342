import { expect, type Locator } from '@playwright/test'
import type { Case } from './keyboard-cases.ts'
import type { Keyboard } from './keyboard.ts'

const combobox = ({ page }: Keyboard, name: string): Locator =>
  page.getByRole('combobox', { name, exact: true })

/** The first stage, in which the widget shows its value. */
const stage = ({ page }: Keyboard): Locator => page.locator('.stage').first()

/** Opens a field's tree, finds a node by a word and chooses it with the keys of a tree. */
async function takesFromTree(keyboard: Keyboard, field: Locator, word: string, node: RegExp) {
  const { page } = keyboard
  const popup = page.getByRole('dialog', { name: /^选择/ })
  await keyboard.use(field)
  await expect(popup.getByRole('searchbox')).toBeFocused()
  await expect(popup.getByRole('treeitem').first()).toBeVisible()
  await keyboard.staysIn(popup)
  await keyboard.shuts(popup, field)
  await keyboard.press('Enter')
  await expect(popup.getByRole('searchbox')).toBeFocused()
  await keyboard.type(word)
  const found = popup.getByRole('treeitem', { name: node })
  await expect(found.first()).toBeVisible()
  await expect(popup.locator('[aria-busy=true]')).toHaveCount(0)
  await keyboard.reach(popup.getByRole('tree'))
  for (let row = 0; row < 12; row++) {
    const active = await popup.getByRole('tree').getAttribute('aria-activedescendant')
    if (active === (await found.first().getAttribute('id'))) break
    await keyboard.press('ArrowDown')
  }
  await keyboard.press('Space')
  return popup
}

/** Opens a list, chooses its first option, and expects its name in the field. */
async function takesFromList(keyboard: Keyboard, field: Locator) {
  const { page } = keyboard
  await keyboard.reach(field)
  await keyboard.press('ArrowDown')
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option-content')
  await expect(options.first()).toBeVisible()
  const name = (await options.first().innerText()).trim().split('\n')[0]!
  await keyboard.press('Enter')
  await expect(stage(keyboard)).toContainText(name.slice(0, 8))
  return name
}

/** Widgets for selection, lists and files: 选择, 表格, 文件. */
export const choosing: Record<string, Case> = {
  async Segments(keyboard) {
    await keyboard.state('四项')
    await keyboard.use(keyboard.button('年'))
    await expect(keyboard.button('年')).toHaveAttribute('aria-pressed', 'true')
  },

  async SideScroll(keyboard) {
    await keyboard.state('右侧未完')
    await keyboard.use(keyboard.button('全年'))
    await expect(keyboard.button('全年')).toHaveAttribute('aria-pressed', 'true')
    await expect(keyboard.button('全年')).toBeInViewport({ ratio: 0.9 })
  },

  async PeriodPicker(keyboard) {
    const { page } = keyboard
    await keyboard.state('年')
    const year = page.getByRole('textbox', { name: '预算年度' })
    await keyboard.reach(year)
    await keyboard.retype('2027')
    await keyboard.press('Enter')
    await expect(year).toHaveValue('2027')
    await keyboard.state('年段，给反了会自动调换')
    await keyboard.reach(page.getByRole('textbox').first())
    await keyboard.retype('2025')
    await keyboard.press('Enter')
    await expect(page.getByRole('textbox').last()).toBeFocused()
    await keyboard.retype('2022')
    await keyboard.press('Enter')
    await expect(page.getByRole('textbox').first()).toHaveValue('2022')
    await expect(page.getByRole('textbox').last()).toHaveValue('2025')
    await keyboard.state('月段，YYYY-MM')
    await keyboard.reach(page.getByRole('textbox').first())
    await keyboard.retype('2026-09')
    await keyboard.press('Enter')
    await keyboard.retype('2026-03')
    await keyboard.press('Enter')
    await expect(page.locator('output')).toHaveText('2026-03 至 2026-09')
  },

  async OrgTreeSelect(keyboard) {
    await keyboard.state('电站')
    const field = combobox(keyboard, '电站范围')
    const popup = await takesFromTree(keyboard, field, '宁夏', /宁夏运维中心/)
    const sum = await popup.getByText(/^已选电站 [1-9]\d* 座$/).innerText()
    await keyboard.use(keyboard.button('确定', popup))
    await expect(field).toBeFocused()
    await expect(stage(keyboard)).toContainText(sum)
    await keyboard.use(keyboard.button('清空电站'))
    await expect(stage(keyboard)).toContainText('请选择电站')
  },

  async DepartmentSelect(keyboard) {
    await keyboard.state('表单里，只选启用的')
    const field = combobox(keyboard, '归属部门')
    await takesFromTree(keyboard, field, '西北', /西北区域/)
    await expect(field).toBeFocused()
    await expect(stage(keyboard)).toContainText('西北区域')
  },

  async DictTreeSelect(keyboard) {
    await keyboard.state('部门')
    const field = combobox(keyboard, '归属部门')
    await takesFromTree(keyboard, field, '示范', /示范光伏运维公司/)
    await expect(field).toBeFocused()
    await expect(stage(keyboard)).toContainText('示范光伏运维公司')
  },

  async ProjectTreeSelect(keyboard) {
    await keyboard.state('选电站')
    const field = combobox(keyboard, '电站')
    await takesFromTree(keyboard, field, '红柳沟一期', /红柳沟一期/)
    await expect(field).toBeFocused()
    await expect(stage(keyboard)).toContainText('晴川红柳沟一期')
  },

  async MaterialTree(keyboard) {
    const { page } = keyboard
    await keyboard.state('全部')
    await expect(page.getByRole('treeitem', { name: '监测' })).toBeVisible()
    await keyboard.reach(page.getByRole('tree'))
    await keyboard.press('Home', 'ArrowDown', 'ArrowRight', 'Enter')
    await expect(page.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-expanded', 'true')
    await keyboard.press('ArrowRight', 'Enter')
    await expect(page.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-level', '3')
  },

  async RealStationTree(keyboard) {
    const { page } = keyboard
    await keyboard.state('有设备台账的电站')
    await expect(page.getByRole('treeitem', { level: 2 }).first()).toBeVisible()
    await keyboard.reach(page.getByRole('tree'))
    await keyboard.press('Home', 'ArrowDown', 'Enter')
    await expect(page.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-level', '2')
  },

  async StationSelect(keyboard) {
    await keyboard.state('一座')
    await takesFromList(keyboard, combobox(keyboard, '电站'))
    await keyboard.state('多座')
    const name = await takesFromList(keyboard, combobox(keyboard, '电站'))
    await keyboard.press('Escape', 'Backspace')
    await expect(stage(keyboard)).not.toContainText(name.slice(0, 8))
  },

  async ProjectSelect(keyboard) {
    await keyboard.state('一个')
    await takesFromList(keyboard, combobox(keyboard, '项目'))
  },

  async PersonSelect(keyboard) {
    await keyboard.state('数据范围内的执行人')
    await takesFromList(keyboard, combobox(keyboard, '负责人'))
  },

  async DeviceTypeCascader(keyboard) {
    const { page } = keyboard
    await keyboard.state('在表单里，停用的类型不能选')
    const field = combobox(keyboard, '设备类型')
    await keyboard.reach(field)
    await keyboard.press('Enter')
    const option = page.getByRole('menuitemcheckbox').first()
    await expect(option).not.toContainText('正在查找')
    const first = await option.innerText()
    await keyboard.press('ArrowDown', 'ArrowRight', 'Enter')
    await expect(stage(keyboard)).toContainText(`${first.split('\n')[0]} / `)
    await keyboard.press('Escape')
    await keyboard.type('逆变器')
    await keyboard.press('ArrowDown', 'Enter')
    await expect(stage(keyboard)).toContainText('逆变器')
  },

  async SearchBar(keyboard) {
    const { page } = keyboard
    const values = page.locator('.stage pre')
    await keyboard.state('只显示前两项')
    await keyboard.reach(page.getByRole('searchbox', { name: '关键词' }))
    await keyboard.type('箱变')
    await keyboard.press('Enter')
    await expect(values).toHaveText('{"keyword":["箱变"]}')
    await keyboard.use(keyboard.button('重置'))
    await expect(values).toHaveText('{}')
    await keyboard.use(keyboard.button('展开'))
    await keyboard.reach(page.getByRole('combobox', { name: '任务类型' }), { by: 'Shift+Tab' })
    await keyboard.press('ArrowDown', 'Enter', 'Escape')
    const states = keyboard.button(/^状态/)
    await keyboard.use(states)
    const group = page.getByRole('dialog', { name: '状态' })
    await expect(group.getByRole('checkbox', { name: '全选' })).toBeFocused()
    await keyboard.press('Tab', 'Space')
    await expect(group.getByRole('checkbox', { name: '待指派' })).toBeChecked()
    await keyboard.shuts(group, states)
    await keyboard.reach(page.getByRole('textbox', { name: '并网日期' }))
    await keyboard.type('2026-06-30')
    await keyboard.press('Enter')
    await keyboard.use(keyboard.button('查询'))
    await expect(values).toHaveText('{"taskType":["1"],"flowSts":["1"],"gridDate":["2026-06-30"]}')
  },

  async PageTable(keyboard) {
    const { page } = keyboard
    await keyboard.state('一页，可排序、调列宽、导出、列设置')
    const head = page.getByRole('columnheader', { name: /损失/ })
    await keyboard.use(head.getByRole('button', { name: /损失/ }))
    await expect(head).toHaveAttribute('aria-sort', /ending$/)
    const row = (code: string) => page.getByRole('row', { name: code })
    await keyboard.reach(row('GD20261121000002'))
    await keyboard.press('End', 'Home', 'ArrowDown', 'ArrowDown')
    await expect(row('GD20261121000003')).toBeFocused()
    await keyboard.press('Enter')
    await keyboard.told('GD20261121000003')
    const more = keyboard.button('更多操作', row('GD20261121000003'))
    await keyboard.use(more)
    await keyboard.press('Enter')
    await keyboard.told('指派 GD20261121000003')
    await keyboard.use(keyboard.button('第 2 页'))
    await expect(keyboard.button('第 2 页')).toHaveAttribute('aria-current', 'page')
    await keyboard.reach(page.getByRole('textbox', { name: /^跳至第几页/ }))
    await keyboard.type('5')
    await keyboard.press('Enter')
    await expect(keyboard.button('第 5 页')).toHaveAttribute('aria-current', 'page')

    const settings = page.getByRole('dialog', { name: '列设置' })
    const opener = keyboard.button('列设置')
    await keyboard.use(opener)
    await keyboard.staysIn(settings)
    await keyboard.use(settings.getByRole('checkbox', { name: '状态' }), 'Space')
    await expect(page.getByRole('columnheader', { name: '状态' })).toHaveCount(0)
    const grip = keyboard.button(/^移动 电站/, settings)
    await keyboard.reach(grip)
    await keyboard.press('ArrowRight')
    await expect(keyboard.button(/^移动 电站，宽 1[6-9]\d$/, settings)).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('columnheader').nth(1)).toContainText('损失')
    await keyboard.use(keyboard.button('恢复默认', settings))
    await expect(page.getByRole('columnheader', { name: '状态' })).toHaveCount(1)
    await keyboard.shuts(settings, opener)

    await keyboard.state('可以选择几行')
    await keyboard.reach(row('GD20261121000002'))
    await keyboard.press('Space', 'ArrowDown', 'Space')
    const bar = page.getByRole('toolbar', { name: '批量操作' })
    await expect(bar).toContainText('已选 2 单')
    await keyboard.use(page.getByRole('checkbox', { name: '选择本页' }), 'Space')
    await expect(bar).toHaveCount(0)
    await keyboard.press('Space')
    await keyboard.use(keyboard.button('批量指派', bar))
    await keyboard.told('指派 10 单')
    await keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(row('GD20261121000003')).toBeFocused()
    await keyboard.state('一页，可排序、调列宽、导出、列设置')

    const exporter = keyboard.button('导出当前页')
    await keyboard.use(exporter)
    const saved = page.waitForEvent('download')
    await keyboard.press('ArrowDown', 'Enter')
    expect((await saved).suggestedFilename()).toMatch(/^工单.*\.csv$/)
  },

  async FilesInput(keyboard) {
    const { page } = keyboard
    await keyboard.state('还没有文件，列表')
    const chooser = page.waitForEvent('filechooser')
    await keyboard.use(keyboard.button('选择文件'))
    const picture = { name: '接头.png', mimeType: 'image/png', buffer: PIXEL }
    await (await chooser).setFiles(picture)
    await keyboard.use(keyboard.button('移除 接头.png'))
    await expect(page.getByText('接头.png')).toHaveCount(0)
    await expect(keyboard.button('选择文件')).toBeFocused()
  },

  async FileTiles(keyboard) {
    const { page } = keyboard
    await keyboard.state('图片')
    const tile = keyboard.button('查看 接头温度.jpg')
    await keyboard.use(tile)
    const preview = page.getByRole('dialog', { name: '预览 接头温度.jpg' })
    await expect(preview.getByRole('status').first()).toHaveText('2 / 3')
    await keyboard.shuts(preview, tile)
  },

  async ImagePreviewer(keyboard) {
    const { page } = keyboard
    const preview = page.getByRole('dialog', { name: /^预览/ })
    const opener = keyboard.button('预览')
    await keyboard.state('几张，缩略图居中')
    await keyboard.use(opener)
    await keyboard.staysIn(preview)
    const count = preview.getByRole('status').first()
    await keyboard.press('ArrowRight')
    await expect(count).toHaveText('3 / 4')
    const scale = preview.getByRole('status', { name: '缩放比例' })
    await keyboard.press('+')
    await expect(scale).not.toHaveText('100%')
    await keyboard.use(keyboard.button('还原', preview))
    await expect(scale).toHaveText('100%')
    await keyboard.press('r')
    await expect(preview.getByRole('img', { name: '现场 3.png' })).toHaveCSS(
      'transform',
      /^matrix\(0, 1, -1, 0/,
    )
    await keyboard.use(keyboard.button(/现场 1\.png/, preview))
    await expect(count).toHaveText('1 / 4')
    await keyboard.shuts(preview, opener)
  },

  async TransferTray(keyboard) {
    const { page } = keyboard
    await keyboard.state('正在下载')
    await keyboard.use(keyboard.button(/^正在下载 1 个文件/))
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '36')
    await keyboard.use(keyboard.button('取消下载 无人机巡检.mp4'), 'Space')
    await expect(page.getByRole('region', { name: '文件传输' })).toHaveCount(0)
  },
}

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

import { expect } from '@playwright/test'
import type { Keyboard } from './keyboard.ts'

/** Operates a widget as intended and checks the result. */
export type Case = (keyboard: Keyboard) => Promise<void>

/** There is nothing to press, so Tab skips it. */
const nothing: Case = (keyboard) => keyboard.passes()

/** Opens the plain state of a dialog, which keeps the focus. */
async function openPlain(keyboard: Keyboard) {
  const dialog = keyboard.page.getByRole('dialog')
  const opener = keyboard.button('打开')
  await keyboard.state('普通')
  await keyboard.use(opener)
  await keyboard.staysIn(dialog)
  return { dialog, opener }
}

/** Widgets for actions, input and display: 操作, 录入, 展示. */
export const acting: Record<string, Case> = {
  async ApproverList(keyboard) {
    const { page } = keyboard
    const card = (name: RegExp) => page.locator('[data-card]').filter({ hasText: name })
    await keyboard.state('空的流程')
    await keyboard.use(keyboard.button('在最前面添加'))
    await expect(page.getByRole('menuitem')).toHaveText(['审批', '办理', '抄送', '条件', '等待'])
    await keyboard.press('Enter')
    await expect(card(/^审批/)).toBeFocused()
    await keyboard.press('ArrowUp', 'ArrowDown')
    await expect(card(/^审批/)).toBeFocused()
    await keyboard.use(keyboard.button('在“审批”后面添加'))
    await keyboard.press('End', 'Enter')
    await expect(card(/^等待/)).toBeFocused()
    await keyboard.press('Alt+ArrowUp')
    await expect(page.locator('[data-card]')).toHaveText([/^发起人/, /^等待/, /^审批/])
    await keyboard.press('Delete')
    await expect(page.locator('[data-card]')).toHaveText([/^发起人/, /^审批/])
    await expect(card(/^发起人/)).toBeFocused()
    await keyboard.press('Control+z')
    await expect(page.locator('[data-card]')).toHaveText([/^发起人/, /^等待/, /^审批/])
    await keyboard.press('Control+y')
    await expect(page.locator('[data-card]')).toHaveText([/^发起人/, /^审批/])
  },

  async Button(keyboard) {
    const { page } = keyboard
    await keyboard.state('1 秒内的重复点击不算')
    await keyboard.use(keyboard.button('按过 0 次'))
    await expect(keyboard.button('按过 1 次')).toBeFocused()
    await keyboard.state('图标按钮')
    await keyboard.use(keyboard.button('编辑模式'), 'Space')
    await expect(keyboard.button('编辑模式')).toHaveAttribute('aria-pressed', 'true')
    await keyboard.state('不能按，并说明原因')
    await keyboard.reach(keyboard.button('指派'))
    await expect(page.getByRole('tooltip')).toHaveText('请先选择电站')
  },

  async ButtonGroup(keyboard) {
    await keyboard.state('页脚：首个、更多、末两个')
    await expect(keyboard.page.getByRole('button')).toHaveText(['暂存', '更多', '退回', '同意'])
    await keyboard.use(keyboard.button('更多'))
    await expect(keyboard.page.getByRole('menuitem')).toHaveText(['转办', '加签', /^作废/])
    await keyboard.press('ArrowDown', 'Enter')
    await keyboard.told('加签')
    await expect(keyboard.button('更多')).toBeFocused()
    await keyboard.state('默认两个，其余在“…”里')
    await keyboard.use(keyboard.button('编辑'), 'Space')
    await keyboard.told('编辑')
  },

  async Chart(keyboard) {
    const { page } = keyboard
    await keyboard.state('最后一天还没有结束，点开查看')
    const reader = page.getByRole('slider', { name: '每日工单，方向键逐个读数' })
    await keyboard.reach(reader)
    await keyboard.press('ArrowRight', 'ArrowRight', 'ArrowLeft')
    await expect(reader).toHaveAttribute('aria-valuetext', '2026-11-01，新建 20 单，完成 15 单')
    await expect(page.getByRole('status').filter({ hasText: '2026-11-01' })).toContainText('新建 20 单')
    await keyboard.press('End')
    await expect(reader).toHaveAttribute('aria-valuetext', /^2026-11-30，/)
    await keyboard.press('Escape')
    await expect(reader).toHaveAttribute('aria-valuetext', '还没有读数')
    const more = keyboard.button('每日工单的更多操作')
    const choose = async (...keys: string[]) => {
      await keyboard.use(more)
      await keyboard.press(...keys, 'Enter')
    }
    await choose()
    const values = page.getByRole('region', { name: '每日工单数据表' })
    await expect(values.getByRole('row', { name: /^2026-11-01/ })).toContainText('20')
    await choose()
    await expect(reader).toBeVisible()
    for (const [keys, file] of [
      [['ArrowDown'], /^每日工单_\d{14}\.png$/],
      [['End'], /^每日工单_\d{14}\.csv$/],
    ] as const) {
      const saved = page.waitForEvent('download')
      await choose(...keys)
      expect((await saved).suggestedFilename()).toMatch(file)
    }
  },

  async PopMenu(keyboard) {
    const { page } = keyboard
    const item = (name: string) => page.getByRole('menuitem', { name })
    await keyboard.state('按钮打开的菜单（方向键、Home、End、Enter、Esc）')
    const opener = keyboard.button('更多操作')
    await keyboard.use(opener)
    await expect(item('编辑')).toBeFocused()
    await keyboard.press('End')
    await expect(item('删除')).toBeFocused()
    await keyboard.press('Home', 'ArrowUp')
    await expect(item('删除')).toBeFocused()
    await keyboard.shuts(page.getByRole('menu'), opener)
    await keyboard.state('右键、长按或 Shift+F10 在光标处打开')
    const row = keyboard.button('青铜峡光伏园')
    await keyboard.reach(row)
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await keyboard.press(key)
      await page.getByRole('menu', { name: '青铜峡光伏园的操作' }).waitFor()
      await keyboard.press('ArrowDown', 'Enter')
      await keyboard.told('复制名称：青铜峡光伏园')
      await expect(row).toBeFocused()
    }
  },

  async CopyText(keyboard) {
    await keyboard.state('文字旁')
    await keyboard.use(keyboard.button('复制工单编号'))
    await expect(keyboard.button('已复制')).toBeFocused()
  },

  async CommandAlert(keyboard) {
    await keyboard.state('在别处更新，可以刷新')
    await keyboard.use(keyboard.button('刷新'))
    await keyboard.told('已刷新')
  },

  async ConfirmDialog(keyboard) {
    const { dialog, opener } = await openPlain(keyboard)
    await keyboard.shuts(dialog, opener)
    await keyboard.state('带输入，暂不能确定')
    await keyboard.use(opener)
    await keyboard.reach(dialog.getByRole('textbox', { name: '原因' }))
    await keyboard.type('设备已拆除')
    await keyboard.use(keyboard.button('退场', dialog))
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  },

  async CommandDialog(keyboard) {
    const { dialog, opener } = await openPlain(keyboard)
    await keyboard.use(keyboard.button('删除', dialog))
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await keyboard.state('在别处更新')
    await keyboard.use(opener)
    await keyboard.use(keyboard.button('刷新', dialog))
    await expect(dialog).toBeHidden()
  },

  async ReasonDialog(keyboard) {
    const dialog = keyboard.page.getByRole('dialog', { name: '作废原因' })
    const reason = dialog.getByRole('textbox', { name: '作废原因' })
    await keyboard.state('作废原因')
    const opener = keyboard.button('打开')
    await keyboard.use(opener)
    await expect(reason).toBeFocused()
    await keyboard.staysIn(dialog)
    await keyboard.use(keyboard.button('作废', dialog))
    await expect(dialog).toContainText('请输入')
    await keyboard.reach(reason, { by: 'Shift+Tab' })
    await keyboard.type('重复创建')
    await expect(dialog).toContainText('4/100')
    await keyboard.shuts(dialog, opener)
  },

  async CountedTextarea(keyboard) {
    const note = keyboard.page.getByRole('textbox', { name: '备注' })
    await keyboard.state('空，固定两行')
    await keyboard.reach(note)
    await keyboard.type('已更换 接头 ')
    await expect(keyboard.page.locator('.stage')).toContainText('7/200')
    await keyboard.press('Tab')
    await expect(note).toHaveValue('已更换 接头')
  },

  async Field(keyboard) {
    const { page } = keyboard
    await keyboard.state('普通、必填、提示')
    await keyboard.reach(page.getByRole('textbox', { name: '业主' }))
    await keyboard.type('云岭新能源')
    await expect(page.getByRole('textbox', { name: '业主' })).toHaveValue('云岭新能源')
    const capacity = page.getByRole('spinbutton', { name: '装机容量' })
    await keyboard.reach(capacity)
    await keyboard.press('ArrowUp')
    await expect(capacity).toHaveValue('50001')
    await keyboard.reach(page.getByRole('combobox', { name: '电站类型' }))
    await keyboard.press('ArrowDown', 'ArrowDown', 'Enter')
    await expect(page.locator('.fields')).toContainText('工商业分布式')
  },

  async fields(keyboard) {
    const { page } = keyboard
    const name = page.getByRole('textbox', { name: '设备名称' })
    const power = page.getByRole('spinbutton', { name: '额定功率' })
    await keyboard.state('空，离开必填项即提示')
    await keyboard.reach(name)
    await keyboard.press('Tab')
    await expect(page.getByRole('alert')).toHaveText('请填写设备名称')
    await keyboard.reach(name, { by: 'Shift+Tab' })
    await keyboard.type('3号箱变-05号逆变器')
    await keyboard.reach(power)
    await keyboard.type('225')
    await keyboard.reach(page.getByRole('textbox', { name: '投运日期' }))
    await keyboard.type('2024-06-30')
    await keyboard.press('Enter')
    await keyboard.reach(page.getByRole('textbox', { name: '备注' }))
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(power).toHaveValue('225')
    await expect(page.getByRole('textbox', { name: '投运日期' })).toHaveValue('2024-06-30')
  },

  async TimeInput(keyboard) {
    await keyboard.state('空')
    const time = keyboard.page.getByRole('textbox', { name: '计划开始' })
    await keyboard.reach(time)
    await keyboard.type('2026-11-21 08:30')
    await keyboard.press('Enter')
    await expect(time).toHaveValue('2026-11-21 08:30')
    await keyboard.press('Escape')
    await keyboard.press('Control+a', 'Backspace', 'Tab')
    await expect(time).toHaveValue('')
  },

  async Drawers(keyboard) {
    const dialog = keyboard.page.getByRole('dialog', { name: '编辑区域' })
    const opener = keyboard.button('打开')
    await keyboard.state('表单：标题与状态标签')
    await keyboard.use(opener)
    await keyboard.staysIn(dialog)
    const name = dialog.getByRole('textbox', { name: '名称' })
    await keyboard.reach(name)
    await keyboard.press('Control+a', 'Backspace', 'Tab')
    await expect(dialog).toContainText('请填写名称')
    await keyboard.press('Escape')
    const question = keyboard.page.getByRole('dialog', { name: '数据尚未保存，是否确定关闭?' })
    await keyboard.staysIn(question)
    await keyboard.press('Escape')
    await expect(question).toBeHidden()
    await keyboard.reach(name, { by: 'Shift+Tab' })
    await keyboard.type('二号方阵')
    await keyboard.use(keyboard.button('保存', dialog))
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await keyboard.state('详情：动作、上一条下一条、侧栏')
    const detail = keyboard.page.getByRole('dialog')
    await keyboard.use(opener)
    await keyboard.staysIn(detail)
    await keyboard.shuts(detail, opener)
  },

  async FormFields(keyboard) {
    const { page } = keyboard
    await keyboard.state('还没有填写')
    await keyboard.use(keyboard.button('提交'))
    await expect(page.getByLabel('目的地')).toBeFocused()
    await keyboard.reach(page.getByLabel('第 1 行说明'))
    await keyboard.type('加油')
    await keyboard.use(keyboard.button('增加一行'))
    await expect(page.getByLabel('第 2 行说明')).toBeFocused()
    await keyboard.use(keyboard.button('删除第 1 行'))
    await expect(page.getByLabel('第 2 行说明')).toHaveCount(0)
  },

  async RequestLines(keyboard) {
    await keyboard.state('每种字段和明细')
    await keyboard.reach(keyboard.page.getByRole('group', { name: '费用预计' }))
  },

  async DetailLayout(keyboard) {
    await keyboard.state('可以收起')
    await keyboard.use(keyboard.button('收起位置'))
    await expect(keyboard.page.getByText('云岭一期')).toBeHidden()
    await keyboard.press('Enter')
    await expect(keyboard.page.getByText('云岭一期')).toBeVisible()
    await keyboard.state('默认标题，空值为 --')
    await keyboard.use(keyboard.button('复制外部编号'))
    await expect(keyboard.button('已复制')).toBeVisible()
  },

  async Ellipsis(keyboard) {
    await keyboard.state('自定长度')
    await keyboard.reach(keyboard.page.getByRole('note'))
    await expect(keyboard.page.getByRole('tooltip')).toContainText('观察一周未再发生')
    await keyboard.press('Tab')
    await expect(keyboard.page.getByRole('tooltip')).toBeHidden()
  },

  async PageHead(keyboard) {
    await keyboard.state('标题、事实、动作')
    await keyboard.use(keyboard.button('新增电站'))
    await keyboard.told('新增电站')
  },

  async States(keyboard) {
    await keyboard.state('取数失败，有请求号')
    await keyboard.use(keyboard.button('复制请求号'))
    await expect(keyboard.button('已复制')).toBeVisible()
    await keyboard.use(keyboard.button('重试'))
    await keyboard.told('重试')
    await keyboard.state('筛选没有结果')
    await keyboard.use(keyboard.button('清除筛选'))
    await keyboard.told('清除筛选')
  },

  async SessionList(keyboard) {
    const { page } = keyboard
    await keyboard.state('本机与另一台')
    const end = keyboard.button('退出')
    await keyboard.use(end)
    const question = page.getByRole('dialog')
    await keyboard.staysIn(question)
    await keyboard.shuts(question, end)
  },

  async TileGrid(keyboard) {
    const { page } = keyboard
    await keyboard.state('两个省份')
    const grid = page.getByRole('group', { name: /^示例，方向键移动/ })
    const [ningxia, shandong] = ['宁夏', '山东'].map((name) =>
      grid.getByRole('link', { name: new RegExp(`^${name}，`) }),
    )
    await keyboard.reach(ningxia!)
    await keyboard.press('ArrowRight')
    await expect(shandong!).toBeFocused()
    await keyboard.press('Home')
    await expect(ningxia!).toBeFocused()
  },

  async DotSheet(keyboard) {
    const { page } = keyboard
    await keyboard.state('各期展开')
    const sheet = page.getByRole('region', { name: /^示例省，方向键移动/ })
    await keyboard.reach(sheet)
    await keyboard.press('+', 'ArrowLeft')
    await keyboard.use(keyboard.button('显示全部'))
    const dot = page.getByRole('link', { name: /^白芨滩，/ })
    await keyboard.reach(dot)
    await expect(page.getByRole('status').filter({ hasText: '白芨滩' })).toContainText('100 MW')
  },

  async MapSheet(keyboard) {
    const { page } = keyboard
    await keyboard.state('聚合与停用的电站')
    const sheet = page.getByRole('region', { name: /^示例地图，方向键移动/ })
    await keyboard.reach(sheet)
    await keyboard.press('+', 'ArrowLeft')
    await keyboard.use(keyboard.button('显示全部'))
    await expect(keyboard.button('显示全部')).toHaveAttribute('aria-disabled', 'true')
    const spot = keyboard.button(/^云岭一期/)
    await keyboard.reach(spot)
    await expect(page.getByRole('status').filter({ hasText: '云岭一期' })).toContainText('50.0 MWp')
    await keyboard.press('Enter')
    await keyboard.told('云岭一期')
    await keyboard.state('几座在同一位置，列出来选')
    const both = keyboard.button(/^2 座/)
    await keyboard.use(both)
    const list = page.getByRole('dialog', { name: '同一位置的电站' })
    await expect(keyboard.button('东湖屋顶一期', list)).toBeFocused()
    await keyboard.shuts(list, both)
    await keyboard.press('Enter', 'Tab', 'Enter')
    await keyboard.told('东湖屋顶二期')
  },

  async ProcessDiagram(keyboard) {
    const { page } = keyboard
    await keyboard.state('办理中')
    await keyboard.reach(page.getByRole('region', { name: '示例流程图' }))
    const enlarge = keyboard.button('放大')
    await keyboard.use(enlarge)
    await expect(page.getByText('125 %')).toBeVisible()
    await keyboard.use(keyboard.button('适应窗口'), 'Space')
    await expect(page.getByText('100 %')).toBeVisible()
    await expect(keyboard.button('适应窗口')).toHaveAttribute('aria-disabled', 'true')
  },

  Status: nothing,
  Timeline: nothing,
}

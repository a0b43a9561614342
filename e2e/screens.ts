import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { chooseDepartment } from './departments.ts'
import { pressFor } from './journey.ts'
import { demoOrder, extendingOrder } from './orders.ts'
import { read } from './api.ts'
import { choose, EDGE, headed, heading, HELD, openFirst, press, type Screen } from './show.ts'
import { ticketOverlays, ticketPages } from './ticket-screens.ts'

/** All screens of the administrator, for everything that is done with each of them: checks by axe, pictures. */

export const pages: Screen[] = [
  ...ticketPages,
  {
    path: '/dashboard/analysis',
    show: async (page) => {
      for (const card of ['我的待办', '超时与损失排行', '人员负荷'])
        await expect(page.getByRole('region', { name: card }).getByRole('listitem').first()).toBeVisible()
    },
  },
  { path: '/taskCenter', show: (page) => heading(page, '任务中心') },
  {
    path: '/workPortal',
    show: (page) =>
      expect(page.getByRole('list', { name: '待办' }).getByRole('listitem').first()).toBeVisible(),
  },
  { path: '/orderHall', show: (page) => heading(page, '接单大厅') },
  {
    path: '/operation/taskView',
    // On a phone, one below the other.
    show: (page) =>
      expect(
        page
          .getByRole('region', { name: '甘特图' })
          .or(page.getByRole('region', { name: /月.*日 周/ }).first()),
      ).toBeVisible(),
  },
  {
    path: '/operation/taskView?view=calendar',
    show: (page) =>
      expect(
        page
          .getByRole('region', { name: '月历' })
          .or(page.getByRole('region', { name: /月.*日 周/ }).first()),
      ).toBeVisible(),
  },
  {
    path: '/operation/taskView?view=calendar&zoom=week',
    show: (page) =>
      expect(
        page
          .getByRole('region', { name: '周历' })
          .or(page.getByRole('region', { name: /月.*日 周/ }).first()),
      ).toBeVisible(),
  },
  {
    path: '/operation/taskView?view=board',
    show: (page) => expect(page.getByRole('article').filter({ visible: true }).first()).toBeVisible(),
  },
  { path: '/operation/item', show: (page) => heading(page, '巡检项目') },
  { path: '/operation/appearance', show: (page) => expect(page.getByText('启用合计')).toBeVisible() },
  { path: '/operation/clean', show: (page) => heading(page, '清洗工单') },
  {
    path: '/operation/orderStatistics',
    show: (page) => expect(page.getByRole('region', { name: '按期完成排行' })).toBeVisible(),
  },
  { path: '/station/archive', show: (page) => heading(page, '电站档案') },
  { path: '/station/archive?view=map', show: (page) => heading(page, '电站档案') },
  { path: '/station/archive?view=projects', show: (page) => heading(page, '电站档案') },
  { path: '/station/device', show: (page) => heading(page, '设备台账') },
  { path: '/system/user', show: (page) => heading(page, '用户') },
  { path: '/system/role', show: (page) => heading(page, '角色') },
  {
    path: '/system/role?role=r10020&tab=scope',
    show: (page) => expect(page.getByText('成员合计可见')).toBeVisible(),
  },
  {
    path: '/system/role?role=r10020&tab=members',
    show: (page) => expect(page.getByText('本部门及下级').first()).toBeVisible(),
  },
  {
    path: '/system/menu',
    show: (page) => expect(page.getByRole('treeitem', { name: '生产运营' })).toBeVisible(),
  },
  { path: '/system/role?view=sees', show: (page) => heading(page, '谁能看到什么') },
  {
    path: '/system/role?view=compare&role=r10020&with=r10030',
    show: (page) => expect(page.getByRole('table', { name: '角色的差别' })).toBeVisible(),
  },
  { path: '/system/role?view=sees&tab=object', show: (page) => heading(page, '谁能看到什么') },
  {
    path: '/system/role?view=sees&ask=1',
    show: (page) => expect(page.getByRole('region', { name: /^问一问/ })).toBeVisible(),
  },
  { path: '/system/department', show: (page) => heading(page, '部门') },
  { path: '/system/dict', show: (page) => heading(page, '字典') },
  { path: '/system/checkRule', show: (page) => heading(page, '编码规则') },
  { path: '/system/template', show: (page) => heading(page, '模板附件') },
  { path: '/system/process', show: (page) => heading(page, '流程设计') },
  {
    path: '/system/process?process=leave',
    show: (page) => expect(page.getByRole('region', { name: /流程图$/ }).locator('svg')).toBeVisible(),
  },
  {
    path: '/system/process?view=instances',
    show: (page) => expect(page.getByRole('group', { name: '查看' })).toBeVisible(),
  },
  {
    path: '/system/holiday?year=2027',
    show: (page) => expect(page.getByRole('region', { name: '2027 年 12 月' })).toBeAttached(),
  },
  {
    path: '/system/process?design=purchase',
    // On a phone the picture alone.
    show: (page) =>
      expect(
        page
          .getByRole('region', { name: '发布前检查' })
          .getByRole('button', { name: '定位节点' })
          .first()
          .or(page.getByRole('region', { name: /流程图$/ })),
      ).toBeVisible(),
  },
  {
    path: '/system/form?form=expense',
    show: (page) => expect(page.getByRole('region', { name: '字段属性' })).toBeVisible(),
  },
  {
    path: '/system/taskType?type=7',
    show: (page) => expect(page.getByRole('region', { name: '作业步骤' })).toBeVisible(),
  },
  { path: '/system/defectGrading', show: (page) => heading(page, '定级模板') },
  { path: '/operation/plan', show: (page) => heading(page, '巡检计划') },
  { path: '/operation/plan?edit=new', show: (page) => heading(page, '新建巡检计划') },
  { path: '/operation/cycle', show: (page) => heading(page, '巡检周期') },
  { path: '/system/position', show: (page) => heading(page, '岗位') },
  { path: '/system/import', show: (page) => heading(page, '数据导入') },
  { path: '/system/dataRole', show: (page) => heading(page, '数据角色') },
  { path: '/system/online', show: (page) => heading(page, '在线用户') },
  { path: '/system/job', show: (page) => expect(page.getByText('最老等待')).toBeVisible() },
  { path: '/system/openApi', show: (page) => heading(page, '开放接口') },
  {
    path: '/system/openApi?tab=tokens',
    show: (page) => expect(page.getByRole('region', { name: '机器账号' })).toBeVisible(),
  },
  {
    path: '/system/openApi?tab=calls',
    show: (page) => expect(page.getByRole('button', { name: '新建工单 /ops/order/insert' })).toBeVisible(),
  },
  { path: '/system/signInLog', show: (page) => heading(page, '登录日志') },
  {
    path: '/system/audit?entry=1',
    show: (page) => expect(page.getByRole('heading', { name: '链', exact: true })).toBeVisible(),
  },
  { path: '/systemConfiguration', show: (page) => heading(page, '系统配置') },
  { path: '/serviceConfiguration', show: (page) => heading(page, '业务配置') },
  { path: '/isolarerp/employee/individual', show: (page) => heading(page, '个人主页') },
  { path: '/user/tickling/tickling', show: (page) => heading(page, '问题反馈') },
  { path: '/editMail?side=office', show: (page) => heading(page, '总经理信箱') },
  { path: '/personal', show: (page) => heading(page, '我的流程') },
  { path: '/personal/downBigExcel', show: (page) => heading(page, '我的下载') },
  { path: '/system/tidings', show: (page) => heading(page, '消息') },
  { path: '/system/tidings?view=settings', show: (page) => heading(page, '消息接收设置') },
  { path: '/my/orders', show: (page) => heading(page, '我的工单') },
  { path: '/my/messages', show: (page) => heading(page, '消息') },
  { path: '/my/scan', show: (page) => heading(page, '扫码') },
  { path: '/my/outbox', show: (page) => heading(page, '本机待发送') },
  { path: '/my/reports', show: (page) => heading(page, '我上报的') },
  { path: '/my/manual', show: (page) => heading(page, '现场手册') },
  { path: '/my', show: (page) => heading(page, '我的') },
  { path: '/404', show: (page) => expect(page.getByText('很抱歉，资源未找到!')).toBeVisible() },
]

type Entry = { path: string; hidden: boolean; meta: { url: string | null }; children?: Entry[] }

const leavesOf = (entries: Entry[]): string[] =>
  entries.flatMap(({ path, hidden, meta, children = [] }) =>
    children.length > 0 ? leavesOf(children) : hidden || meta.url !== null ? [] : [path],
  )

/** The addresses of the pages in the menu of the signed-in user, without those of other systems. */
export async function menuPaths(page: Page): Promise<string[]> {
  const { menu } = await read<{ menu: Entry[] }>(page, 'get', '/sys/permission/getUserPermissionByToken')
  return leavesOf(menu)
}

/** With the number of new ones in its name. */
const openViews = (page: Page) => page.getByRole('button', { name: /^视图管理/ }).click(HELD)

/** Opens an order with this status by its address. */
async function openOrder(page: Page, status: number, more = '') {
  await page.goto(`/#/taskCenter?order=${await demoOrder(page, status)}${more}`)
  await expect(headed(page).first()).toBeVisible()
}

/** Opens a fault or defect that is closed. */
async function openInsurable(page: Page) {
  const { pageList } = await read<{ pageList: { id: string }[] }>(page, 'post', '/ops/order/page', {
    flowSts: [4],
    taskType: [7, 8],
    size: 1,
  })
  await page.goto(`/#/taskCenter?order=${pageList[0]!.id}`)
}

const ofStep = (page: Page, step: string) =>
  page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click()

export const overlays: Screen[] = [
  ...ticketOverlays,
  { path: '/taskCenter', show: (page) => openOrder(page, 4) },
  {
    name: '新建工单',
    path: '/taskCenter',
    show: async (page) => {
      await press(page, '新建工单')
      // With all missing fields listed.
      await press(page, '新建')
      await expect(page.getByRole('alert').filter({ hasText: '请选择电站' })).toBeVisible()
    },
  },
  {
    name: '指派工单',
    path: '/taskCenter',
    show: async (page) => {
      await openOrder(page, 1)
      await ofStep(page, '指派')
      await expect(page.getByRole('dialog', { name: /^指派工单/ })).toBeVisible()
    },
  },
  {
    name: '改期',
    path: '/taskCenter',
    show: async (page) => {
      await openOrder(page, 2)
      await page.getByRole('dialog').getByRole('button', { name: '更多', exact: true }).click()
      await page.getByRole('menuitem', { name: '改期' }).click()
    },
  },
  { name: '填写执行', path: '/taskCenter', show: (page) => openOrder(page, 2, '&do=execute') },
  {
    name: '退回意见',
    path: '/taskCenter',
    show: async (page) => {
      await openOrder(page, 3)
      await ofStep(page, '退回')
    },
  },
  {
    name: '审批延期',
    path: '/taskCenter',
    show: async (page) => {
      await page.goto(`/#/taskCenter?order=${await extendingOrder(page)}`)
      await expect(headed(page).first()).toBeVisible()
      await ofStep(page, '审批延期')
    },
  },
  {
    name: '登记保险',
    path: '/taskCenter',
    show: async (page) => {
      await openInsurable(page)
      await expect(headed(page).first()).toBeVisible()
      // Of a closed order it is the only step.
      await page.getByRole('dialog').getByRole('button', { name: '保险', exact: true }).click()
      await page.getByRole('dialog', { name: '登记保险' }).getByRole('button', { name: '保存' }).click()
      await expect(page.getByRole('alert').filter({ hasText: '请填写报案号' })).toBeVisible()
    },
  },
  {
    name: '关联工单',
    path: '/taskCenter',
    show: async (page) => {
      await openOrder(page, 2)
      await page.getByRole('dialog').getByRole('button', { name: '关联工单', exact: true }).click()
    },
  },
  { path: '/station/archive', show: openFirst },
  { name: '新增电站', path: '/station/archive', show: (page) => press(page, '新增电站') },
  { path: '/station/device', show: openFirst },
  { name: '新增设备', path: '/station/device', show: (page) => press(page, '新增设备') },
  { name: '编辑用户', path: '/system/user', show: (page) => choose(page, '编辑') },
  { name: '新建角色', path: '/system/role', show: (page) => press(page, '新建角色') },
  {
    name: '编辑部门',
    path: '/system/department',
    show: async (page) => {
      await page.getByRole('treeitem').first().click()
      const edit = page.getByRole('button', { name: '编辑', exact: true })
      // A wide window has both.
      await expect(edit.or(page.getByRole('button', { name: '更多操作' })).first()).toBeVisible()
      if (await edit.isVisible()) await edit.click()
      else await choose(page, '编辑')
    },
  },
  {
    name: '新增字典项',
    path: '/system/dict?dict=purchasesWay',
    show: (page) => press(page, '新增字典项'),
  },
  { name: '视图', path: '/taskCenter', show: openViews },
  {
    name: '保存视图',
    path: '/taskCenter?keyword=箱变',
    show: async (page) => {
      await openViews(page)
      await page.getByRole('dialog', { name: '视图' }).getByRole('button', { name: '保存当前条件' }).click()
    },
  },
  { name: '导出工单', path: '/taskCenter', show: (page) => press(page, '导出') },
  { name: '上传模板', path: '/system/template', show: (page) => press(page, '上传模板') },
  { name: '新建表单', path: '/system/form', show: (page) => press(page, '新建表单') },
  { name: '新建任务类型', path: '/system/taskType', show: (page) => press(page, '新建类型') },
  { name: '新建定级模板', path: '/system/defectGrading', show: (page) => press(page, '新建模板') },
  {
    name: '部署 外出.bpmn',
    path: '/system/process',
    show: async (page) => {
      const file = new URL('../server/src/modules/workflow/first-data/leave.bpmn', import.meta.url)
      const buffer = Buffer.from((await readFile(file, 'utf8')).replaceAll('"leave"', '"out"'))
      await page
        .getByLabel('流程文件')
        .setInputFiles({ name: '外出.bpmn', mimeType: 'application/xml', buffer })
    },
  },
  { name: '新建流程', path: '/system/process', show: (page) => press(page, '新建流程') },
  { name: '新建反馈', path: '/user/tickling/tickling', show: (page) => press(page, '新建反馈') },
  {
    path: '/user/tickling/tickling',
    show: async (page) => {
      const card = page.getByRole('listitem').getByRole('link')
      await card
        .or(page.locator('tbody').getByRole('row'))
        .filter({ visible: true })
        .first()
        .click({ position: EDGE, ...HELD })
      await expect(headed(page)).toBeVisible()
    },
  },
  { name: '给总经理写信', path: '/editMail', show: (page) => headed(page).waitFor() },
  { name: '发起流程', path: '/personal', show: (page) => press(page, '发起流程') },
  {
    name: '请假',
    path: '/personal',
    show: async (page) => {
      // The screen before has pressed the same button, maybe less than a second ago.
      const leave = page.getByRole('dialog').getByRole('button', { name: /^请假/ })
      await pressFor(page.getByRole('button', { name: '发起流程', exact: true }).first(), leave)
      await leave.click(HELD)
      await press(page, '提交')
      await expect(page.getByRole('alert').filter({ hasText: '请填写事由' })).toBeVisible()
    },
  },
  {
    name: '新建委托',
    path: '/personal',
    show: async (page) => {
      await press(page, '委托设置')
      await page.getByRole('dialog', { name: '委托设置' }).getByRole('button', { name: '新建委托' }).click()
      await page.getByRole('dialog', { name: '新建委托' }).getByRole('button', { name: '委托' }).click()
      await expect(page.getByRole('alert').filter({ hasText: '请选择受托人' })).toBeVisible()
    },
  },
  { name: '切换系统', path: '/taskCenter', show: (page) => press(page, '切换系统') },
  {
    name: '搜索',
    path: '/taskCenter',
    show: async (page) => {
      await heading(page, '任务中心')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: '搜索菜单、工单、电站' }).fill('逆变器')
      await expect(page.getByRole('dialog', { name: '搜索' }).getByRole('option').first()).toBeVisible()
    },
  },
]

/** A file with a valid row, an invalid one and a warning, checked but not imported. */
export async function checkFile(page: Page) {
  await chooseDepartment(page, '归属部门', '宁夏运维中心')
  const rows = ['电站名称,类型,容量(kWp),备注', '无障碍一期,集中式,5000,', '无障碍二期,潮汐式,5000,']
  await page.getByLabel('文件', { exact: true }).setInputFiles({
    name: '无障碍.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${rows.join('\r\n')}`),
  })
  await press(page, '试运行')
  await expect(page.getByText('整个文件都不会导入')).toBeVisible()
}

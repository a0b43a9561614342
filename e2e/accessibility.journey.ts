import { expect, type Locator, type Page } from '@playwright/test'
import { chooseDepartment } from './departments.ts'
import { read } from './api.ts'
import { expectNoFaults } from './axe.ts'
import { frames } from './hand.ts'
import { demoLogin, signIn } from './sign-in.ts'
import { test } from './journey.ts'

// Its tests share nothing.
test.describe.configure({ mode: 'parallel' })

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()

/** The pages, with the content that shows when they are ready. */
const pages: { path: string; ready: (page: Page) => Promise<void> }[] = [
  {
    path: '/dashboard/analysis',
    ready: async (page) => {
      for (const card of ['我的待办', '超时与损失排行', '人员负荷'])
        await expect(page.getByRole('region', { name: card }).getByRole('listitem').first()).toBeVisible()
    },
  },
  { path: '/taskCenter', ready: (page) => heading(page, '任务中心') },
  { path: '/station/archive', ready: (page) => heading(page, '电站档案') },
  { path: '/system/user', ready: (page) => heading(page, '用户') },
  { path: '/system/role', ready: (page) => heading(page, '角色') },
  { path: '/system/department', ready: (page) => heading(page, '部门') },
  { path: '/system/dict', ready: (page) => heading(page, '字典') },
  { path: '/system/checkRule', ready: (page) => heading(page, '编码规则') },
  { path: '/system/template', ready: (page) => heading(page, '模板附件') },
  { path: '/system/import', ready: (page) => heading(page, '数据导入') },
  { path: '/system/signInLog', ready: (page) => heading(page, '登录日志') },
  { path: '/systemConfiguration', ready: (page) => heading(page, '系统配置') },
  { path: '/serviceConfiguration', ready: (page) => heading(page, '业务配置') },
  { path: '/isolarerp/employee/individual', ready: (page) => heading(page, '个人主页') },
  { path: '/user/tickling/tickling', ready: (page) => heading(page, '问题反馈') },
  { path: '/editMail?side=office', ready: (page) => heading(page, '总经理信箱') },
  { path: '/personal/downBigExcel', ready: (page) => heading(page, '我的下载') },
  { path: '/404', ready: (page) => expect(page.getByText('很抱歉，资源未找到!')).toBeVisible() },
]

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

const headed = (page: Page) => page.getByRole('dialog').getByRole('heading', { level: 1 })

/** Opens an order with this status by its address. */
async function openOrder(page: Page, status: number, more = '') {
  const found = await read<{ pageList: { id: string }[] }>(page, 'post', '/ops/order/page', {
    flowSts: [status],
  })
  await page.goto(`/#/taskCenter?order=${found.pageList[0]!.id}${more}`)
  await expect(headed(page).first()).toBeVisible()
}

/** A position clear of the buttons in a row or on a card. */
const EDGE = { x: 60, y: 12 }

async function choose(page: Page, action: string) {
  await page
    .getByRole('button', { name: /更多操作|的操作$/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

const ofStep = (page: Page, step: string) =>
  page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click()

type Overlay = {
  /** The heading; missing where it names a record. */
  name?: string
  path: string
  open: (page: Page) => Promise<void>
}

const overlays: Overlay[] = [
  { path: '/taskCenter', open: (page) => openOrder(page, 4) },
  {
    name: '新建工单',
    path: '/taskCenter',
    open: async (page) => {
      await press(page, '新建工单')
      // With all missing fields listed.
      await press(page, '新建')
      await expect(page.getByText('此项为必填项').first()).toBeVisible()
    },
  },
  {
    name: '指派工单',
    path: '/taskCenter',
    open: async (page) => {
      await openOrder(page, 1)
      await ofStep(page, '指派')
    },
  },
  { name: '填写执行', path: '/taskCenter', open: (page) => openOrder(page, 2, '&do=execute') },
  {
    name: '退回意见',
    path: '/taskCenter',
    open: async (page) => {
      await openOrder(page, 3)
      await ofStep(page, '退回')
    },
  },
  {
    path: '/station/archive',
    open: async (page) => {
      await page
        .getByRole('article')
        .or(page.locator('tbody').getByRole('row'))
        .first()
        .click({ position: EDGE })
      await expect(headed(page)).toBeVisible()
    },
  },
  { name: '新增电站', path: '/station/archive', open: (page) => press(page, '新增电站') },
  { name: '编辑用户', path: '/system/user', open: (page) => choose(page, '编辑') },
  { name: '新建角色', path: '/system/role', open: (page) => press(page, '新建角色') },
  {
    name: '编辑部门',
    path: '/system/department',
    open: async (page) => {
      await page.getByRole('treeitem').first().click()
      const edit = page.getByRole('button', { name: '编辑', exact: true })
      await expect(edit.or(page.getByRole('button', { name: '更多操作' }))).toBeVisible()
      if (await edit.isVisible()) await edit.click()
      else await choose(page, '编辑')
    },
  },
  {
    name: '新增字典项',
    path: '/system/dict?dict=purchasesWay',
    open: (page) => press(page, '新增字典项'),
  },
  { name: '导出工单', path: '/taskCenter', open: (page) => press(page, '导出') },
  { name: '上传模板', path: '/system/template', open: (page) => press(page, '上传模板') },
  { name: '新建反馈', path: '/user/tickling/tickling', open: (page) => press(page, '新建反馈') },
  {
    path: '/user/tickling/tickling',
    open: async (page) => {
      const card = page.getByRole('listitem').getByRole('link')
      await card.or(page.locator('tbody').getByRole('row')).first().click({ position: EDGE })
      await expect(headed(page)).toBeVisible()
    },
  },
  { name: '给总经理写信', path: '/editMail', open: (page) => headed(page).waitFor() },
  { name: '切换系统', path: '/taskCenter', open: (page) => press(page, '切换系统') },
  {
    name: '搜索',
    path: '/taskCenter',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: '搜索菜单、工单、电站' }).fill('逆变器')
      await expect(page.getByRole('dialog', { name: '搜索' }).getByRole('option').first()).toBeVisible()
    },
  },
]

/** A file with a valid row, an invalid one and a warning, checked but not imported. */
async function checkFile(page: Page) {
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

/** Closes all overlays, the last one first. */
const closeAll = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 })
  }).toPass()

const WIDE = { width: 1440, height: 2400 }
const NARROW = { width: 390, height: 2400 }

/** Returns when the layout of the workspace has changed, which it does with a delay (spec 1 §9). */
async function resize(page: Page, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport)
  // Also behind a dialog, where roles are hidden.
  const isInWorkspace = (await page.locator('.frame').count()) > 0
  const tabs = page.locator('nav[aria-label=打开的页面]')
  if (isInWorkspace) await expect(tabs).toHaveCount(viewport === WIDE ? 1 : 0)
  await frames(page, 3)
}

/** Checks what a phone shows, and the same in a wide window; `open` opens what a change of the width has closed. */
async function expectNoFaultsAtAnyWidth(page: Page, where: string, dialog?: Locator, open = async () => {}) {
  await open()
  await expectNoFaults(page, `${where} on a phone`, dialog)
  await resize(page, WIDE)
  await open()
  await expectNoFaults(page, `${where} in a wide window`, dialog)
  await resize(page, NARROW)
}

// A high viewport, so that few lists scroll: axe cannot check a text that an edge cuts.
test.use({ viewport: NARROW })

test('axe finds nothing at sign-in, wherever the sun stands', async ({ page }) => {
  for (const time of ['03:00', '06:20', '08:15', '12:00', '15:45']) {
    await page.clock.setFixedTime(new Date(`2026-06-21T${time}:00+08:00`))
    await page.goto('/')
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await expectNoFaultsAtAnyWidth(page, `sign-in at ${time}`)
  }
})

test('axe finds nothing around signing in', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expectNoFaultsAtAnyWidth(page, 'sign-in')
  await page.getByRole('tab', { name: '手机验证码登录' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectNoFaultsAtAnyWidth(page, 'sign-in by phone, with faults')
  await page.getByRole('button', { name: '下载移动端APP' }).click()
  const download = page.getByRole('dialog', { name: '下载移动端APP' })
  await expect(download).toBeVisible()
  await expectNoFaultsAtAnyWidth(page, 'app download', download)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await expectNoFaultsAtAnyWidth(page, 'forgotten password')
})

/** Every page and every overlay, in the order of one visit. */
const areas: [area: string, isPart: (path: string) => boolean][] = [
  ['the administration', (path) => path.startsWith('/system')],
  ['the task centre', (path) => path.startsWith('/taskCenter')],
  ['everything else', (path) => !/^\/(?:system|taskCenter)/.test(path)],
]

for (const [area, isPart] of areas) {
  test(`axe finds nothing in any page and overlay of ${area}`, async ({ page }) => {
    test.slow()
    await signIn(page, demoLogin('admin'))
    for (const { path, ready } of pages.filter((each) => isPart(each.path))) {
      await page.goto(`/#${path}`)
      await ready(page)
      await expectNoFaultsAtAnyWidth(page, path)
    }
    for (const { name, path, open } of overlays.filter((each) => isPart(each.path))) {
      await page.goto(`/#${path}`)
      const dialog = page.getByRole('dialog', { name, exact: true }).last()
      await expectNoFaultsAtAnyWidth(page, `${path} ${name ?? ''}`, dialog, async () => {
        if (!(await dialog.isVisible())) await open(page)
        await expect(dialog).toBeVisible()
      })
      await closeAll(page)
    }
  })
}

test('axe finds nothing in the result of an import', async ({ page }) => {
  await signIn(page, demoLogin('admin'))
  await page.goto('/#/system/import')
  await checkFile(page)
  await expectNoFaultsAtAnyWidth(page, 'import result')
})

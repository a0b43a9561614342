import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { pressFor } from './journey.ts'
import { heading, press, type Screen } from './show.ts'

/** All screens of the platform's operator, for what `screens.ts` is for those of a company's administrator. */

export const operatorPages: Screen[] = [
  { path: '/platform/company', show: (page) => heading(page, '租户') },
  {
    path: '/platform/health',
    show: (page) => expect(page.getByRole('region', { name: '数据库' })).toBeVisible(),
  },
  { path: '/system/user?by=operator', show: (page) => heading(page, '用户') },
  { path: '/system/job?by=operator', show: (page) => expect(page.getByText('最老等待')).toBeVisible() },
  { path: '/systemConfiguration?by=operator', show: (page) => heading(page, '系统配置') },
]

/** Opens a company that no journey suspends. */
async function openCompany(page: Page) {
  const { records } = await read<{ records: { companyCode: string }[] }>(page, 'get', '/sys/tenant/list', {
    keyword: '示范光伏',
  })
  await page.goto(`/#/platform/company?company=${records[0]!.companyCode}`)
  await expect(page.getByRole('heading', { name: '用量与配额' })).toBeVisible()
}

/** Presses a button of an open company, also where a phone has it behind 更多. */
async function actOnCompany(page: Page, name: string, dialog: RegExp) {
  await openCompany(page)
  const action = page.getByRole('dialog').getByRole('button', { name, exact: true })
  const more = page.getByRole('dialog').getByRole('button', { name: '更多', exact: true })
  const opened = page.getByRole('dialog', { name: dialog })
  await expect(action.or(more).first()).toBeVisible()
  if (await action.isVisible()) return pressFor(action, opened)
  await more.click()
  await page.getByRole('menuitem', { name }).click()
  await expect(opened).toBeVisible()
}

export const operatorOverlays: Screen[] = [
  { path: '/platform/company', show: openCompany },
  {
    name: '新建租户',
    path: '/platform/company',
    show: async (page) => {
      await press(page, '新建租户')
      const form = page.getByRole('dialog', { name: '新建租户' })
      await form.getByRole('button', { name: '新建', exact: true }).click()
      await expect(form.getByText('请填写公司名称').first()).toBeVisible()
    },
  },
  { path: '/platform/company?do=edit', show: (page) => actOnCompany(page, '修改', /^修改/) },
  { path: '/platform/company?do=suspend', show: (page) => actOnCompany(page, '停用', /^停用/) },
  { path: '/platform/company?do=export', show: (page) => actOnCompany(page, '导出数据', /^导出/) },
]

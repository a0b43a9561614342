import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoFaults } from './axe.ts'
import { chooseDepartment } from './departments.ts'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

type Department = { id: string; orgCode: string }

const mark = Date.now().toString(36)
const names = { first: `甲区 ${mark}`, second: `乙区 ${mark}`, crew: `班组 ${mark}`, small: `小组 ${mark}` }

const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const formOf = (page: Page, title: string) => page.getByRole('dialog', { name: title })

/** Departments below the top: two regions, a crew in the first one and a group in the crew. */
async function organise(page: Page): Promise<{ crew: Department; second: Department }> {
  const [top] = await read<Department[]>(page, 'get', '/sys/sysDepart/queryTreeList')
  const add = (parentId: string, departName: string) =>
    read<Department>(page, 'post', '/sys/sysDepart/add', { parentId, departName })
  const first = await add(top!.id, names.first)
  const second = await add(top!.id, names.second)
  const crew = await add(first.id, names.crew)
  await add(crew.id, names.small)
  return { crew, second }
}

test('an administrator moves a department under another one, and merges it into a third', async ({
  browser,
}) => {
  test.slow()
  const page = await newSignedInPage(browser, demoLogin('admin'))
  const { crew, second } = await organise(page)
  await page.goto(`/#/system/department?dep=${crew.id}`)
  const panel = panelOf(page, names.crew)
  await expect(panel).toContainText(crew.orgCode)

  const move = formOf(page, `移动部门“${names.crew}”`)
  await pressFor(panel.getByRole('button', { name: '移动' }), move)
  await chooseDepartment(move, '新的上级部门', names.second)
  const effects = move.getByRole('region', { name: '影响' })
  await expect(effects).toContainText(`${second.orgCode}A01`)
  await expect(effects).toContainText('2 个部门、0 人、0 座电站、0 张未完成工单')
  await move.getByLabel('原因').fill('归乙区管理')
  await expectNoFaults(page, 'light', '移动部门', move)
  await pressToClose(move, '移动')
  await expect(panel).toContainText(`${second.orgCode}A01`)
  await expect(panel.getByRole('button', { name: names.second })).toBeVisible()

  const moves = formOf(page, '部门调整记录')
  await pressFor(page.getByRole('button', { name: '调整记录' }), moves)
  await expect(moves.getByRole('listitem').first()).toContainText(`“${names.crew}”移到“${names.second}”下`)
  await pressToClose(moves, '我知道了')
  // The rows of the move have followed.
  await expect(page.getByRole('progressbar', { name: '部门调整的进度' })).toHaveCount(0)

  const merge = formOf(page, `合并部门“${names.crew}”`)
  await panel.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '合并到' }).click()
  await chooseDepartment(merge, '并入', names.first)
  await expect(merge.getByRole('region', { name: '影响' })).toContainText('1 个下级部门')
  await merge.getByLabel('原因').fill('班组撤销')
  await pressToClose(merge, '合并')
  await expect(panelOf(page, names.first)).toContainText(names.small)
  await page.goto(`/#/system/department?dep=${crew.id}`)
  await expect(panel).toContainText('已停用')
})

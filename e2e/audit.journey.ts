import { expect } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { read } from './api.ts'
import { pressFor, test } from './journey.ts'
import { demoLogin, newSignedInPage, signIn } from './sign-in.ts'

type Role = { id: string; version: number; roleName: string }

const code = `audit${Date.now()}`
const name = `受审角色${code.slice(-5)}`

test('a role that is made shows in the audit log, with its place in a chain that is verified', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/system/role')
  await pressFor(
    page.getByRole('button', { name: '新建角色' }),
    page.getByRole('dialog', { name: '新建角色' }),
  )
  const form = page.getByRole('dialog', { name: '新建角色' })
  await form.getByLabel('角色名称').fill(name)
  await form.getByLabel('角色编码').fill(code)
  await form.getByRole('button', { name: /^(保存|确定|新建)$/ }).click()
  await expect(page.getByText(name).first()).toBeVisible()

  // Other journeys write entries meanwhile.
  await page.goto(`/#/system/audit?keyword=${code}`)
  await expect(page.getByRole('heading', { name: '审计日志', exact: true })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(async () => {
    await page.getByRole('button', { name: '刷新' }).click()
    await expect(row.first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await row.filter({ hasText: '建' }).first().click()
  const pane = page.getByRole('complementary', { name: '条目' })
  await expect(pane.getByRole('heading', { name: new RegExp(`角色 ${name} ${code}`) })).toBeVisible()
  await expect(pane.getByRole('row', { name: new RegExp(`角色名称.*${name}`) })).toBeVisible()
  await expectNoFaults(page, 'light', '审计日志', pane)

  await page.getByRole('button', { name: '立即校验' }).click()
  await expect(page.getByText(/链已校验到 #[\d,]+/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/未发现改动/)).toBeVisible()

  await pane.getByRole('link', { name: /这个对象的全部变更/ }).click()
  await expect(page.getByText('只看一个对象的变更')).toBeVisible()
  await expect(row.first()).toBeVisible()
  await page.getByRole('group', { name: '动作' }).getByRole('button', { name: /^删/ }).click()
  await expect(row).toHaveCount(0)
})

test('an edit is taken back from its entry, once, as a new change', async ({ page }) => {
  const roleCode = `restore${Date.now()}`
  const [before, after] = [`旧名${roleCode.slice(-5)}`, `新名${roleCode.slice(-5)}`]
  await signIn(page, demoLogin('admin'))
  const { id, version } = await read<Role>(page, 'post', '/sys/role/add', { roleCode, roleName: before })
  await read(page, 'put', '/sys/role/edit', { id, version, roleCode, roleName: after })

  const pane = page.getByRole('complementary', { name: '条目' })
  const edits = page.getByRole('row').filter({ hasText: after }).filter({ hasText: before })
  const showEdits = async (count: number) => {
    await page.goto(`/#/system/audit?keyword=${after}`)
    await expect(page.getByRole('heading', { name: '审计日志', exact: true })).toBeVisible()
    await expect(async () => {
      await page.getByRole('button', { name: '刷新' }).click()
      await expect(edits).toHaveCount(count, { timeout: 2000 })
    }).toPass()
  }
  await showEdits(1)
  await edits.click()
  await expect(pane.getByRole('row', { name: `角色名称 ${before} ${after}` })).toBeVisible()
  const question = page.getByRole('dialog', { name: /^按旧值恢复/ })
  await pressFor(pane.getByRole('button', { name: '按旧值恢复' }), question)
  await expect(question).toContainText('这条记录不变')
  await expectNoFaults(page, 'light', 'taking an edit back', question)
  await question.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(page.getByText('已按旧值恢复')).toBeVisible()
  expect((await read<Role>(page, 'get', '/sys/role/queryById', { id })).roleName).toBe(before)

  // What has changed since is not overwritten, and the new change stands beside the old one.
  await pressFor(pane.getByRole('button', { name: '按旧值恢复' }), question)
  await question.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(question.getByText(/在这之后又改过/)).toBeVisible()
  await question.getByRole('button', { name: '取消' }).click()
  await showEdits(2)
})

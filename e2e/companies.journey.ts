import { expect, type Page } from '@playwright/test'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { openSession } from './session.ts'
import { demoLogin, openPage, operatorLogin, signIn } from './sign-in.ts'

const companies = async (page: Page) => {
  await signIn(page, operatorLogin())
  await openPage(page, '/platform/company', '租户')
}

const unique = () => Date.now().toString(36).toUpperCase().slice(-6)

test('the operator creates a company, limits it, suspends it, exports its data and plans its removal', async ({
  page,
}) => {
  const code = `J${unique()}`
  const name = `启明光伏 ${code}`
  const username = `boss${code.toLowerCase()}`
  await companies(page)
  const form = page.getByRole('dialog', { name: '新建租户' })
  await pressFor(page.getByRole('button', { name: '新建租户' }).first(), form)
  await form.getByLabel('公司名称').fill(name)
  await form.getByLabel('公司编码').fill(code)
  await form.getByLabel('管理员姓名').fill('周管理')
  await form.getByLabel('管理员账号').fill(username)
  await form.getByLabel('管理员手机号').fill(`139${String(Date.now()).slice(-8)}`)
  await form.getByRole('button', { name: '新建', exact: true }).click()
  const issued = page.getByRole('dialog', { name: `${name}已创建` })
  await expect(issued).toContainText(username)
  const password = (await issued.locator('code').textContent())!
  await pressToClose(issued, '我已记下')

  await page.getByRole('searchbox', { name: '关键词' }).fill(code)
  const drawer = page.getByRole('dialog', { name: new RegExp(name) })
  await pressFor(page.getByRole('row', { name: new RegExp(name) }).getByText(name), drawer)
  await expect(drawer.getByText('管理员还没有用初始密码登录')).toBeVisible()
  const edit = page.getByRole('dialog', { name: `修改${name}` })
  await pressFor(drawer.getByRole('button', { name: '修改', exact: true }), edit)
  await edit.getByLabel('人员上限').fill('5')
  await pressToClose(edit, '保存')
  await expect(drawer.getByText('1 / 5')).toBeVisible()
  await expect(drawer.getByRole('region', { name: '运营记录' })).toContainText('人员上限：不限 → 5')

  const archive = page.getByRole('dialog', { name: `导出${name}的全部数据？` })
  await pressFor(drawer.getByRole('button', { name: '导出数据' }), archive)
  await archive.getByRole('button', { name: '导出', exact: true }).click()
  await expect(archive.getByText('请填写原因')).toBeVisible()
  await archive.getByLabel('原因').fill('客户要求备份')
  await pressToClose(archive, '导出')
  const archives = drawer.getByRole('region', { name: '数据导出' })
  const download = page.waitForEvent('download')
  await archives.getByRole('button', { name: '下载' }).click()
  expect((await download).suggestedFilename()).toBe(`${code}.zip`)

  const suspend = page.getByRole('dialog', { name: `停用${name}？` })
  await pressFor(drawer.getByRole('button', { name: '停用', exact: true }), suspend)
  await suspend.getByLabel('原因').fill('合同终止')
  await pressToClose(suspend, '停用')
  await expect(drawer.getByText('停用：合同终止')).toBeVisible()
  await expect(openSession({ username, password })).rejects.toThrow('公司已停用，请联系平台运营方')

  const removal = page.getByRole('dialog', { name: `删除${name}？` })
  await pressFor(drawer.getByRole('button', { name: '删除…' }), removal)
  await expect(removal.getByLabel('多少天后删除')).toHaveValue('30')
  await removal.getByLabel('原因').fill('合同终止')
  await removal.getByLabel(/请输入公司名称/).fill('别的公司')
  await removal.getByRole('button', { name: '计划删除' }).click()
  await expect(removal.getByText('输入的公司名称与要删除的公司不一致')).toBeVisible()
  await removal.getByLabel(/请输入公司名称/).fill(name)
  await pressToClose(removal, '计划删除')
  await expect(drawer.getByText('删除全部数据和文件：合同终止')).toBeVisible()
  const cancel = page.getByRole('dialog', { name: `取消删除${name}？` })
  await pressFor(drawer.getByRole('button', { name: '取消删除' }), cancel)
  await pressToClose(cancel, '取消删除')
  const resume = page.getByRole('dialog', { name: `恢复${name}？` })
  await pressFor(drawer.getByRole('button', { name: '恢复', exact: true }), resume)
  await pressToClose(resume, '恢复')
  await expect(drawer.getByRole('button', { name: '停用', exact: true })).toBeVisible()
})

test('a company’s administrator sees what it uses and no page of the operator', async ({ page }) => {
  await signIn(page, demoLogin('admin'))
  await openPage(page, '/systemConfiguration', '系统配置')
  await expect(page.getByText('由平台运营方设置')).toBeVisible()
  await expect(page.getByText(/座/).first()).toBeVisible()
  await page.goto('/#/platform/company')
  await expect(page.getByRole('heading', { name: '租户', exact: true })).toBeHidden()
})

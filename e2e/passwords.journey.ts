import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { chooseOwnPassword } from './people.ts'
import { codeSentTo } from './sms-code.ts'
import {
  demoLogin,
  fillAndDrag,
  knowTheWay,
  newSignedInPage,
  passCaptcha,
  signInByHand,
  signInFirst,
  stepOut,
} from './sign-in.ts'
import { test } from './journey.ts'

const unique = Date.now().toString()
const ISSUED = 'Issued#2026'
const CHOSEN = 'Chosen#2026'
const CHANGED = 'Changed#2027'

type Newcomer = { username: string; phone: string }

/** A user whose account was just created by the administrator. */
async function hire(at: number): Promise<Newcomer> {
  const admin = demoLogin('admin')
  const roles = await read<{ records: { id: string; roleCode: string }[] }>(admin, 'get', '/sys/role/list', {
    pageSize: '100',
  })
  const { depId } = await read<{ depId: string }>(admin, 'get', '/sys/user/getUserInfo')
  const newcomer = { username: `p${unique}${at}`, phone: `139${unique.slice(-7)}${at}` }
  await read(admin, 'post', '/sys/user/add', {
    ...newcomer,
    realname: `新人 ${at}`,
    password: ISSUED,
    depId,
    roleIds: [roles.records.find(({ roleCode }) => roleCode === 'r10030')!.id],
  })
  return newcomer
}

const dialogIn = (page: Page) => page.getByRole('dialog', { name: '修改密码' })

test('a newcomer has to choose an own password before anything else', async ({ page }) => {
  test.slow()
  const { username } = await hire(1)
  await page.goto('/')
  await knowTheWay(page)
  await fillAndDrag(page, { username, password: ISSUED })
  const dialog = dialogIn(page)
  await expect(dialog).toContainText('首次登录须修改初始密码')

  // Nothing closes it, a reload shows it again, and the page has no other content.
  await page.keyboard.press('Escape')
  await page.mouse.click(8, 400)
  await expect(dialog.getByRole('button', { name: '关闭' })).toHaveCount(0)
  await page.goto('/#/taskCenter')
  await page.reload()
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)

  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入新密码!')).toBeVisible()
  await expect(dialog.getByText('请输入确认新密码')).toBeVisible()
  await dialog.getByLabel(/^\*?新密码$/).fill('tooshort')
  await expect(dialog.getByText('密码必须包含数字、字母及特殊符号，长度8-14位，不允许有空格！')).toBeVisible()
  await dialog.getByLabel(/^\*?新密码$/).fill(ISSUED)
  await dialog.getByLabel(/^\*?确认新密码$/).fill(CHOSEN)
  await expect(dialog.getByText('两次密码不一致！')).toBeVisible()
  await dialog.getByLabel(/^\*?确认新密码$/).fill(ISSUED)
  // A press within a second of the previous one counts as a repeat.
  await expect(async () => {
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('新密码不能与旧密码相同')).toBeVisible({ timeout: 1500 })
  }).toPass()

  // Signing out is the only alternative, and changes nothing.
  await dialog.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('dialog', { name: '退出登录' }).getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await fillAndDrag(page, { username, password: ISSUED })
  await chooseOwnPassword(page, CHOSEN)
  await signInByHand(page, { username, password: CHOSEN })
})

test('a person changes the own password with a code to the own phone', async ({ browser, page }) => {
  test.slow()
  const { username, phone } = await hire(2)
  await signInFirst(page, { username, password: ISSUED }, CHOSEN)
  await page.goto('/')
  const elsewhere = await newSignedInPage(browser, { username, password: CHOSEN })
  await elsewhere.goto('/')

  const dialog = await openDialog(page)
  await expect(dialog).toContainText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByText('验证码不能为空')).toBeVisible()

  // The captcha opens first, and Esc closes only the captcha. The code then goes only to the phone, because the user
  // has their own password.
  const ask = dialog.getByRole('button', { name: '获取验证码' })
  await ask.click()
  await expect(page.getByRole('dialog', { name: '请完成安全验证' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: '请完成安全验证' })).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await passCaptcha(page, () => ask.click())
  await expect(dialog.getByRole('button', { name: /^1[01]\d s后重新获取$/ })).toBeDisabled()
  const code = await codeSentTo(phone)
  await expect(page.getByText('演示环境')).toHaveCount(0)
  const waiting = dialog.getByRole('button', { name: /^\d+ s后重新获取$/ })

  // A wrong code shows an error; the wait survives a reload, and so does the code.
  await dialog.getByRole('textbox', { name: '验证码' }).fill(code === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('验证错误')).toBeVisible()
  await expect(dialog.getByText('验证码错误')).toBeVisible()
  await page.reload()
  await openDialog(page)
  await expect(waiting).toBeDisabled()
  await dialog.getByRole('textbox', { name: '验证码' }).fill(code)
  await dialog.getByRole('button', { name: '下一步' }).click()

  // Back and forth without another code.
  await dialog.getByRole('button', { name: '上一步' }).click()
  await dialog.getByRole('button', { name: '下一步' }).click()
  await stepOut(elsewhere)
  const sent = page.waitForRequest((request) => request.url().endsWith('/sys/user/passwordChange'))
  await dialog.getByLabel(/^\*?新密码$/).fill(CHANGED)
  await dialog.getByLabel(/^\*?确认新密码$/).fill(CHANGED)
  await dialog.getByRole('button', { name: '确定' }).click()
  expect((await sent).postData()).not.toContain(CHANGED)

  // Signed out here and elsewhere; only the new password works.
  await expect(page.getByText('密码修改成功')).toBeVisible()
  await elsewhere.goto('/')
  await expect(elsewhere.getByText('Token失效，请重新登录!')).toBeVisible()
  await fillAndDrag(page, { username, password: CHOSEN })
  await expect(page.getByText('用户名或密码错误')).toBeVisible()
  await signInByHand(page, { username, password: CHANGED })
})

async function openDialog(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: /新人/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  await expect(dialogIn(page)).toBeVisible()
  return dialogIn(page)
}

import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { hire } from './people.ts'
import {
  demoLogin,
  fillAndDrag,
  knowTheWay,
  newSignedInPage,
  signInFirst,
  type Credentials,
} from './sign-in.ts'
import { test } from './journey.ts'

const OWN = 'Chosen#2026'

/** The code that an authenticator app shows now, or in the next half minute. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function toSecondStep(page: Page, credentials: Credentials) {
  await page.goto('/')
  await knowTheWay(page)
  await fillAndDrag(page, credentials)
  await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible()
}

async function enable(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/#/isolarerp/employee/individual')
  await page.getByRole('button', { name: '开启两步验证' }).click()
  const dialog = page.getByRole('dialog', { name: '开启两步验证' })
  await dialog.getByLabel(/登录密码/).fill('Wrong#2026')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByText('登录密码不正确')).toBeVisible()
  await dialog.getByLabel(/登录密码/).fill(OWN)
  const picture = dialog.getByRole('img', { name: '身份验证器的二维码' })
  // A press within a second of the previous one counts as a repeat.
  await expect(async () => {
    if (!(await picture.isVisible()))
      await dialog.getByRole('button', { name: '下一步' }).click({ timeout: 1500 })
    await expect(picture).toBeVisible({ timeout: 1500 })
  }).toPass()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel(/动态口令/).fill(codeOf(secret))
  await dialog.getByRole('button', { name: '开启', exact: true }).click()
  const items = dialog.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allInnerTexts()
  await dialog.getByRole('checkbox', { name: '我已保存恢复码' }).check()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('登录时除密码外还需动态口令，还有 10 个恢复码')).toBeVisible()
  return { secret, codes }
}

test('a person turns two-step sign-in on, needs it from then on, and loses the phone', async ({
  browser,
  page,
}) => {
  test.slow()
  const admin = await newSignedInPage(browser, demoLogin('admin'))
  const { username, password } = await hire(admin, 'r10030')
  await signInFirst(page, { username, password }, OWN)
  const { secret, codes } = await enable(page)

  const elsewhere = await (await browser.newContext()).newPage()
  await toSecondStep(elsewhere, { username, password: OWN })
  await expect(elsewhere.getByLabel('动态口令')).toBeFocused()
  await elsewhere.getByLabel('动态口令').fill('000000')
  await expect(elsewhere.getByText('动态口令或恢复码不正确')).toBeVisible()
  // The code used to enable it is spent; the app's next one is already valid.
  await elsewhere.getByLabel('动态口令').fill(codeOf(secret, 1))
  await expect(elsewhere.getByRole('navigation').first()).toBeVisible()

  const withoutPhone = await (await browser.newContext()).newPage()
  await toSecondStep(withoutPhone, { username, password: OWN })
  await withoutPhone.getByRole('button', { name: '手机不在身边？使用恢复码' }).click()
  await withoutPhone.getByLabel('恢复码', { exact: true }).fill('1234')
  await withoutPhone.getByRole('button', { name: '登录', exact: true }).click()
  await expect(withoutPhone.getByText('请输入 16 位恢复码')).toBeVisible()
  await withoutPhone.getByLabel('恢复码', { exact: true }).fill(codes[0]!)
  await withoutPhone.getByRole('button', { name: '登录', exact: true }).click()
  await expect(withoutPhone.getByRole('navigation').first()).toBeVisible()
  await withoutPhone.goto('/#/isolarerp/employee/individual')
  await expect(withoutPhone.getByText('还有 9 个恢复码')).toBeVisible()

  await admin.goto(`/#/system/user?keyword=${username}`)
  await admin.getByRole('button', { name: /更多/ }).last().click()
  await admin.getByRole('menuitem', { name: '重置两步验证' }).click()
  const question = admin.getByRole('dialog', { name: /重置.*的两步验证/ })
  await question.getByRole('button', { name: '重置两步验证' }).click()
  await expect(admin.getByText('两步验证已重置')).toBeVisible()
  const afterwards = await (await browser.newContext()).newPage()
  await afterwards.goto('/')
  await knowTheWay(afterwards)
  await fillAndDrag(afterwards, { username, password: OWN })
  await expect(afterwards.getByRole('navigation').first()).toBeVisible()
})

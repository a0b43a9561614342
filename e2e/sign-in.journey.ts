import { expect, type Locator, type Page } from '@playwright/test'
import { openSession } from './session.ts'
import {
  demoLogin,
  fillAndDrag,
  newSignedInPage,
  passCaptcha,
  signIn,
  signInByHand,
  stepOut,
  type Credentials,
} from './sign-in.ts'
import { answer, test } from './journey.ts'

// Its tests share nothing, and one after the other they would outlast all other files.
test.describe.configure({ mode: 'parallel' })

const COMPANY = '晴空新能'

/** No other journey signs in with these accounts, so locks, codes and new passwords affect only this file. */
const widths = [
  { width: 1440, byPhone: demoLogin('r10030', COMPANY), forgetful: demoLogin('r10040', COMPANY) },
  { width: 390, byPhone: demoLogin('r10025', COMPANY), forgetful: demoLogin('r10055', COMPANY) },
]
const master = demoLogin('r10020', COMPANY)
const manager = demoLogin('r10010', COMPANY)

const workspace = (page: Page) => page.getByRole('navigation').first()
const loginTitle = (page: Page) => page.getByRole('heading', { name: '登录工作台' })
const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: '提示消息' }).filter({ hasText: text })

type Stored = { token: string; user: { phone: string; tenantId: string; realname: string } }

/** The session data stored by this window. */
const stored = (page: Page) =>
  page.evaluate<Stored>(() => {
    const valueOf = (name: string) =>
      (JSON.parse(localStorage.getItem(`heliodesk__${name}`)!) as { value: unknown }).value
    return { token: valueOf('Access-Token'), user: valueOf('Login_Userinfo') } as Stored
  })

const phoneOf = async (credentials: Credentials) => (await openSession(credentials)).userInfo.phone!

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 20 && !(await isFocused()); steps++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

const codeField = (page: Page) => page.getByLabel('验证码', { exact: true })

/** Requests a code and fills in the one that a demo shows. */
async function fillDemoCode(page: Page, phone: string) {
  await page.getByLabel('手机号码').fill(phone)
  await passCaptcha(page, () => page.getByRole('button', { name: '获取验证码' }).click())
  await expect(codeField(page)).toBeFocused()
  await expect(page.getByText(/演示环境，您的验证码：\d{6}/)).toBeVisible()
  await page.getByRole('button', { name: '填入' }).click()
}

for (const { width, byPhone, forgetful } of widths) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('by password and slider; the password never crosses the line as it is', async ({ page }) => {
      const sent = page.waitForRequest((request) => request.url().endsWith('/sys/login'))
      await signInByHand(page, master)
      const body = (await sent).postDataJSON() as { password: string }
      expect(body.password).toMatch(/^enc1\.[^.]+\.[\w-]+$/)
    })

    test('by the code that came to the phone', async ({ page }) => {
      const phone = await phoneOf(byPhone)
      await page.goto('/')
      await page.getByRole('tab', { name: '手机验证码登录' }).click()
      await fillDemoCode(page, phone)
      const waiting = page.getByRole('button', { name: /^\d+ s后重新获取$/ })
      await expect(waiting).toBeDisabled()
      await expect(page.getByLabel('手机号码')).toHaveValue(/^\d{3}\*{4}\d{4}$/)
      const code = await codeField(page).inputValue()

      await page.reload()
      await expect(waiting).toBeDisabled()
      const wrong = code === '000000' ? '000001' : '000000'
      await codeField(page).fill(wrong)
      await page.keyboard.press('Enter')
      await expect(notice(page, '验证错误')).toContainText('验证码错误')
      await expect(codeField(page)).toBeFocused()
      await codeField(page).fill(code)
      await page.keyboard.press('Enter')
      await expect(workspace(page)).toBeVisible()
      expect((await stored(page)).user.phone).toBe(phone)
    })

    test('a forgotten password is replaced, and every window of before signs in again', async ({
      page,
      browser,
    }) => {
      test.slow()
      const phone = await phoneOf(forgetful)
      const window = await newSignedInPage(browser, forgetful, { alone: true })
      await window.goto('/')
      await expect(workspace(window)).toBeVisible()
      await stepOut(window)
      const fresh = 'Sunny#2026'
      await page.goto('/')
      await page.getByRole('link', { name: '忘记密码' }).click()
      await expect(page).toHaveURL(/#\/user\/alteration$/)
      await fillDemoCode(page, phone)
      await page.getByRole('button', { name: '下一步' }).click()
      await expect(page.getByText(`正在为账号 ${forgetful.username} 设置新密码`)).toBeVisible()
      await page.getByLabel('新密码', { exact: true }).fill(forgetful.password)
      await page.getByLabel('确认新密码', { exact: true }).fill(forgetful.password)
      await page.getByRole('button', { name: '完成' }).click()
      await expect(notice(page, '新密码不能与旧密码相同')).toBeVisible()
      await page.getByLabel('新密码', { exact: true }).fill(fresh)
      await page.getByLabel('确认新密码', { exact: true }).fill(fresh)
      await page.getByRole('button', { name: '完成' }).click()
      await expect(page.getByText('密码修改成功')).toBeVisible()

      await window.goto('/')
      await expect(loginTitle(window)).toBeVisible()
      await expect(notice(window, 'Token失效，请重新登录!')).toBeVisible()
      await page.getByRole('link', { name: '返回登录' }).click()
      await expect(page.getByLabel('账号', { exact: true })).toHaveValue(forgetful.username)
      await fillAndDrag(page, forgetful)
      await expect(page.getByText('用户名或密码错误')).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      await fillAndDrag(page, { ...forgetful, password: fresh })
      await expect(workspace(page)).toBeVisible()
    })

    test('a session that the server ended says so, and signing in again leads back', async ({ page }) => {
      await signIn(page, master, { alone: true })
      await page.goto('/#/station/archive')
      await expect(page.getByRole('heading', { name: '电站档案' }).first()).toBeVisible()
      const { token } = await stored(page)
      await stepOut(page)
      await page.request.post('/api/sys/logout', { headers: { 'X-Access-Token': token }, data: {} })
      // The page leaves for the sign-in before it has loaded.
      await page.goto('/#/station/archive', { waitUntil: 'commit' })
      await expect(notice(page, 'Token失效，请重新登录!')).toBeVisible()
      await expect(page).toHaveURL(/#\/user\/login\?redirect=%2Fstation%2Farchive$/)
      await fillAndDrag(page, master)
      await expect(page.getByRole('heading', { name: '电站档案' }).first()).toBeVisible()
    })

    test('another system’s token in the address signs in, and is gone from the address', async ({ page }) => {
      const { token, userInfo: user } = await openSession(manager)
      const query = new URLSearchParams({ token, tenant_id: user.tenantId, deviceId: 'other-system-7' })
      await page.goto(`/?${query.toString()}#/station/archive`)
      await expect(page.getByRole('heading', { name: '电站档案' }).first()).toBeVisible()
      await expect(page).toHaveURL(/^[^?]*#\/station\/archive$/)
      expect((await stored(page)).user.realname).toBe(user.realname)

      await page.goto('/?clear=1&navTheme=dark')
      await answer(page, '退出当前登录？', '退出登录')
      await expect(loginTitle(page)).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await page.goto(`/#/user/login?${query.toString()}`)
      await expect(workspace(page)).toBeVisible()
      await expect(page).not.toHaveURL(/token/)
    })

    test('a token that opens nothing is refused, and signs nobody out', async ({ page }) => {
      await page.goto('/?token=1.forged&tenant_id=1#/station/archive')
      await expect(notice(page, 'Token失效，请重新登录!')).toBeVisible()
      await expect(loginTitle(page)).toBeVisible()
      await expect(page).toHaveURL(/^[^?]*#\/user\/login\?redirect=%2Fstation%2Farchive$/)
      await fillAndDrag(page, manager)
      await expect(page.getByRole('heading', { name: '电站档案' }).first()).toBeVisible()
      await page.goto('/#/user/login?token=1.forged')
      await expect(notice(page, 'Token失效，请重新登录!')).toBeVisible()
      await expect(workspace(page)).toBeVisible()
    })
  })
}

test('signing in counts in every window, and so does a token that was replaced in another one', async ({
  context,
  page,
}) => {
  const other = await context.newPage()
  await other.goto('/#/station/archive')
  await expect(loginTitle(other)).toBeVisible()
  await signInByHand(page, manager)
  const archive = other.getByRole('heading', { name: '电站档案' }).first()
  await expect(archive).toBeVisible()

  const { token } = await stored(page)
  const successor = (await openSession(manager)).token
  // Which would go on with the first token.
  await stepOut(page)
  await page.evaluate((value) => {
    const kept = JSON.parse(localStorage.getItem('heliodesk__Access-Token')!) as object
    localStorage.setItem('heliodesk__Access-Token', JSON.stringify({ ...kept, value }))
  }, successor)
  // The other window has taken the token over when its calls carry it.
  await expect(async () => {
    const sent = other.waitForRequest((request) => request.url().includes('/power-station/page'))
    await other.getByRole('button', { name: '刷新' }).click()
    expect((await sent).headers()['x-access-token']).toBe(successor)
  }).toPass()
  await page.request.post('/api/sys/logout', { headers: { 'X-Access-Token': token }, data: {} })
  const asked = other.waitForResponse((response) => response.url().includes('/power-station/page'))
  await other.getByRole('button', { name: '刷新' }).click()
  expect((await asked).status()).toBe(200)
  await expect(archive).toBeVisible()
})

test('by keyboard alone', async ({ page }) => {
  await page.goto('/')
  const [username, password] = [
    page.getByLabel('账号', { exact: true }),
    page.getByLabel('密码', { exact: true }),
  ]
  await tabTo(page, username)
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入账号')).toBeVisible()
  await expect(username).toBeFocused()
  await page.keyboard.type(master.username)
  await tabTo(page, password)
  await page.keyboard.type(master.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('slider')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(password).toBeFocused()
  await passCaptcha(page, () => page.keyboard.press('Enter'), 'keyboard')
  await expect(workspace(page)).toBeVisible()
})

test('by phone and keyboard alone', async ({ page }) => {
  const phone = await phoneOf(demoLogin('platform', COMPANY))
  await page.goto('/')
  await tabTo(page, page.getByRole('tab', { name: '账号密码登录' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByLabel('手机号码'))
  await page.keyboard.type(phone)
  await passCaptcha(page, () => page.keyboard.press('Enter'), 'keyboard')
  await expect(codeField(page)).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: '填入' }))
  await page.keyboard.press('Enter')
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(workspace(page)).toBeVisible()
})

test('too many wrong passwords: a dialog says for how many minutes', async ({ page }) => {
  test.slow()
  await page.goto('/')
  const nobody = { username: 'nobody-of-this-journey', password: 'Wrong@2026' }
  const reason = page.getByRole('dialog', { name: '安全提示' })
  for (let tries = 1; tries < 5; tries++) {
    await fillAndDrag(page, nobody)
    await expect(page.getByText('用户名或密码错误')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await fillAndDrag(page, nobody)
  await expect(reason).toContainText(/请 \d+ 分钟后再试/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeFocused()
})

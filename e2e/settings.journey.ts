import { expect, type Browser, type Page } from '@playwright/test'
import { chooseDepartment } from './departments.ts'
import { hire } from './people.ts'
import { demoLogin, newSignedInPage, openPage, signIn, signInByHand, signInFirst } from './sign-in.ts'
import { test } from './journey.ts'

// A separate company, since the other journeys read the name of the first one.
const TENANT = '晴空新能'
const admin = demoLogin('admin', TENANT)

/** A picture for the upload: a screenshot of the page. */
const pictureOf = async (page: Page) => ({
  name: '晴空.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 80 } }),
})

/** A second press within a second counts as a repeat, so it may need another press. */
const save = (page: Page) =>
  expect(async () => {
    const button = page.getByRole('button', { name: '保存', exact: true })
    if ((await button.count()) > 0) await button.click()
    await expect(button).toHaveCount(0, { timeout: 2000 })
  }).toPass()

async function signOut(page: Page) {
  await page.getByRole('button', { name: /好，/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
}

/** The login page in a browser where no user was signed in. */
async function loginPageElsewhere(browser: Browser) {
  const page = await (await browser.newContext()).newPage()
  await page.goto('/')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  return page
}

test('an administrator gives the product the company’s face, and the log says who', async ({ browser }) => {
  test.slow()
  const page = await newSignedInPage(browser, admin, { alone: true })
  const colleague = await newSignedInPage(browser, admin)
  await openPage(page, '/systemConfiguration', '系统配置')
  await openPage(colleague, '/systemConfiguration', '系统配置')
  await colleague.getByLabel('滚动时隐藏顶栏').click()
  await expect(page.getByRole('button', { name: '保存', exact: true })).toHaveCount(0)

  await expect(page.getByRole('switch', { name: '智能助手' })).toBeVisible()
  await expect(page.getByRole('switch', { name: /大屏/ })).toHaveCount(0)
  await page.getByLabel('产品名称').fill('晴空运维')
  await page.getByLabel('备案号').fill('沪ICP备20260001号')
  await page.getByLabel('企业标志').setInputFiles(await pictureOf(page))
  await expect(page.getByRole('status').filter({ hasText: '未保存 3 项' })).toContainText(
    '产品名称、备案号、企业标志',
  )
  // The message goes again after a few seconds, so it is awaited beside the button.
  await Promise.all([expect(page.getByText('配置已保存')).toBeVisible(), save(page)])
  await expect(page.getByRole('banner').getByText('晴空运维')).toBeVisible()
  await expect(page.getByRole('banner').locator('img.logo')).toHaveJSProperty('complete', true)
  await expect(page).toHaveTitle('系统配置 · 晴空运维')
  const log = page.getByRole('complementary', { name: '修改记录' })
  await expect(log.getByRole('listitem').filter({ hasText: '产品名称' })).toContainText(
    /光伏运维管理平台.*晴空运维.*（.+）/,
  )
  await expect(log.getByRole('listitem').filter({ hasText: '企业标志' })).toContainText('晴空.png')

  // A user who was changing the settings meanwhile is told, and saves only what they touched.
  await expect(colleague.getByRole('alert')).toContainText('配置刚在别处修改：产品名称、企业标志、备案号')
  await expect(colleague.getByLabel('产品名称')).toHaveValue('晴空运维')
  await colleague.getByRole('button', { name: '知道了' }).click()
  await save(colleague)
  await expect(colleague.getByLabel('滚动时隐藏顶栏')).toBeChecked()

  // Leaving with unsaved changes asks first.
  await page.getByLabel('产品名称').fill('')
  await expect(page.getByText('请填写产品名称')).toBeVisible()
  await page.getByRole('button', { name: '关闭系统配置' }).click()
  const question = page.getByRole('dialog', { name: '数据尚未保存，是否确定关闭?' })
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('heading', { name: '系统配置' })).toHaveCount(0)

  await signOut(page)
  await expect(page).toHaveTitle('登录 · 晴空运维')
  await expect(page.getByRole('region', { name: '晴空运维' }).locator('img.logo')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('沪ICP备20260001号')
  const stranger = await loginPageElsewhere(browser)
  await expect(stranger).toHaveTitle('登录 · 光伏运维管理平台')
  await expect(stranger.getByRole('contentinfo')).not.toContainText('沪ICP备')

  await colleague.getByLabel('产品名称').fill('光伏运维管理平台')
  await colleague.getByLabel('备案号').fill('')
  await colleague.getByRole('button', { name: '移除 晴空.png' }).click()
  await colleague.getByLabel('滚动时隐藏顶栏').click()
  await save(colleague)
})

test('sign-in by phone can be closed, and comes back', async ({ browser }) => {
  // In the first company: in the other one, other journeys sign in by phone meanwhile.
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await openPage(page, '/systemConfiguration', '系统配置')
  await page.getByLabel('手机验证码登录').click()
  await save(page)
  const login = await page.context().newPage()
  await login.goto('/config.js')
  await expect(login.locator('body')).toContainText('"phoneLogin":false')
  await page.getByLabel('手机验证码登录').click()
  await save(page)
  await login.reload()
  await expect(login.locator('body')).toContainText('"phoneLogin":true')
})

test('sign-in lasts as long as the company says, and sister systems lie where the operator allows', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await openPage(page, '/systemConfiguration', '系统配置')
  const hours = page.getByLabel('登录最长时长')
  await expect(hours).toHaveValue('8760')
  await hours.fill('0')
  await expect(page.getByText('至少 1 小时')).toBeVisible()
  await hours.fill('720')
  await save(page)
  await page.reload()
  await expect(hours).toHaveValue('720')
  await hours.fill('8760')
  await save(page)

  await page.getByLabel('户用系统').fill('https://evil.example/')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('不允许跳转到 https://evil.example')).toContainText('SISTER_SOURCES')
  await page.getByRole('button', { name: '还原' }).click()
  await expect(page.getByLabel('户用系统')).toHaveValue('https://www.{host}/household/')
})

test('an administrator writes the notes of a version and uploads the manual', async ({ browser }) => {
  const page = await newSignedInPage(browser, admin)
  await openPage(page, '/serviceConfiguration', '业务配置')
  await page.getByRole('button', { name: '添加说明' }).click()
  await page.getByLabel('第 4 条说明').fill('发电量可按小时查看')
  await page.getByRole('region', { name: '版本说明' }).getByRole('button', { name: '第 4 条上移' }).click()
  await expect(page.getByLabel('第 3 条说明')).toHaveValue('发电量可按小时查看')
  const manual = {
    name: '使用手册.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
  }
  await page.getByLabel('手册文件').setInputFiles(manual)
  await expect(page.getByRole('button', { name: '查看 使用手册.pdf' })).toBeVisible()
  await page.getByLabel('附件数量上限').fill('60')
  await expect(page.getByText('最多 50 个')).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('配置已保存')).toHaveCount(0)
  await page.getByLabel('附件数量上限').fill('20')
  await page.getByRole('button', { name: '还原' }).click()
  await expect(page.getByLabel('第 4 条说明')).toHaveCount(0)
  await expect(page.getByLabel('附件数量上限')).toHaveValue('9')
})

test('preferences count at once and follow the person to another browser', async ({ browser }) => {
  test.slow()
  // No other journey signs in as this user meanwhile.
  const hired = await hire(admin, 'r10030')
  const technician = { ...hired, password: 'Settings#2026' }
  const page = await (await browser.newContext()).newPage()
  await signInFirst(page, hired, technician.password)
  await openPage(page, '/isolarerp/employee/individual', '个人主页')
  const html = page.locator('html')
  await page.getByRole('group', { name: '主题' }).getByRole('button', { name: '深色' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: '蓝' }).check({ force: true })
  await expect(html).toHaveAttribute('data-colour', 'blue')
  await page.getByLabel('色弱模式').click()
  await expect(html).toHaveAttribute('data-weak', '')
  await page.getByRole('button', { name: '流式' }).click()
  const appearance = page.getByRole('region', { name: '外观' })
  await expect(appearance.getByRole('status')).toHaveText('已保存')

  // The default scope applies on every device.
  const places = page.getByRole('region', { name: '默认范围' })
  await chooseDepartment(page, '默认部门', '东北运维班')
  await expect(places.getByRole('status')).toHaveText('已保存')
  await places.getByLabel('默认电站').fill('向海')
  await page.locator('.ant-select-item-option', { hasText: '晴空向海西' }).first().click()
  await expect(places).toContainText('晴空向海西')
  await places.getByRole('button', { name: '清空默认电站' }).click()
  await expect(places).not.toContainText('晴空向海西')

  await page.getByLabel('头像文件').setInputFiles(await pictureOf(page))
  const crop = page.getByRole('dialog', { name: '裁剪头像' })
  const opaque = () =>
    crop
      .getByRole('img')
      .evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')!.getImageData(128, 128, 1, 1).data[3])
  await expect.poll(opaque).toBe(255)
  await crop.getByRole('slider').fill('2')
  await crop.getByRole('button', { name: '使用' }).click()
  await expect(page.getByText('头像已更换')).toBeVisible()
  await expect(page.getByRole('region', { name: '个人资料' }).locator('img')).toHaveJSProperty(
    'naturalWidth',
    256,
  )

  const elsewhere = await newSignedInPage(browser, technician)
  await elsewhere.goto('/')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-colour', 'blue')
  await elsewhere.goto('/#/dashboard/analysis')
  const department = elsewhere.getByRole('combobox', { name: '部门' })
  await expect(department).toContainText('东北运维班')
  await openPage(elsewhere, '/isolarerp/employee/individual', '个人主页')
  await expect(elsewhere.getByRole('button', { name: '流式' })).toHaveAttribute('aria-pressed', 'true')
  await expect(elsewhere.getByLabel('色弱模式')).toBeChecked()
  await expect(elsewhere.getByRole('list', { name: '登录设备' }).getByRole('listitem')).toHaveCount(2)
  await expect(elsewhere.getByRole('region', { name: '个人资料' }).locator('img')).toHaveJSProperty(
    'naturalWidth',
    256,
  )

  // The look stays on the device after sign-out, and a choice made there is saved for the next user who signs in.
  await signOut(elsewhere)
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
  await elsewhere.getByRole('button', { name: '切换到浅色' }).click()
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'light')
  await signInByHand(elsewhere, technician)
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'light')
  // The choice is saved after the user has signed in.
  await expect(async () => {
    await page.reload()
    await expect(html).toHaveAttribute('data-theme', 'light', { timeout: 3000 })
  }).toPass()
})

test('a company chooses for how long logs are kept, not below what the law demands', async ({ page }) => {
  await signIn(page, admin)
  await openPage(page, '/systemConfiguration', '系统配置')
  const days = (name: RegExp) => page.getByRole('spinbutton', { name })
  const [signIns, jobs] = [days(/登录日志$/), days(/已放弃的后台任务$/)]
  await expect(page.getByText('网络安全法要求六个月').first()).toContainText(/现存最早 \d|现在没有/)
  await signIns.fill('30')
  await jobs.fill('7')
  await expect(page.getByText('至少 180 天（网络安全法要求六个月）')).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('至少 180 天（网络安全法要求六个月）')).toBeVisible()
  await signIns.fill('365')
  await expect(page.getByText('至少 180 天（网络安全法要求六个月）')).toHaveCount(0)
  await save(page)
  const log = page.getByRole('complementary', { name: '修改记录' })
  await expect(log.getByRole('listitem').filter({ hasText: '登录日志保留' }).first()).toContainText(/0.*365/)

  await page.goto('/#/system/job')
  await expect(page.getByText('放弃的保留 7 天')).toBeVisible()

  await page.goto('/#/systemConfiguration')
  await expect(signIns).toHaveValue('365')
  await signIns.fill('0')
  await jobs.fill('90')
  await save(page)
})

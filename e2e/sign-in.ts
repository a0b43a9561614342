import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Browser, type Page } from '@playwright/test'
import { repository } from '../tools/processes.ts'

type DemoLogin = { tenant: string; role: string; username: string; password: string }

export type Credentials = { username: string; password: string }

/** The demo account of a role, in the main demo tenant unless another is named. */
export function demoLogin(role: string, tenant = '示范光伏'): Credentials {
  const logins = JSON.parse(process.env.HELIODESK_LOGINS!) as DemoLogin[]
  const login = logins.find((each) => each.tenant === tenant && each.role === role)
  if (!login) throw new Error(`no demo login for ${role} of ${tenant}`)
  return login
}

/** A fresh browser window in which this account is signed in. */
export async function newSignedInPage(browser: Browser, credentials: Credentials): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, credentials)
  return page
}

/** Signs in as a person does: fills the form, drags the slider to where the hole is, and waits for the workspace. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/')
  await fillAndDrag(page, credentials)
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

/** As `signIn`, without expecting that it succeeds. */
export async function fillAndDrag(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('账号').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  const drawn = page.waitForResponse((response) => response.url().endsWith('/captcha/get'))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  const { repData } = (await (await drawn).json()) as { repData: { token: string } }
  await dragTo(page, await answerOf(repData.token))
}

async function dragTo(page: Page, x: number): Promise<void> {
  const slider = page.getByRole('slider')
  await expect(slider).toBeEnabled()
  const handle = (await slider.boundingBox())!
  const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + x, from.y, { steps: 10 })
  await page.mouse.up()
}

/** Where the hole is, as a person would see it; read from the database, because no route tells. */
async function answerOf(token: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/captcha-answer.ts', token], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: process.env.HELIODESK_DATA_DIR },
  })
  return (JSON.parse(stdout) as { x: number }).x
}

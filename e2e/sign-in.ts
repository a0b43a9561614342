import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import { answerOf, nextPicture } from './captcha-answer.ts'
import { dragByHand, pressByHand } from './hand.ts'

type DemoLogin = { tenant: string; role: string; username: string; password: string }

export type Credentials = { username: string; password: string }

const demoLogins = () => JSON.parse(process.env.HELIODESK_LOGINS!) as DemoLogin[]

/** The demo account of a role, in the main demo tenant unless another is named. */
export function demoLogin(role: string, tenant = '示范光伏'): Credentials {
  const login = demoLogins().find((each) => each.tenant === tenant && each.role === role)
  if (!login) throw new Error(`no demo login for ${role} of ${tenant}`)
  return login
}

/** A new browser window in which this account is signed in. */
export async function newSignedInPage(
  browser: Browser,
  credentials: Credentials,
  enter = signIn,
): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await enter(page, credentials)
  return page
}

/** Opens a page by its path and waits for its heading. */
export async function openPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(`/#${path}`)
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
}

/** A new window of the demo account of a role, at a page with this heading. */
export async function newPageAt(
  browser: Browser,
  role: string,
  path: string,
  title: string,
  tenant?: string,
): Promise<Page> {
  const page = await newSignedInPage(browser, demoLogin(role, tenant))
  await openPage(page, path, title)
  return page
}

/**
 * Opens the workspace of this account. A demo account signs in manually once per run, and every later window starts
 * from that session. A journey that ends sessions or tests signing in uses `signInByHand`.
 */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  const kept = keptSession(credentials)
  if (kept !== undefined && existsSync(kept)) {
    await page.goto('/favicon.svg')
    await page.evaluate(
      (entries) => {
        for (const { name, value } of entries) localStorage.setItem(name, value)
      },
      JSON.parse(readFileSync(kept, 'utf8')) as StoredEntry[],
    )
    await knowTheWay(page)
    await page.goto('/')
    await expect(workspace(page)).toBeVisible()
    return
  }
  await signInByHand(page, credentials)
  if (kept !== undefined) await keepSession(page, kept)
}

type StoredEntry = { name: string; value: string }

const workspace = (page: Page) => page.getByRole('navigation').first()

/**
 * The file with the session of a demo account, shared by all journeys of a run; accounts created by a journey have
 * none.
 */
function keptSession({ username, password }: Credentials): string | undefined {
  const index = demoLogins().findIndex((each) => each.username === username && each.password === password)
  return index < 0 ? undefined : join(process.env.HELIODESK_DATA_DIR!, 'journey-sessions', `${index}.json`)
}

const ofSession = /^heliodesk__(Access-Token|Login_Userinfo|TENANT_ID|UI_CACHE_DB_DICT_DATA)$/

async function keepSession(page: Page, file: string) {
  const { origins } = await page.context().storageState()
  mkdirSync(join(file, '..'), { recursive: true })
  // Written to a temporary file first, so that another worker never reads an incomplete file.
  const own = `${file}.${process.pid}`
  const entries = origins.flatMap(({ localStorage }) => localStorage)
  writeFileSync(own, JSON.stringify(entries.filter(({ name }) => ofSession.test(name))))
  renameSync(own, file)
}

/**
 * Signs in as a person does: fills in the form, drags the slider to the hole, and waits for the workspace. A server
 * other than the shared one has its own data folder.
 */
export async function signInByHand(page: Page, credentials: Credentials, dataFolder?: string): Promise<void> {
  await page.goto('/')
  await knowTheWay(page)
  await fillAndDrag(page, credentials, dataFolder)
  await expect(workspace(page)).toBeVisible()
}

type ShellAnswer = { result: { guide: { versionNotes: { version: string } | null } } | null }

/** Marks the tour, the version notes and today's mailbox tip as seen for the next user who signs in on this page. */
export async function knowTheWay(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.cookie = 'heliodesk_isFirst=1; path=/'
    document.cookie = 'heliodesk_mail_tip=1; path=/'
  })
  await page.route(
    '**/sys/user/shell*',
    async (route) => {
      // The journey may end while this request is pending.
      const answer: ShellAnswer | null = await route
        .fetch()
        .then((fetched) => fetched.json())
        .catch(() => null)
      if (!answer) return
      const version = answer.result?.guide.versionNotes?.version
      if (version !== undefined) {
        const address = new URL('/api/login/mark/novice/guide', page.url()).href
        const headers = { 'X-Access-Token': (await route.request().headerValue('X-Access-Token'))! }
        await page.request.post(address, { headers, data: { guide: 'version', version } })
      }
      await route.continue()
    },
    { times: 1 },
  )
}

/** Like `signIn`, without expecting it to succeed. */
export async function fillAndDrag(
  page: Page,
  { username, password }: Credentials,
  dataFolder?: string,
): Promise<void> {
  await page.getByRole('textbox', { name: '账号' }).fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  const enter = () => page.getByRole('button', { name: '登录', exact: true }).click()
  await passCaptcha(page, enter, 'mouse', dataFolder)
}

/** Opens the captcha with `open` and moves its slider to the hole, by pointer or by keyboard. */
export async function passCaptcha(
  page: Page,
  open: () => Promise<void>,
  by: 'mouse' | 'keyboard' = 'mouse',
  dataFolder?: string,
): Promise<void> {
  const drawn = nextPicture(page)
  await open()
  const move = by === 'mouse' ? dragTo : stepTo
  await move(page, (await answerOf(await drawn, dataFolder)).x)
}

/** The first sign-in of a new user: changes the initial password, then signs in. */
export async function signInFirst(page: Page, { username, password }: Credentials, chosen: string) {
  await page.goto('/')
  await knowTheWay(page)
  await fillAndDrag(page, { username, password })
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel(/^\*?新密码$/).fill(chosen)
  await dialog.getByLabel(/^\*?确认新密码$/).fill(chosen)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('密码修改成功')).toBeVisible()
  await signInByHand(page, { username, password: chosen })
}

async function dragTo(page: Page, x: number): Promise<void> {
  const handle = (await page.getByRole('slider', { name: /^拼图滑块/ }).boundingBox())!
  await dragByHand(page, { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }, x)
}

async function stepTo(page: Page, x: number): Promise<void> {
  await expect(page.getByRole('slider', { name: /^拼图滑块/ })).toBeFocused()
  const steps = Array<string>(Math.floor(x / 10)).fill('Shift+ArrowRight')
  await pressByHand(page, [...steps, ...Array<string>(x % 10).fill('ArrowRight'), 'Enter'])
}

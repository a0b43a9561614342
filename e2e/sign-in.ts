import { expect, type Browser, type Page } from '@playwright/test'
import { CHANGES_PATH } from '@heliodesk/contract/changes.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { callApi } from './call.ts'
import { answerOf, nextPicture } from './captcha-answer.ts'
import { dragByHand, pressByHand } from './hand.ts'
import {
  demoLogin,
  openPreparedSession,
  operatorLogin,
  openSession,
  sessionOf,
  type Credentials,
} from './session.ts'

export { demoLogin, operatorLogin, type Credentials }

/** A new browser window in which this account is signed in, like `signIn`. */
export async function newSignedInPage(
  browser: Browser,
  credentials: Credentials,
  options: SignInOptions = {},
): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, credentials, options)
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

/** Where the window shows no page of the product, it makes no calls. */
const STILL = '/favicon.svg'

/** Leaves the product without signing out: no call of this window finds out that its session has ended. */
export async function stepOut(page: Page): Promise<void> {
  await page.goto(STILL)
}

/** The end of the session is found out by the journey's next press, not by a call that the window makes on its own. */
export async function silencePolls(page: Page): Promise<void> {
  for (const path of [shellCalls.unread.path, CHANGES_PATH])
    await page.route(`**${path}*`, (route) => route.abort())
}

type SignInOptions = {
  /** With a session that no other journey shares, for a journey that ends it. */
  alone?: boolean
  /** An address of the origin where to sign in that shows no page of the product. */
  at?: string
}

/**
 * Puts a session of this account into the window's storage: the page that the journey opens next finds the account
 * signed in. The journeys of a run share one session of each demo account. A journey about signing in uses
 * `signInByHand`.
 */
export async function signIn(
  page: Page,
  credentials: Credentials,
  { alone = false, at = STILL }: SignInOptions = {},
): Promise<void> {
  const { token, userInfo, sysAllDictItems } = await (alone ? openPreparedSession : sessionOf)(credentials)
  await page.goto(at)
  await page.evaluate(
    (entries) => {
      for (const [name, value] of Object.entries(entries))
        localStorage.setItem(`heliodesk__${name}`, JSON.stringify({ value, expiresAt: null }))
    },
    {
      'Access-Token': token,
      Login_Userinfo: userInfo,
      TENANT_ID: userInfo.tenantId,
      UI_CACHE_DB_DICT_DATA: sysAllDictItems,
    },
  )
  await skipGuides(page)
}

const workspace = (page: Page) => page.getByRole('navigation').first()

/** Signs in as a person does: fills in the form, drags the slider to the hole, and waits for the workspace. */
export async function signInByHand(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/')
  await knowTheWay(page)
  await fillAndDrag(page, credentials)
  await expect(workspace(page)).toBeVisible()
}

type ShellAnswer = { result: { guide: { versionNotes: { version: string } | null } } | null }

/** Leaves out the tour and today's mailbox tip. */
const skipGuides = (page: Page) =>
  page.evaluate(() => {
    document.cookie = 'heliodesk_isFirst=1; path=/'
    document.cookie = 'heliodesk_mail_tip=1; path=/'
  })

/** Marks the tour, the version notes and today's mailbox tip as seen for the next user who signs in on this page. */
export async function knowTheWay(page: Page): Promise<void> {
  await skipGuides(page)
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

/** Like `signInByHand` on an open sign-in page, without expecting it to succeed. */
export async function fillAndDrag(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: '账号' }).fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  const enter = () => page.getByRole('button', { name: '登录', exact: true }).click()
  await passCaptcha(page, enter)
}

/** Opens the captcha with `open` and moves its slider to the hole, by pointer or by keyboard. */
export async function passCaptcha(
  page: Page,
  open: () => Promise<void>,
  by: 'mouse' | 'keyboard' = 'mouse',
): Promise<void> {
  const drawn = nextPicture(page)
  await open()
  const move = by === 'mouse' ? dragTo : stepTo
  await move(page, (await answerOf(await drawn)).x)
}

/** Like `signIn`, for a new user: replaces the initial password first, without the forms. */
export async function signInFirst(
  page: Page,
  { username, password }: Credentials,
  chosen: string,
): Promise<void> {
  const { token } = await openSession({ username, password })
  const change = { username, password: chosen, confirmpassword: chosen }
  await callApi('post', '/sys/user/firstChangePassword', change, token)
  await signIn(page, { username, password: chosen })
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

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Browser, type Page } from '@playwright/test'
import { findFreePort, repository } from '../tools/processes.ts'
import { answerOf, nextPicture, type Answer, type Word } from './captcha-answer.ts'
import { startServerBeside, type Server } from './demo-server.ts'
import { dragByFinger, dragByHand, frames, pressByHand } from './hand.ts'
import { demoLogin, passCaptcha } from './sign-in.ts'
import { serveStockClient } from './stock-client.ts'
import { test } from './journey.ts'

const master = () => demoLogin('r10020')

async function fillIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('账号', { exact: true }).fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
}

const enter = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
const workspace = (page: Page) => page.getByRole('navigation').first()
const dialog = (page: Page) => page.getByRole('dialog', { name: '请完成安全验证' })
const task = (words: Word[]) => `请依次点击【${words.map(({ word }) => word).join(',')}】`

/** The solution as scripts with access to the database read it. */
async function answerByCommand(token: string): Promise<Answer> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/captcha-answer.ts', token], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: process.env.HELIODESK_DATA_DIR },
  })
  return JSON.parse(stdout) as Answer
}

/** A window of a phone. */
async function newPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  return context.newPage()
}

test('the slider by finger at 390', async ({ browser }) => {
  const page = await newPhone(browser)
  await page.goto('/')
  await fillIn(page, master())
  const drawn = nextPicture(page)
  await enter(page).tap()
  const { x } = await answerByCommand(await drawn)
  const handle = (await page.getByRole('slider').boundingBox())!
  const picture = (await page.locator('.captcha-captcha .captcha-picture').boundingBox())!
  const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }
  await dragByFinger(page, from, (x * picture.width) / 310)
  await expect(page.getByRole('status').filter({ hasText: /^\d+\.\d\ds验证成功$/ })).toBeVisible()
  await expect(workspace(page)).toBeVisible()
  await page.context().close()
})

test('the slider by arrow keys; a wrong place fails and brings another picture', async ({ page }) => {
  await page.goto('/')
  await fillIn(page, master())
  await enter(page).press('Enter')
  await expect(page.getByRole('slider')).toBeFocused()
  await expect(page.locator('.captcha-captcha .captcha-piece')).toBeVisible()
  await passCaptcha(
    page,
    () => pressByHand(page, [...Array<string>(6).fill('Shift+ArrowRight'), 'Enter']),
    'keyboard',
  )
  await expect(workspace(page)).toBeVisible()
})

test('the slider has its sizes; a wrong place turns it red and takes the block back, the right one turns it green', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await fillIn(page, master())
  const slider = page.getByRole('slider')
  const sizeOf = async (part: string) => {
    const { width, height } = (await page.locator(`.captcha-captcha ${part}`).boundingBox())!
    return [width, height]
  }
  /**
   * Waits for the verdict, and returns its text and the colours shown with it. All of it is read in one frame,
   * because the dialog closes 1 s later.
   */
  const shownWith = async (expected: string) => {
    const shown = await page.waitForFunction((ending) => {
      const hueOf = (part: string) => {
        const style = getComputedStyle(document.querySelector(`.captcha-captcha ${part}`)!)
        const [red, green, blue] = style.backgroundColor.match(/\d+/g)!.map(Number)
        const clearly = (one: number, ...others: number[]) => one > Math.max(...others) + 30
        return clearly(red!, green!, blue!) ? 'red' : clearly(green!, red!, blue!) ? 'green' : 'neither'
      }
      const text = document.querySelector('.captcha-captcha .captcha-verdict')?.textContent
      return (
        text?.endsWith(ending) && {
          text,
          verdict: hueOf('.captcha-verdict'),
          handle: hueOf('.captcha-handle'),
        }
      )
    }, expected)
    return (await shown.jsonValue()) as { text: string; verdict: string; handle: string }
  }

  await enter(page).click()
  await expect(page.locator('.captcha-captcha .captcha-piece')).toBeVisible()
  expect(await sizeOf('.captcha-picture')).toEqual([310, 155])
  expect((await sizeOf('.captcha-rail'))[1]).toBe(40)
  expect((await sizeOf('.captcha-handle'))[0]).toBe(50)
  expect((await shownWith('')).handle).toBe('neither')

  // The next picture is delayed while the block returns.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/captcha/get', async (route) => {
    await held
    await route.continue()
  })
  await slider.press('Shift+ArrowRight')
  await slider.press('Enter')
  expect(await shownWith('验证失败')).toEqual({ text: '验证失败', verdict: 'red', handle: 'red' })
  const going = page.locator('.captcha-captcha[data-phase=loading] .captcha-piece')
  await expect(going).toHaveCSS('transition-duration', '0.3s')
  await expect(slider).toHaveAttribute('aria-valuenow', '0')

  const drawn = nextPicture(page)
  release()
  const { x } = await answerOf(await drawn)
  const steps = Array<string>(Math.floor(x / 10)).fill('Shift+ArrowRight')
  await expect(page.locator('.captcha-captcha[data-phase=idle]')).toBeVisible()
  await pressByHand(page, [...steps, ...Array<string>(x % 10).fill('ArrowRight'), 'Enter'])
  const passed = await shownWith('验证成功')
  expect(passed).toMatchObject({ verdict: 'green', handle: 'green' })
  expect(passed.text).toMatch(/^\d+\.\d\ds验证成功$/)
  await expect(workspace(page)).toBeVisible()
})

test.describe('where the operator chose words to click', () => {
  let server: Server
  let stockPage: string
  let closeStockPage: () => Promise<void>
  test.beforeAll(async () => {
    test.setTimeout(240_000)
    const port = await findFreePort()
    stockPage = `http://127.0.0.1:${port}`
    server = await startServerBeside({ CAPTCHA_TYPE: 'clickWord', CORS_ORIGINS: stockPage })
    closeStockPage = await serveStockClient(port)
  })
  test.afterAll(async () => {
    await closeStockPage()
    await server.stop()
  })

  /** Opens the login page, requests the captcha and returns the words in order and the board. */
  async function ask(page: Page, open: () => Promise<void>) {
    await page.goto(server.address)
    await fillIn(page, master())
    const drawn = nextPicture(page)
    await open()
    const { words } = await answerOf(await drawn)
    await expect(dialog(page).getByText(task(words), { exact: true })).toBeVisible()
    const board = page.getByRole('application')
    const { x, y, width, height } = (await board.boundingBox())!
    const places = words.map((each) => ({ x: x + (each.x * width) / 310, y: y + (each.y * height) / 155 }))
    return { words, board, places }
  }

  async function expectPassed(page: Page) {
    await expect(dialog(page).getByText('验证成功')).toBeVisible()
    await expect(workspace(page)).toBeVisible()
  }

  test('three words by mouse', async ({ page }) => {
    const { places } = await ask(page, () => enter(page).click())
    for (const [at, { x, y }] of places.entries()) {
      await page.mouse.move(x, y, { steps: 8 })
      await page.mouse.click(x, y)
      await expect(page.locator('.captcha-captcha .captcha-mark')).toHaveCount(at + 1)
      await frames(page, 20)
    }
    await expectPassed(page)
  })

  test('three words by keyboard alone', async ({ page }) => {
    const { words, board } = await ask(page, () => page.keyboard.press('Enter'))
    await expect(board).toBeFocused()
    await expect(page.locator('.captcha-captcha .captcha-cursor')).toBeVisible()
    let [x, y] = [155, 77.5]
    for (const word of words) {
      const [across, down] = [Math.round((word.x - x) / 6), Math.round((word.y - y) / 6)]
      const sideways = Array<string>(Math.abs(across)).fill(across > 0 ? 'ArrowRight' : 'ArrowLeft')
      const upDown = Array<string>(Math.abs(down)).fill(down > 0 ? 'ArrowDown' : 'ArrowUp')
      await pressByHand(page, [...sideways, ...upDown, 'Enter'])
      x += across * 6
      y += down * 6
    }
    await expectPassed(page)
  })

  test('in the wrong order they fail, and another picture comes', async ({ page }) => {
    const { places } = await ask(page, () => enter(page).click())
    const again = nextPicture(page)
    for (const { x, y } of places.toReversed()) await page.mouse.click(x, y)
    await expect(dialog(page).getByText('验证失败')).toBeVisible()
    const { words } = await answerOf(await again)
    await expect(dialog(page).getByText(task(words), { exact: true })).toBeVisible()
    await expect(page.locator('.captcha-captcha .captcha-mark')).toHaveCount(0)
  })

  test('three words by finger at 390', async ({ browser }) => {
    const page = await newPhone(browser)
    const { places } = await ask(page, () => enter(page).tap())
    for (const { x, y } of places) {
      await page.touchscreen.tap(x, y)
      await frames(page, 20)
    }
    await expectPassed(page)
    await page.context().close()
  })

  /** The unmodified package aj-captcha-react on a page of another origin. */
  async function startStock(page: Page, type: 'slide' | 'point') {
    await page.goto(`${stockPage}/?${new URLSearchParams({ api: `${server.address}/api`, type }).toString()}`)
    const drawn = nextPicture(page)
    await page.getByRole('button', { name: '开始验证' }).click()
    return answerOf(await drawn)
  }

  /** The component's result passes the captcha check of a sign-in, once. */
  async function expectAccepted(page: Page) {
    await expect(page.locator('output')).toContainText('captchaVerification')
    const captcha = JSON.parse((await page.locator('output').textContent())!) as object
    const signIn = async () => {
      const answer = await page.request.post(`${server.address}/api/sys/login`, {
        data: { username: 'nobody', password: 'Wrong@12345', ...captcha },
      })
      return (await answer.json()) as { message: string; repCode?: string }
    }
    expect((await signIn()).message).toBe('用户名或密码错误')
    expect((await signIn()).repCode).toBe('6110')
  }

  test('aj-captcha-react completes the slider', async ({ page }) => {
    const { x } = await startStock(page, 'slide')
    const handle = (await page.locator('.ac-slider__control').boundingBox())!
    const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }
    await dragByHand(page, from, (x * 280) / 310)
    await expectAccepted(page)
  })

  test('aj-captcha-react completes the words, whose clicks it sends unscaled', async ({ page }) => {
    const { words } = await startStock(page, 'point')
    const picture = (await page.locator('.ac-points__image img').boundingBox())!
    expect([picture.width, picture.height]).toEqual([280, 140])
    const sent = page.waitForRequest((request) => request.url().endsWith('/captcha/check'))
    for (const { x, y } of words) {
      await page.mouse.click(picture.x + (x * 280) / 310, picture.y + (y * 140) / 155)
    }
    expect((await sent).postDataJSON()).toMatchObject({ captchaType: 'clickWord' })
    await expectAccepted(page)
  })
})

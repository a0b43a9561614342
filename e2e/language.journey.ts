import { expect, type Page } from '@playwright/test'
import { menuPaths } from './screens.ts'
import { demoLogin, operatorLogin, signIn } from './sign-in.ts'
import { idle, test } from './journey.ts'

/** A browser set to English still shows a Chinese product. */
test.use({ locale: 'en-US' })

/** English text that is shown, read aloud or in a tooltip: two English words in a row, without any Chinese. */
const inEnglish = (page: Page) =>
  page.evaluate(() => {
    const isEnglish = (text: string | null) =>
      /[a-z]{2,} [a-z]{2,}/i.test(text ?? '') && !/[\u4e00-\u9fff]/.test(text!)
    const found: string[] = []
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility()) continue
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const hints = ['placeholder', 'aria-label', 'title', 'alt'].map((name) => element.getAttribute(name))
      for (const text of [...texts.map(({ textContent }) => textContent), ...hints])
        if (isEnglish(text)) found.push(text!)
    }
    return found
  })

test('every page is Chinese, also for a browser in another language', async ({ page }) => {
  test.slow()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  expect(await inEnglish(page)).toEqual([])
  await page.goto('/#/user/alteration')
  await expect(page.getByRole('heading', { name: '找回密码' })).toBeVisible()
  expect(await inEnglish(page)).toEqual([])

  for (const credentials of [demoLogin('admin'), operatorLogin()]) {
    await signIn(page, credentials)
    const paths = await menuPaths(page)
    expect(paths.length).toBeGreaterThan(7)
    for (const path of paths) {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await idle(page)
      expect([path, await inEnglish(page)]).toEqual([path, []])
    }
  }
})

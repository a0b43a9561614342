import { expect } from '@playwright/test'
import { demoLogin, signIn } from './sign-in.ts'
import { test } from './journey.ts'

test('a table is as high as the window without 224 px and the search bar', async ({ page }) => {
  await signIn(page, demoLogin('r10020'))
  for (const [path, height] of [
    ['/taskCenter?size=50', 900],
    ['/station/archive?size=50', 1100],
  ] as const) {
    await page.setViewportSize({ width: 1440, height })
    await page.goto(`/#${path}`)
    await expect(page.getByRole('row').nth(5)).toBeAttached()
    const heightOf = async (part: string) =>
      (await page.locator(`.page:visible ${part}`).first().boundingBox())!.height
    expect(await heightOf('.region')).toBe(height - 224 - (await heightOf('form')))
  }
})

test('the picture of a page that is not there is faint, and fainter in the dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, demoLogin('r10020'))
  await page.goto('/#/404')
  const picture = page.locator('.empty:has(h1) > svg')
  await expect(picture).toHaveCSS('opacity', '0.2')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(picture).toHaveCSS('opacity', '0.09')
})

test('the cards of the personal page stand clear of each other in every window', async ({ page }) => {
  await signIn(page, demoLogin('r10020'))
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 768 })
    await page.goto('/#/isolarerp/employee/individual')
    const cards = ['个人资料', '外观', '默认范围', '通知', '登录设备'].map((name) =>
      page.getByRole('region', { name, exact: true }),
    )
    for (const card of cards) await expect(card).toBeVisible()
    await expect(async () => {
      const boxes = await Promise.all(cards.map(async (card) => (await card.boundingBox())!))
      for (const [at, one] of boxes.entries())
        for (const other of boxes.slice(at + 1)) {
          const beside = one.x + one.width <= other.x || other.x + other.width <= one.x
          expect(beside || one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true)
        }
    }).toPass()
  }
})

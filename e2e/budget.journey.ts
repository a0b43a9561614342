import { expect, type Page } from '@playwright/test'
import { demoLogin, fillAndDrag, knowTheWay } from './sign-in.ts'
import { idle, test } from './journey.ts'

/** The compressed transfer size of scripts and styles; the font is counted separately (ui.md "First load"). */
function weigh(page: Page) {
  const sizes = new Map<string, number>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$/.test(pathname)) sizes.set(pathname, Number(response.headers()['content-length'] ?? 0))
  })
  return () => [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024
}

const kilobytes = (weight: number) => `${weight.toFixed(1)} KB`

test('the sign-in page and the first list stay within their weight', async ({ page }) => {
  const weight = weigh(page)
  await page.goto('/#/taskCenter')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await idle(page)
  const signInPage = weight()
  await knowTheWay(page)
  await fillAndDrag(page, demoLogin('r10020'))
  // A row under the pointer is read ahead, with the code of its detail.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await idle(page)
  const firstList = weight()
  test.info().annotations.push({
    type: 'weight',
    description: `${kilobytes(signInPage)}, ${kilobytes(firstList)}`,
  })
  expect(signInPage).toBeGreaterThan(10)
  expect(signInPage).toBeLessThanOrEqual(90)
  expect(firstList).toBeLessThanOrEqual(300)
})

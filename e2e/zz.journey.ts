import { expect } from '@playwright/test'
import { read } from './api.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'
import { mkdirSync } from 'node:fs'
const dir = '/tmp/cleanpage'
mkdirSync(dir, { recursive: true })
test('look at cleaning', async ({ browser }) => {
  test.setTimeout(600_000)
  const page = await newSignedInPage(browser, demoLogin('r10020'))
  const shot = (name: string) => page.screenshot({ path: `${dir}/${name}.png` })
  const modes = [
    ['light', 1440],
    ['dark', 1440],
    ['phone', 390],
  ] as const
  const found = await read<{ pageList: { id: string; flowSts: number; zones: number }[] }>(
    page,
    'post',
    '/order/clean/page',
    { size: 100, orderField: 'cleanedOn', orderType: 'desc' },
  )
  console.log(
    JSON.stringify(found.pageList.slice(0, 12).map(({ id, flowSts, zones }) => [id, flowSts, zones])),
  )
  const open = found.pageList.find((r) => r.zones > 0 && r.flowSts === 3) ?? found.pageList[0]!
  const done = found.pageList.find((r) => r.zones > 0 && r.flowSts === 4) ?? found.pageList[0]!
  for (const [mode, width] of modes) {
    await page.setViewportSize({ width, height: mode === 'phone' ? 844 : 900 })
    await page.emulateMedia({ colorScheme: mode === 'dark' ? 'dark' : 'light' })
    await page.evaluate((dark) => {
      const key = Object.keys(localStorage).find((k) => /theme/i.test(k))
      void key
      document.documentElement.dataset.theme = dark ? 'dark' : 'light'
    }, mode === 'dark')
    await page.goto('/#/operation/clean?sort=cleanedOn.desc')
    await page.waitForTimeout(2500)
    if (mode === 'dark')
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark'
      })
    await shot(`list-${mode}`)
    for (const [name, id] of [
      ['open', open.id],
      ['done', done.id],
    ] as const) {
      await page.goto(`/#/operation/clean?order=${id}`)
      await expect(page.locator('#order-cleaning')).toBeVisible()
      await page.waitForTimeout(2500)
      if (mode === 'dark')
        await page.evaluate(() => {
          document.documentElement.dataset.theme = 'dark'
        })
      await page.locator('#order-cleaning').scrollIntoViewIfNeeded()
      await page.locator('#order-cleaning').evaluate((e) => e.scrollIntoView({ block: 'start' }))
      await page.waitForTimeout(300)
      await shot(`${name}-${mode}-1`)
      await page.locator('#order-cleaning').evaluate((e) => e.scrollIntoView({ block: 'end' }))
      await page.waitForTimeout(300)
      await shot(`${name}-${mode}-2`)
    }
  }
})

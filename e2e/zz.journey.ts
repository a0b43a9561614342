import { mkdirSync } from 'node:fs'
import { read } from './api.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

type Order = { id: string; flowSts: number; otherSts: number }
const out = '/tmp/appear'
mkdirSync(out, { recursive: true })

test('look', async ({ browser }) => {
  test.slow()
  const page = await newSignedInPage(browser, demoLogin('admin'))
  const list = (flowSts: number) =>
    read<{ pageList: Order[] }>(page, 'post', '/ops/order/page', {
      size: 500,
      taskType: [18],
      flowSts: [flowSts],
    })
  const all = { 2: (await list(2)).pageList, 3: (await list(3)).pageList, 4: (await list(4)).pageList }
  console.log(JSON.stringify(Object.entries(all).map(([k, v]) => [k, v.length, v.map((o) => o.otherSts)])))
  for (const [name, size, dark] of [
    ['light', [1440, 900], false],
    ['dark', [1440, 900], true],
    ['phone', [390, 844], false],
  ] as const) {
    await page.setViewportSize({ width: size[0], height: size[1] })
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await page.evaluate(
      (on) => document.documentElement.setAttribute('data-theme', on ? 'dark' : 'light'),
      dark,
    )
    await page.goto('/#/operation/appearance')
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `${out}/config-${name}.png` })
    await page
      .getByText('厂区道路')
      .first()
      .click()
      .catch(() => undefined)
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `${out}/form-${name}.png` })
    for (const sts of ['2', '3', '6', '4'] as const) {
      const order =
        sts === '6'
          ? all[2].find((o) => o.otherSts === 6)
          : all[sts].find((o) => o.otherSts > 2 && o.otherSts !== 6)
      if (!order) continue
      await page.goto(`/#/taskCenter?order=${order.id}`)
      await page.reload()
      await page.waitForTimeout(2500)
      if (dark) await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
      await page
        .locator('#order-appearance')
        .scrollIntoViewIfNeeded()
        .catch(() => undefined)
      await page
        .locator('#order-appearance h2')
        .first()
        .evaluate((e) => e.scrollIntoView())
        .catch(() => undefined)
      await page.waitForTimeout(600)
      await page.screenshot({ path: `${out}/sheet${sts}-${name}.png` })
      const item =
        sts === '4'
          ? page.locator('#order-appearance tr', { hasText: '复检合格' }).first().locator('button')
          : page.locator('#order-appearance td button').first()
      if (await item.count()) {
        await item.click()
        await page.waitForTimeout(2000)
        await page.screenshot({ path: `${out}/row${sts}-${name}.png` })
      }
    }
  }
})

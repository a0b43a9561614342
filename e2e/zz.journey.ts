import { test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

test('look', async ({ browser }) => {
  test.setTimeout(300000)
  for (const [theme, width] of [['light', 1440], ['dark', 1440], ['light', 390]] as const) {
    const page = await newSignedInPage(browser, demoLogin('admin'))
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    const shot = (name: string) => page.screenshot({ path: `/tmp/look/${name}-${theme}-${width}.png`, fullPage: false })
    await page.goto('/#/operation/ticket')
    await page.getByRole('heading', { name: '两票管理' }).first().waitFor()
    await page.waitForTimeout(2500)
    await shot('list')
    const ids = theme === 'light' && width === 1440 ? ['20', '21', '23'] : ['20', '23']
    for (const id of ids) {
      await page.goto(`/#/operation/ticket?ticket=${id}`)
      await page.waitForTimeout(2500)
      await page.screenshot({ path: `/tmp/look/sheet${id}-${theme}-${width}.png`, fullPage: true })
    }
    await page.goto('/#/operation/ticket?act=add')
    await page.waitForTimeout(2500)
    await shot('form')
    await page.context().close()
  }
})

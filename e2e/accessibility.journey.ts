import { expect, type Page } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { checkFile, dialogs, pages } from './screens.ts'
import { demoLogin, signIn } from './sign-in.ts'
import { test } from './journey.ts'

// Its tests share nothing, and one after the other they would outlast all other files.
test.describe.configure({ mode: 'parallel' })

/** Closes all overlays, the last one first. */
const closeAll = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 })
  }).toPass()

for (const width of [1440, 390]) {
  test.describe(`at ${width}`, () => {
    // A high viewport, so that few lists scroll: axe cannot check a text that an edge cuts.
    test.use({ viewport: { width, height: 2400 } })

    test('axe finds nothing at sign-in, wherever the sun stands', async ({ page }) => {
      for (const time of ['03:00', '06:20', '08:15', '12:00', '15:45']) {
        await page.clock.setFixedTime(new Date(`2026-06-21T${time}:00+08:00`))
        await page.goto('/')
        await page.reload()
        await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
        await expectNoFaults(page, `sign-in at ${time}`)
      }
    })

    test('axe finds nothing around signing in', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
      await expectNoFaults(page, 'sign-in')
      await page.getByRole('tab', { name: '手机验证码登录' }).click()
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await expectNoFaults(page, 'sign-in by phone, with faults')
      await page.getByRole('button', { name: '下载移动端APP' }).click()
      const download = page.getByRole('dialog', { name: '下载移动端APP' })
      await expect(download).toBeVisible()
      await expectNoFaults(page, 'app download', download)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: '忘记密码' }).click()
      await expectNoFaults(page, 'forgotten password')
    })

    test('axe finds nothing on any page', async ({ page }) => {
      test.slow()
      await signIn(page, demoLogin('admin'))
      for (const { path, show } of pages) {
        await page.goto(`/#${path}`)
        await show(page)
        await expectNoFaults(page, path)
      }
      await page.goto('/#/system/import')
      await checkFile(page)
      await expectNoFaults(page, 'import result')
    })

    test('axe finds nothing in any dialog', async ({ page }) => {
      test.slow()
      await signIn(page, demoLogin('admin'))
      for (const { name, path, show } of dialogs) {
        await page.goto(`/#${path}`)
        await show(page)
        const dialog = page.getByRole('dialog', { name, exact: true }).last()
        await expect(dialog).toBeVisible()
        await expectNoFaults(page, `${path} ${name ?? ''}`, dialog)
        await closeAll(page)
      }
    })
  })
}

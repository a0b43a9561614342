import { expect, type Page } from '@playwright/test'
import { answer, test } from './journey.ts'
import { hire } from './people.ts'
import { demoLogin, newSignedInPage, signIn, signInFirst, silencePolls } from './sign-in.ts'

const enter = (page: Page) => page.getByRole('button', { name: '登录', exact: true })

const reason = (page: Page) => page.getByText('Token失效，请重新登录!')

test('an administrator sees who is signed in, and ends a session, which is out at once', async ({
  page,
  browser,
}) => {
  const hired = await hire(demoLogin('admin'), 'r10025')
  const person = { ...hired, password: 'Online#2026' }
  const first = await (await browser.newContext()).newPage()
  await signInFirst(first, hired, person.password)
  await first.context().close()
  const working = await newSignedInPage(browser, person)
  // It makes no call of its own.
  await silencePolls(working)
  const watching = await newSignedInPage(browser, person)
  for (const theirs of [working, watching]) {
    await theirs.goto('/#/taskCenter')
    await expect(theirs.getByRole('heading', { name: '任务中心' })).toBeVisible()
  }

  await signIn(page, demoLogin('admin'))
  await page.goto(`/#/system/online?keyword=${person.username}`)
  const rows = page.getByRole('row').filter({ hasText: person.username })
  await expect(rows.first()).toContainText('使用中')
  for (let left = await rows.count(); left > 0; left--) {
    await rows.first().getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '强制退出' }).click()
    await answer(page, /^让 新同事 退出登录？$/, '强制退出')
    await expect(rows).toHaveCount(left - 1)
  }

  await working.getByRole('button', { name: '刷新' }).click()
  await expect(enter(working)).toBeVisible()
  await expect(reason(working)).toBeVisible()
  // Without a press, a window is told by the next call that it makes: at its turn, or when the person comes back to it.
  await expect(async () => {
    await watching.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(enter(watching)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(reason(watching)).toBeVisible()
})

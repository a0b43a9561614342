import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './journey.ts'
import { newSignedInPage, signIn } from './sign-in.ts'
import { actBy, loginOf, operating, type Signatory } from './tickets.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
} as const
test.use(phone)

const steps = ['检查3号箱变所带逆变器已停机', '断开低压侧断路器431', '检查431在分位', '断开高压侧负荷开关331']

type Line = { no: number; called: unknown; repeated: unknown; operated: unknown; ticked: unknown }
const linesOf = async (id: string) =>
  (await read<{ lineList: Line[] }>(loginOf('leader'), 'post', '/ticket/detail', { id })).lineList

/** A phone of one of the pair with the ticket open, which needs no line from here on. */
async function phoneOf(
  browser: Browser,
  who: Signatory,
  id: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await signIn(page, loginOf(who))
  await page.goto(`/#/operation/ticket?ticket=${id}`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 })
  await expect
    .poll(() =>
      page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name?.startsWith('field-'))),
    )
    .toBe(true)
  await expect(page.getByRole('region', { name: '操作项目' })).toBeVisible()
  return { context, page }
}

/** A press within a second of the one before counts as its repeat. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' })
  await expect(button).toBeVisible()
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2000 })
    await expect(button).toBeHidden({ timeout: 1200 })
  }).toPass()
}

/** What is pressed is another button afterwards, or the same of the next step. */
async function stepIs(page: Page, no: number): Promise<void> {
  await expect(page.getByRole('heading', { name: new RegExp(`^${no}\\. `) })).toBeVisible()
}

test('two phones without a line do three steps, and the ticket has all of it in order', async ({
  browser,
}) => {
  const { id } = await operating('3号箱变由运行转检修', steps)
  const guard = await phoneOf(browser, 'permitter', id)
  const operator = await phoneOf(browser, 'leader', id)
  await guard.context.setOffline(true)
  await operator.context.setOffline(true)
  // The frame knows that there is no line.
  for (const { page } of [guard, operator])
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))

  for (let no = 1; no <= 3; no++) {
    await stepIs(guard.page, no)
    await press(guard.page, '已唱票')
    await stepIs(operator.page, no)
    await press(operator.page, no === 1 ? /^已听到.*唱票$/ : /^已看到.*打√、听到唱票$/)
    await press(operator.page, '已复诵')
    await press(operator.page, '已操作')
    await press(guard.page, /^已听到.*复诵、看到操作$/)
    await press(guard.page, '检查无误，打√')
  }
  await expect(operator.page.getByText('未联网，看不到对方手机')).toBeVisible()
  await expectNoViolations(operator.page)
  await operator.page.reload()
  await stepIs(operator.page, 4)
  expect((await linesOf(id)).every(({ called }) => called === null)).toBe(true)

  await operator.context.setOffline(false)
  await operator.page.evaluate(() => window.dispatchEvent(new Event('online')))
  const site = operator.page.getByRole('region', { name: '现场手机' })
  await expect(site).toContainText(
    /第 1 步复诵、操作，第 2 步复诵、操作，第 3 步复诵、操作，等待.*的第 1 步唱票送达/,
    {
      timeout: 60_000,
    },
  )
  expect((await linesOf(id)).every(({ repeated }) => repeated === null)).toBe(true)

  await guard.context.setOffline(false)
  await guard.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(
      async () =>
        (await linesOf(id)).map((line) =>
          [line.called, line.repeated, line.operated, line.ticked].every(Boolean),
        ),
      { timeout: 60_000 },
    )
    .toEqual([true, true, true, false])
  await stepIs(guard.page, 4)
  await expect(guard.page.getByRole('button', { name: '已唱票' })).toBeEnabled()
  await expect(site).toHaveCount(0)
  await guard.context.close()
  await operator.context.close()
})

test('who works without a line is told to stop at its first moment, and who stopped the work sees that they know', async ({
  browser,
}) => {
  const { id, ticketNo } = await operating('3号箱变由运行转检修', steps)
  const operator = await phoneOf(browser, 'leader', id)
  await expect
    .poll(() => operator.page.evaluate(() => localStorage.getItem('heliodesk__ahead-at')), {
      timeout: 90_000,
    })
    .not.toBeNull()
  await operator.context.setOffline(true)
  await operator.page.goto('/#/my/orders')
  await operator.page.reload()
  await operator.page.getByRole('link', { name: new RegExp(ticketNo) }).click()
  await stepIs(operator.page, 1)
  await actBy(loginOf('permitter'), id, 'abort', { reason: '雷雨' })

  await operator.context.setOffline(false)
  await operator.page.evaluate(() => window.dispatchEvent(new Event('online')))
  const notice = operator.page.getByRole('dialog', { name: '停止作业' })
  await expect(notice).toContainText(`票 ${ticketNo} 已于`, { timeout: 60_000 })
  await expect(notice).toContainText('中止')
  await operator.page.keyboard.press('Escape')
  await expect(notice).toBeVisible()
  await expectNoViolations(operator.page)

  const guard = await newSignedInPage(browser, loginOf('permitter'))
  await guard.goto(`/#/operation/ticket?ticket=${id}`)
  const told = guard.getByRole('list', { name: '停止作业通知' })
  await expect(told).toContainText('尚未知悉')
  await notice.getByRole('button', { name: '已停止作业，知悉' }).click()
  await expect(notice).toHaveCount(0)
  await expect(told).toContainText(/已知悉 \d\d:\d\d/, { timeout: 30_000 })
  await guard.context().close()
  await operator.context.close()
})

import { expect, type Browser, type Page } from '@playwright/test'
import { read } from './api.ts'
import { dayOf, givenOrder } from './executed-orders.ts'
import { pressToClose } from './hand.ts'
import { draw } from './picture.ts'
import { demoLogin, signIn } from './sign-in.ts'

const engineer = demoLogin('r10030')
const stationMaster = demoLogin('r10020')

type Detail = {
  flowSts: number
  version: number
  stepList: { name: string; done: boolean; needPhoto: boolean; needValue: boolean }[]
  prerequisiteList: { name: string }[]
  photoList: { stepNo: number }[]
  workHoursList: { executorName: string }[]
  awaitedPhotoList: unknown[]
}

export const detailOf = (page: Page, id: string) => read<Detail>(page, 'post', '/ops/order/detail', { id })
export const form = (page: Page) => page.getByRole('dialog', { name: '填写执行' })
export const badge = (page: Page) => page.getByRole('link', { name: /^本机记录/ })

/** The app is kept on the phone, and the outbox of this person is open: what is done from here on needs no signal. */
export async function opened(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 })
  await expect
    .poll(() =>
      page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name?.startsWith('field-'))),
    )
    .toBe(true)
}

async function startWork(page: Page, id: string): Promise<void> {
  await page.goto(`/#/taskCenter?order=${id}`)
  await opened(page)
  await page.getByRole('dialog').getByRole('button', { name: '开始作业' }).click()
  await pressToClose(page.getByRole('dialog', { name: /^开始作业/ }), '开始作业')
  await expect(form(page)).toBeVisible()
}

/** An order that the master gave to the engineer, who has begun it on this phone; the server knows of that. */
export async function begunInField(browser: Browser, page: Page, given: Parameters<typeof givenOrder>[2]) {
  await signIn(page, engineer, { alone: true })
  const master = await (await browser.newContext()).newPage()
  await signIn(master, stationMaster)
  const order = await givenOrder(page, master, given)
  await startWork(page, order.id)
  await expect.poll(async () => (await detailOf(master, order.id)).version).toBeGreaterThan(order.version)
  return { master, order }
}

/** Does all that the order asks for, each step with a photo, as far as it is not done. */
export async function doAll(page: Page): Promise<void> {
  const ticks = form(page).getByRole('checkbox')
  for (let at = 0; at < (await ticks.count()); at++) {
    await ticks.nth(at).click()
    await expect(ticks.nth(at)).toBeChecked()
  }
  const finish = page.getByRole('button', { name: '完成本步' })
  for (;;) {
    const open = form(page).getByRole('button', { expanded: true })
    if ((await form(page).locator('li', { has: finish }).count()) === 0) return
    const no = Number.parseInt(await open.innerText(), 10)
    const step = form(page).getByRole('listitem').filter({ has: finish })
    const value = step.getByLabel('数值')
    if ((await value.count()) > 0) await value.fill('9.1 A')
    await step.getByLabel(`第 ${no} 步选照片`).setInputFiles({
      name: `第${no}步.png`,
      mimeType: 'image/png',
      buffer: await draw(page, '#2b6cb0'),
    })
    await expect(step.getByRole('list', { name: `第 ${no} 步在本机的照片` })).toBeVisible()
    await finish.click()
    // The next step opens.
    await expect(step.getByLabel(`第 ${no} 步选照片`)).toHaveCount(0)
  }
}

export async function recordHours(page: Page): Promise<void> {
  await form(page).getByRole('button', { name: '添加工时' }).click()
  const row = form(page).getByRole('group', { name: '工时第 1 行' })
  const day = await dayOf(page)
  await row.getByLabel('实际开始').fill(`${day}T00:00`)
  await row.getByLabel('实际结束').fill(`${day}T00:01`)
  await form(page).getByRole('button', { name: '登记工时' }).click()
  await expect(form(page).getByRole('list', { name: '已登记的工时' })).toBeVisible()
}

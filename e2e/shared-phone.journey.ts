import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { givenOrder } from './executed-orders.ts'
import { badge, begunInField, form } from './field-order.ts'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { engineer, phone } from './offline-phone.ts'
import { demoLogin, signIn } from './sign-in.ts'
import { storedTexts, whereOf } from './stored.ts'

test.use({ ...phone, serviceWorkers: 'allow' })

const comment = (page: Page) =>
  page.locator('#order-comments').getByRole('textbox', { name: '评论', exact: true })
const report = (page: Page) => page.getByRole('dialog', { name: '上报缺陷' })

const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: '作废' })

const sealed = async (page: Page) =>
  Object.keys(await storedTexts(page)).filter((name) => name.includes('__words:'))

test('nothing of a person’s work is to be read on a shared phone, signed in or out, and nothing of it is lost', async ({
  browser,
  context,
  page: first,
}) => {
  let page = first
  test.slow()
  const mark = Date.now().toString(36)
  const word = (about: string) => `${about}${mark}`
  const [order, refused] = [word('密封工单'), word('密封拒绝')]
  const [note, said, defect, sought] = [
    word('密封备注'),
    word('密封评论'),
    word('密封缺陷'),
    word('密封搜索'),
  ]

  const given = await begunInField(browser, page, { description: order, taskType: 12 })
  const { master } = given
  const other = await givenOrder(page, master, { description: refused, taskType: 12 })

  // An act that is refused, one that waits, and words that nobody has sent.
  await page.goto(`/#/taskCenter?order=${other.id}`)
  const start = page.getByRole('dialog').getByRole('button', { name: '开始作业' })
  await expect(start).toBeVisible()
  await context.setOffline(true)
  await start.click()
  await pressToClose(page.getByRole('dialog', { name: /^开始作业/ }), '开始作业')
  await read(master, 'post', '/ops/order/terminate', { id: other.id, version: other.version, reason: '重复' })
  await context.setOffline(false)
  await expect(badge(page)).toContainText('需要处理 1', { timeout: 60_000 })
  await page.goto('/#/my/outbox')
  const reason = await refusal(page).innerText()
  const words = [order, refused, reason, note, said, defect, sought]
  await page.goto('/#/my/reports?act=report')
  await report(page).getByRole('textbox', { name: '缺陷情况' }).fill(defect)
  await expect.poll(async () => (await sealed(page)).length).toBe(1)
  await page.close()
  page = await context.newPage()
  await page.goto(`/#/taskCenter?keyword=${encodeURIComponent(sought)}`)
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible()
  await page.goto(`/#/taskCenter?order=${given.order.id}`)
  await comment(page).fill(said)
  await expect.poll(async () => (await sealed(page)).length).toBe(2)
  await page.goto(`/#/taskCenter?order=${given.order.id}&do=execute`)
  await expect(form(page)).toBeVisible()
  await context.setOffline(true)
  await form(page).getByRole('textbox', { name: '执行情况' }).fill(note)
  await form(page).getByRole('heading', { name: '执行情况' }).click()
  await expect(form(page).getByRole('status').last()).toContainText('等待信号')
  expect(await whereOf(page, words)).toEqual([])

  // A reload opens it again.
  await page.reload()
  await expect(form(page).getByRole('textbox', { name: '执行情况' })).toHaveValue(note)
  expect(await whereOf(page, words)).toEqual([])

  await page.goto('/#/my')
  await page.getByRole('button', { name: '退出登录' }).click()
  const leaving = page.getByRole('dialog', { name: '退出登录' })
  await leaving.getByRole('button', { name: '退出登录' }).click()
  await pressFor(
    leaving.getByRole('button', { name: '仅退出本机' }),
    page.getByRole('textbox', { name: '账号' }),
  )
  expect(await whereOf(page, words)).toEqual([])
  await context.setOffline(false)
  await signIn(page, demoLogin('r10020'), { alone: true })
  await page.goto(`/#/taskCenter?order=${given.order.id}`)
  await expect(page.getByRole('dialog').getByRole('heading', { name: order })).toBeVisible()
  await page.goto('/#/my/reports')
  await expect(page.getByRole('heading', { name: '我上报的' })).toBeVisible()
  await expect(page.getByText(defect)).toHaveCount(0)
  expect(await whereOf(page, words)).toEqual([])

  await page.goto('/#/my')
  await page.getByRole('button', { name: '退出登录' }).click()
  await pressFor(
    leaving.getByRole('button', { name: '退出登录' }),
    page.getByRole('textbox', { name: '账号' }),
  )
  await signIn(page, engineer, { alone: true })
  await page.goto(`/#/taskCenter?order=${given.order.id}`)
  await expect(comment(page)).toHaveValue(said)
  await page.goto('/#/my/reports')
  await expect(page.getByRole('region', { name: '未提交的上报' })).toContainText(defect)
  await page.goto('/#/my/outbox')
  await expect(refusal(page)).toHaveText(reason)
  await expect
    .poll(
      async () =>
        (
          await read<{ executionNote: string | null }>(master, 'post', '/ops/order/detail', {
            id: given.order.id,
          })
        ).executionNote,
      { timeout: 60_000 },
    )
    .toBe(note)
  await master.context().close()
})

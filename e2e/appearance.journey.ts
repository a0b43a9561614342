import { expect, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { assessRest } from './appearance-sheet.ts'
import { answer, pressFor, test } from './journey.ts'
import { draw } from './picture.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

const description = `11 月站容站貌 ${Date.now().toString(36)}`

type Order = { id: string; version: number; psId: string }
type Detail = Order & { prerequisiteList: object[]; stepList: object[] }

const detailOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name: description }) })
const section = (page: Page) => detailOf(page).locator('#order-appearance')

async function openDetail(page: Page, id: string): Promise<void> {
  await page.goto(`/#/taskCenter?order=${id}`)
  await page.reload()
  await expect(section(page)).toBeVisible()
}

/** Presses a button of a form until the form is gone: a press within a second of the previous one counts as a repeat. */
const pressAway = (form: Locator, button: string) =>
  expect(async () => {
    if (await form.isVisible()) await form.getByRole('button', { name: button }).click({ timeout: 1500 })
    await expect(form).toBeHidden({ timeout: 1500 })
  }).toPass()

/** An appearance order that the worker has begun. */
async function begin(worker: Page, master: Page): Promise<string> {
  const { pageList } = await read<{ pageList: Order[] }>(worker, 'post', '/ops/order/page', { size: 1 })
  const order = await read<Order>(worker, 'post', '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 18,
    taskDescription: description,
  })
  const { id: liableUserId } = await read<{ id: string }>(worker, 'get', '/sys/user/getUserInfo')
  const assigned = await read<Order>(master, 'post', '/ops/order/18/assign', {
    id: order.id,
    version: order.version,
    liableUserId,
    planStartTime: '2030-01-01 08:00:00',
    planEndTime: '2030-01-02 18:00:00',
  })
  await read<Order>(worker, 'post', '/ops/order/start', { id: order.id, version: assigned.version })
  return order.id
}

/** Submits the work but for what the sheet asks for; returns the refusal, or null. */
async function submit(worker: Page, id: string): Promise<string | null> {
  const { version, prerequisiteList, stepList } = await read<Detail>(worker, 'post', '/ops/order/detail', {
    id,
  })
  return read(worker, 'post', '/ops/order/18/execute', {
    id,
    version,
    submit: true,
    prerequisiteList: prerequisiteList.map((each) => ({ ...each, met: true })),
    stepList: stepList.map((each) => ({ ...each, done: true, doneAt: '2026-01-01 00:01:00' })),
    workHoursList: [
      {
        executorName: '李沐阳',
        actualStartTime: '2026-01-01 00:00:00',
        actualEndTime: '2026-01-01 00:01:00',
        peopleNum: 1,
      },
    ],
    executionNote: '已自评',
  }).then(
    () => null,
    (error: unknown) => String(error),
  )
}

test('a worker assesses the station, the station master reviews it, what is low is put right, and the recheck closes the order', async ({
  browser,
}) => {
  test.slow()
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const master = await newSignedInPage(browser, demoLogin('r10020'))
  const id = await begin(worker, master)

  await openDetail(worker, id)
  const picture = await draw(worker, '#2b6cb0')
  await pressFor(
    section(worker).getByRole('button', { name: /^自评（\d+ 项）$/ }),
    worker.getByRole('dialog', { name: '1 大门与标识牌' }),
  )
  const gate = worker.getByRole('dialog', { name: '1 大门与标识牌' })
  await gate.getByLabel('自评得分').fill('5.5')
  await gate.getByRole('button', { name: '保存，下一项' }).click()
  await expect(gate).toContainText('“大门与标识牌”不能大于满分 5')
  await gate.getByLabel('自评得分').fill('5')
  await gate
    .locator('input[type=file]')
    .setInputFiles({ name: '1.png', mimeType: 'image/png', buffer: picture })
  await expect(gate.getByRole('button', { name: /查看 1.png/ })).toBeVisible()
  await pressAway(gate, '保存，下一项')
  const fence = worker.getByRole('dialog', { name: '2 围栏完整' })
  await fence.getByLabel('自评得分').fill('5')
  await fence
    .locator('input[type=file]')
    .setInputFiles({ name: '2.png', mimeType: 'image/png', buffer: picture })
  await expect(fence.getByRole('button', { name: /查看 2.png/ })).toBeVisible()
  await pressAway(fence, '保存，下一项')
  await worker.keyboard.press('Escape')
  expect(await submit(worker, id)).toContain('检查项“厂区道路”未自评')
  await assessRest(worker, id, 2)
  await openDetail(worker, id)
  await expect(section(worker)).toContainText(/不涉及 \d+ 项/)
  expect(await submit(worker, id)).toBeNull()

  await openDetail(master, id)
  const first = master.getByRole('dialog', { name: '1 大门与标识牌' })
  await pressFor(section(master).getByRole('button', { name: /^评审（\d+ 项）$/ }), first)
  await first.getByLabel('评审得分').fill('2')
  await expect(first.getByRole('checkbox')).toBeChecked()
  await first.getByRole('button', { name: '填入整改建议' }).click()
  await pressAway(first, '保存，下一项')
  await master.keyboard.press('Escape')
  // The first item is marked: the others are what is left.
  await expect(section(master).getByRole('button', { name: '评审（5 项）' })).toBeVisible()
  await section(master).getByRole('button', { name: '其余按自评' }).click()
  await answer(master, /项按自评评分/, '按自评评分')
  await expect(section(master)).toContainText('还有 1 项须整改，请退回整改：“大门与标识牌”')
  const back = await read<Order>(master, 'post', '/ops/order/detail', { id })
  await read(master, 'post', '/ops/order/18/check', {
    id,
    version: back.version,
    pass: false,
    auditOpinion: '请整改大门标识',
  })

  await openDetail(worker, id)
  const rework = worker.getByRole('dialog', { name: '1 大门与标识牌' })
  await pressFor(section(worker).getByRole('button', { name: '整改（1 项）' }), rework)
  await expect(rework).toContainText('评审 2 / 5 分：补齐或更换标识牌')
  await rework.getByLabel('整改情况').fill('已补齐标识牌')
  await rework
    .locator('input[type=file]')
    .setInputFiles({ name: '后.png', mimeType: 'image/png', buffer: picture })
  await expect(rework.getByRole('slider', { name: '整改前后对比' })).toBeVisible()
  await pressAway(rework, '保存')
  await expect(section(worker)).toContainText('已整改，待复检')
  expect(await submit(worker, id)).toBeNull()

  await openDetail(master, id)
  const again = master.getByRole('dialog', { name: '1 大门与标识牌' })
  await pressFor(section(master).getByRole('button', { name: '评审（1 项）' }), again)
  await expect(again).toContainText('已补齐标识牌')
  await again.getByLabel('评审得分').fill('4.5')
  await pressAway(again, '保存')
  await expect(section(master)).toContainText('复检合格')
  const question = master.getByRole('dialog', { name: /^验收通过/ })
  await pressFor(detailOf(master).getByRole('button', { name: '验收通过' }), question)
  await expect(question).toContainText('检查单得分')
  await question.getByRole('button', { name: '验收通过' }).click()
  await expect(detailOf(master)).toContainText('已完成')
  await expect(section(master)).toContainText('已达标')
})

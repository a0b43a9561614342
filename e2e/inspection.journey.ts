import { type Browser, expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoViolations } from './axe.ts'
import { opened } from './field-order.ts'
import { openLine, sheetOf, takeRound } from './inspection-round.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage, signIn } from './sign-in.ts'

const engineer = demoLogin('r10030')
const stationMaster = demoLogin('r10020')

test('a station master changes a limit of an item, which becomes its next version', async ({ browser }) => {
  const master = await newSignedInPage(browser, stationMaster)
  const name = `接头温度 ${Date.now().toString(36)}`
  await master.goto('/#/operation/item?category=joint')
  await master.getByRole('button', { name: '新建项目' }).click()
  const drawer = master.getByRole('dialog')
  await drawer.getByLabel('项目名称').fill(name)
  await drawer.getByLabel('方法', { exact: false }).first().fill('热像仪')
  await drawer.getByLabel('记录').click()
  await master.getByTitle('数值').click()
  await drawer.getByLabel('单位').fill('℃')
  await drawer.getByLabel('正常上限', { exact: true }).fill('90')
  await drawer.getByLabel('I 级上限', { exact: true }).fill('130')
  await expectNoViolations(master)
  await drawer.getByRole('button', { name: '新建' }).click()
  await expect(master.getByText(`${name} v1`)).toBeVisible()
  await master.getByRole('row', { name }).click()
  // In a wide window it stands beside the list.
  const pane = master.getByRole('region', { name })
  await pane.getByLabel('正常上限', { exact: true }).fill('80')
  await expect(pane.getByText(/异常由/)).toBeVisible()
  await expectNoViolations(master)
  await master.getByRole('row').nth(1).click()
  const question = master.getByRole('dialog', { name: '数据尚未保存，是否确定关闭?' })
  await pressToClose(question, '取消')
  await pane.getByRole('button', { name: '保存' }).click()
  await expect(master.getByText(`${name} v2`)).toBeVisible()
  await expect(master.getByRole('row', { name }).getByText('≤ 80 ℃')).toBeVisible()
  await expect(pane.getByText(/^v2 · /)).toBeVisible()
})

test('an abnormal reading becomes a defect order on the desktop', async ({ browser }) => {
  test.slow()
  const worker = await newSignedInPage(browser, engineer)
  const master = await newSignedInPage(browser, stationMaster)
  const id = await takeRound(master, worker, '机内温度')
  const { stop, no } = (await openLine(worker, id, '机内温度'))!
  await worker.goto(`/#/operation/inspection?order=${id}&stop=${stop}`)
  const table = worker.getByRole('table', { name: '巡检记录' })
  const field = table.getByRole('textbox', { name: '机内温度读数' })
  await field.fill('79')
  await field.press('Enter')
  // So far from the last time it is read again first.
  if (await table.getByText(/请重读一次再登记/).isVisible()) await field.press('Enter')
  await expect(table.getByText('异常', { exact: true }).last()).toBeVisible()
  const panel = worker.getByRole('region', { name: '转缺陷' })
  await expect(panel.getByText('建议 III 级')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: '缺陷描述' })).toHaveValue(/机内温度 79 ℃，超限 4 ℃/)
  await expectNoViolations(worker)
  await panel.getByRole('button', { name: '转缺陷 III 级' }).click()
  await expect(worker.getByText('已转缺陷工单')).toBeVisible()
  await expect(panel).toHaveCount(0)
  const { defect: linked } = (await sheetOf(worker, id)).lineList.find((each) => each.no === no)!
  const defect = await read<{ taskType: number; defectLevel: string }>(master, 'post', '/ops/order/detail', {
    id: linked!.orderId,
  })
  expect(defect).toMatchObject({ taskType: 8, defectLevel: 'III' })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

  /** The engineer's round, and the first open reading of it. */
  async function begin(browser: Browser, page: Page) {
    await signIn(page, engineer, { alone: true })
    const master = await (await browser.newContext()).newPage()
    await signIn(master, stationMaster)
    const id = await takeRound(master, page, '机内温度')
    const { stop, no } = (await openLine(page, id, '机内温度'))!
    return { master, id, stop, no }
  }

  test('readings are taken without a signal, and arrive when there is one', async ({
    browser,
    context,
    page,
  }) => {
    test.slow()
    const { master, id, stop, no } = await begin(browser, page)
    await page.goto(`/#/operation/inspection?order=${id}&stop=${stop}`)
    await opened(page)
    const open = page.getByRole('region', { name: '机内温度' })
    await expect(open).toBeVisible()
    await context.setOffline(true)
    const field = open.getByRole('textbox', { name: '机内温度读数' })
    await field.fill('58')
    await field.press('Enter')
    if (await open.getByText(/请重读一次再登记/).isVisible()) await field.press('Enter')
    await expect(page.getByText(/离线，\d+ 项已存本机/)).toBeVisible()
    await page.getByRole('button', { name: '其余正常' }).click()
    await expect(page.getByText(/离线，\d+ 项已存本机/)).toBeVisible()
    await expectNoViolations(page)
    expect((await sheetOf(master, id)).lineList.find((each) => each.no === no)!.value).toBe(null)
    await context.setOffline(false)
    await expect
      .poll(async () => (await sheetOf(master, id)).lineList.find((each) => each.no === no)!.value, {
        timeout: 60_000,
      })
      .toBe(58)
    await master.context().close()
  })

  test('the temperature of the air and a defect that is known are noted without a signal', async ({
    browser,
    context,
    page,
  }) => {
    test.slow()
    const { master, id, stop, no } = await begin(browser, page)
    const { psId, stopList } = await sheetOf(master, id)
    const device = stopList.find((each) => each.stop === stop)!
    const text = `机内过热 ${Date.now().toString(36)}`
    const defect = await read<{ id: string; workCode: string }>(master, 'post', '/ops/order/insert', {
      psId,
      taskType: 8,
      taskDescription: text,
      defectLevel: 'II',
      deviceId: device.deviceId,
    })
    await page.goto(`/#/operation/inspection?order=${id}&stop=${stop}`)
    await opened(page)
    const open = page.getByRole('region', { name: '机内温度' })
    await expect(open).toBeVisible()
    await context.setOffline(true)
    const air = page.getByRole('textbox', { name: '环境温度' })
    await air.fill('31.5')
    await air.press('Enter')
    await expect(page.getByText(/环境 31\.5 ℃/)).toBeVisible()
    const field = open.getByRole('textbox', { name: '机内温度读数' })
    await field.fill('79')
    await field.press('Enter')
    if (await open.getByText(/请重读一次再登记/).isVisible()) await field.press('Enter')
    const panel = page.getByRole('region', { name: '转缺陷' })
    const known = panel.getByRole('paragraph').filter({ hasText: text })
    await known.getByRole('button', { name: '并入已有缺陷' }).click()
    await expect(panel).toHaveCount(0)
    await expect(page.getByText(/离线，\d+ 项已存本机/)).toBeVisible()
    await expectNoViolations(page)
    expect((await sheetOf(master, id)).ambient).not.toBe(31.5)
    await context.setOffline(false)
    await expect
      .poll(
        async () => {
          const { ambient, lineList } = await sheetOf(master, id)
          return [ambient, lineList.find((each) => each.no === no)!.defect]
        },
        { timeout: 60_000 },
      )
      .toEqual([31.5, { orderId: defect.id, workCode: defect.workCode }])
    await master.context().close()
  })
})

import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import jsqr from 'jsqr'
import { expectNoViolations } from './axe.ts'
import { pressToClose } from './hand.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'
import { test } from './journey.ts'

// Its types declare a default export, but the bundle itself is the function.
const jsQR = jsqr as unknown as typeof jsqr.default

const suffix = Date.now()
const name = `旅程逆变器 ${suffix}`
const code = `LC-${suffix}`

/** The content of the QR code in this part of the page. */
async function readCode(browser: Browser, part: Locator): Promise<string | null> {
  const png = (await part.screenshot()).toString('base64')
  const context = await browser.newContext()
  const canvas = await context.newPage()
  const picture = await canvas.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const { width, height } = image
    const drawing = new OffscreenCanvas(width, height).getContext('2d')!
    drawing.drawImage(image, 0, 0)
    return { width, height, pixels: [...drawing.getImageData(0, 0, width, height).data] }
  }, png)
  await context.close()
  return jsQR(Uint8ClampedArray.from(picture.pixels), picture.width, picture.height)?.data ?? null
}

const option = (page: Page, text: string) =>
  page.locator('.ant-select-item-option', { hasText: text }).first()

test('a device is registered, labelled, read off its label on a phone, reported, moved, replaced', async ({
  browser,
}) => {
  test.slow()
  const page = await newPageAt(browser, 'admin', '/station/device', '设备台账')
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await expectNoViolations(page)

  // Registered, with the type found by a word.
  await page.getByRole('button', { name: '新增设备' }).click()
  const form = page.getByRole('dialog', { name: '新增设备' })
  await form.getByRole('button', { name: '新增', exact: true }).click()
  await expect(form.getByText('请填写设备名称')).toBeVisible()
  await form.getByLabel('设备名称').fill(name)
  await form.getByLabel('设备类型').fill('组串式')
  await page.getByText('逆变器 / 组串式逆变器').click()
  await form.getByLabel('电站', { exact: true }).fill('晴川红柳沟一期')
  await option(page, '晴川红柳沟一期').click()
  await form.getByLabel('所在区域').click()
  await option(page, '1号方阵').click()
  await form.getByLabel('设备编码').fill(code)
  await form.getByLabel('型号').fill('ZC-225HX')
  await form.getByLabel('MPPT 路数').fill('12')
  await expectNoViolations(page)
  await form.getByRole('button', { name: '新增', exact: true }).click()
  const detail = page.getByRole('dialog').filter({ hasText: code })
  await expect(detail).toContainText('光伏区/1号方阵')
  await expect(detail).toContainText('逆变器 / 组串式逆变器')
  await expectNoViolations(page)

  // Its label, as it will be printed: only the sheets, and a QR code that links back here.
  await detail.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '打印标签' }).click()
  const sheets = page.getByRole('dialog', { name: '打印标签' })
  await expect(sheets.getByText('1 张，A4 纸 1 页')).toBeVisible()
  await expect(sheets.getByRole('img', { name: `${name}的二维码` }).locator('path')).toHaveAttribute('d', /M/)
  await expectNoViolations(page)
  await page.emulateMedia({ media: 'print' })
  await expect(sheets.getByRole('button', { name: '打印' })).toBeHidden()
  await expect(page.getByRole('heading', { name: '设备台账', exact: true })).toBeHidden()
  const label = sheets.getByRole('article')
  await expect(label).toContainText(name)
  await expect(label).toContainText(code)
  await expect(label).toContainText('晴川红柳沟一期')
  const address = await readCode(browser, label)
  expect(address).toBe(new URL(`/#/station/device?device=${code}`, page.url()).href)
  await page.emulateMedia({ media: null })
  await sheets.getByRole('button', { name: '关闭' }).click()

  // A worker's phone opens the device from its label and reports a defect on it.
  const phone = await newSignedInPage(browser, demoLogin('r10030'))
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(address!)
  const card = phone.getByRole('dialog').filter({ hasText: code })
  await expect(card).toContainText(name)
  await expectNoViolations(phone)
  await card.getByRole('button', { name: '报缺陷' }).click()
  const order = phone.getByRole('dialog', { name: '新建工单' })
  await expect(order).toContainText('晴川红柳沟一期')
  await expect(order).toContainText(name)
  await order.getByLabel('任务描述').fill('绝缘阻抗低，反复停机')
  await order.getByRole('button', { name: '新建', exact: true }).click()
  await expect(phone.getByText('工单已新建')).toBeVisible()
  await phone.context().close()

  // While that order is open, the device cannot leave its station; within the station it moves.
  await page.reload()
  await detail.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '移动' }).click()
  const move = page.getByRole('dialog', { name: `移动 ${name}` })
  await move.getByLabel('目标电站').fill('晴川红柳沟二期')
  await option(page, '晴川红柳沟二期').click()
  await move.getByLabel('移动原因').fill('调拨')
  await move.getByRole('button', { name: '移动', exact: true }).click()
  await expect(move.getByRole('alert')).toContainText('还有未关闭的工单')
  await move.getByLabel('目标电站').fill('晴川红柳沟一期')
  await option(page, '晴川红柳沟一期').click()
  await move.getByLabel('目标区域').fill('备品库')
  await option(page, '备品库').click()
  await pressToClose(move, '移动')
  await expect(detail).toContainText('备品库')
  await detail.getByRole('tab', { name: '工单' }).click()
  await expect(detail.getByText('绝缘阻抗低，反复停机')).toBeVisible()

  // A replacement takes its name and place, and the history records both.
  await detail.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '更换' }).click()
  const replace = page.getByRole('dialog', { name: `更换 ${name}` })
  await replace.getByLabel('新设备编码').fill(`${code}-2`)
  await replace.getByLabel('更换原因').fill('功率模块损坏')
  await replace.getByRole('button', { name: '更换', exact: true }).click()
  const fresh = page.getByRole('dialog').filter({ hasText: `${code}-2` })
  await expect(fresh).toContainText('备品库')
  await fresh.getByRole('tab', { name: '变更记录' }).click()
  await expect(fresh.getByText('功率模块损坏')).toBeVisible()
  await fresh.getByRole('link', { name: new RegExp(`${code}）`) }).click()
  await expect(page.getByRole('dialog').filter({ hasText: '退役' })).toContainText('更换下')
})

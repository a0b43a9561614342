import { expect, type Locator, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { colourOf, film } from './film.ts'
import { dragByFinger, dragByHand, twoFingers } from './hand.ts'
import { demoLogin, newSignedInPage, signIn } from './sign-in.ts'
import { pressFor, test } from './journey.ts'
import { draw } from './picture.ts'

const UPLOAD = '**/sys/oss/file/upload*'

const pictureOf = async (page: Page, name: string, fill = '#c94a06') => ({
  name,
  mimeType: 'image/png',
  buffer: await draw(page, fill),
})

/** The smallest valid document. */
const paper = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** Pastes or drops a file. */
async function hand(target: Locator, kind: 'paste' | 'drop', file: { name: string; buffer: Buffer }) {
  await target.evaluate(
    (element, { event, name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    { event: kind, name: file.name, base64: file.buffer.toString('base64') },
  )
}

/** Holds uploads back until they are released. */
async function holdUploads(page: Page) {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(UPLOAD, async (route) => {
    await held
    // A cancelled upload no longer exists.
    await route.continue().catch(() => undefined)
  })
  return async () => {
    release()
    await page.unroute(UPLOAD)
  }
}

async function openLetter(page: Page): Promise<Locator> {
  await page.goto('/#/editMail')
  const letter = page.getByRole('dialog', { name: '给总经理写信' })
  const write = page.getByRole('button', { name: '写信', exact: true }).first()
  await expect(letter.or(write).first()).toBeVisible()
  if (!(await letter.isVisible())) await write.click()
  await expect(letter).toBeVisible()
  return letter
}

const tile = (form: Locator, name: string) => form.getByRole('button', { name: `查看 ${name}` })

test('files are chosen, dropped and pasted, refused by name, cancelled, and sent again after a broken line', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('r10030'))
  const form = await openLetter(page)
  const choice = form.getByLabel('附件', { exact: true })

  // Chosen, dropped, pasted.
  await choice.setInputFiles([await pictureOf(page, '一.png'), await pictureOf(page, '二.png')])
  await expect(page.getByText('一.png上传成功')).toBeVisible()
  await hand(form.getByRole('button', { name: '选择文件' }), 'drop', await pictureOf(page, '三.png'))
  await expect(tile(form, '三.png')).toBeVisible()
  await hand(form.getByLabel('内容'), 'paste', await pictureOf(page, 'image.png'))
  await expect(form.getByRole('button', { name: /^查看 截图\d{6}\.png$/ })).toBeVisible()

  // Rejected by its rule, and by the maximum number of files.
  await choice.setInputFiles([
    { name: '空.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { name: '安装.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    await pictureOf(page, '一.png'),
  ])
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveText([
    '空.png：禁止上传空文件!',
    '安装.exe：禁止上传安装包!',
    '已存在一.png!',
  ])

  // During the upload the drawer stays open, and the upload can be cancelled.
  const release = await holdUploads(page)
  await choice.setInputFiles(await pictureOf(page, '四.png'))
  await expect(form.getByRole('progressbar', { name: '正在上传 四.png' })).toBeVisible()
  await form.getByRole('button', { name: '关闭' }).click()
  await expect(page.getByText('文件上传中，请稍候')).toBeVisible()
  await form.getByRole('button', { name: '取消 四.png' }).click()
  await expect(form.getByRole('progressbar')).toHaveCount(0)
  await release()

  // A lost connection: retried manually, and automatically once the network is back.
  await page.route(UPLOAD, (route) => route.abort('connectionreset'), { times: 1 })
  await choice.setInputFiles(await pictureOf(page, '五.png'))
  await expect(page.getByText('五.png上传失败')).toBeVisible()
  await form.getByRole('button', { name: /^重试 五\.png/ }).click()
  await expect(tile(form, '五.png')).toBeVisible()
  await expect(form.getByRole('button', { name: '选择文件' })).toBeHidden()
  await hand(form.getByLabel('内容'), 'paste', await pictureOf(page, '六.png'))
  await expect(form.getByRole('alert').getByText('最多上传5个附件，请确认!')).toBeVisible()
  await form.getByRole('button', { name: '移除 五.png' }).click()
  await page.context().setOffline(true)
  await choice.setInputFiles(await pictureOf(page, '七.png'))
  await expect(form.getByRole('button', { name: /^重试 七\.png/ })).toBeVisible()
  await page.context().setOffline(false)
  await expect(tile(form, '七.png')).toBeVisible()
})

test('an upload goes on while its page rests, the frame tells of it, and leaving the browser asks', async ({
  browser,
}) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto('/#/serviceConfiguration')
  const release = await holdUploads(page)
  await page
    .getByLabel('手册文件')
    .setInputFiles({ name: '运维手册.pdf', mimeType: 'application/pdf', buffer: paper })
  await expect(page.getByRole('progressbar', { name: '正在上传 运维手册.pdf' })).toBeVisible()
  const tray = page.getByRole('region', { name: '文件传输' })
  await expect(tray).toBeHidden()

  await page.goto('/#/system/user')
  await expect(page.getByRole('heading', { name: '用户' })).toBeVisible()
  await expect(tray.getByRole('status')).toHaveText(/^正在上传 1 个文件 \d+%$/)
  const asked = page.waitForEvent('dialog')
  const leaving = page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await leaving

  await release()
  await expect(page.getByText('运维手册.pdf上传成功')).toBeVisible()
  await expect(tray.getByRole('status')).toHaveText('1 个文件已上传，请返回表单提交')
  await tray.getByRole('button', { expanded: false }).click()
  await tray.getByRole('button', { name: '返回 运维手册.pdf 所在页面' }).click()
  await expect(page.getByRole('button', { name: '查看 运维手册.pdf' })).toBeVisible()
  await expect(tray).toBeHidden()
})

/** A letter with these pictures, one of them opened. */
async function openPreview(page: Page, names: readonly string[]): Promise<Locator> {
  const form = await openLetter(page)
  const fills = ['#c94a06', '#17724b', '#1f5bb5']
  await form
    .getByLabel('附件', { exact: true })
    .setInputFiles(await Promise.all(names.map((name, at) => pictureOf(page, name, fills[at]))))
  // The preview counts the pictures that are uploaded when an arrow is pressed.
  for (const name of names) await expect(tile(form, name)).toBeVisible()
  await tile(form, names[0]!).click()
  const preview = page.getByRole('dialog', { name: /^预览/ })
  await expect(preview.getByRole('img', { name: names[0], exact: true })).toBeVisible()
  return preview
}

const percent = (preview: Locator) => preview.getByLabel('缩放比例')
const place = (preview: Locator) => preview.getByText(/^\d \/ 3$/)
const names = ['甲.png', '乙.png', '丙.png']

test('pictures are looked at by mouse and by keyboard alone, and saved', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10030'))
  const preview = await openPreview(page, names)
  const box = (await preview.getByRole('img', { name: '甲.png', exact: true }).boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }

  await preview.getByRole('button', { name: '上一张' }).click()
  await expect(place(preview)).toHaveText('3 / 3')
  await preview.getByRole('button', { name: '下一张' }).click()
  await expect(place(preview)).toHaveText('1 / 3')
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.wheel(0, -100)
  await expect(percent(preview)).toHaveText('110%')
  await preview.getByRole('button', { name: '放大' }).click()
  await expect(percent(preview)).toHaveText('132%')
  const before = (await preview.getByRole('img', { name: '甲.png', exact: true }).boundingBox())!
  await dragByHand(page, middle, 80)
  const after = (await preview.getByRole('img', { name: '甲.png', exact: true }).boundingBox())!
  expect(after.x - before.x).toBeCloseTo(80, 0)
  await preview.getByRole('button', { name: '还原' }).click()
  await preview.getByRole('button', { name: '第 2 张 乙.png' }).click()
  await expect(place(preview)).toHaveText('2 / 3')
  const download = page.waitForEvent('download')
  await preview.getByRole('button', { name: '下载原图' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('乙.png')
  expect((await readFile(await saved.path())).subarray(1, 4).toString()).toBe('PNG')
  await expect(page.getByText('乙.png下载成功!')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  await tile(page.getByRole('dialog', { name: '给总经理写信' }), '丙.png').press('Enter')
  await expect(place(preview)).toHaveText('3 / 3')
  for (const [key, shown] of [
    ['+', '120%'],
    ['-', '96%'],
    ['0', '100%'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(percent(preview)).toHaveText(shown)
  }
  await page.keyboard.press('ArrowRight')
  await expect(place(preview)).toHaveText('1 / 3')
  await page.keyboard.press('r')
  // The image may still be loading and has no size until then.
  const image = preview.getByRole('img', { name: '甲.png', exact: true })
  await expect
    .poll(async () => {
      const { width, height } = (await image.boundingBox())!
      return height > width
    })
    .toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('pictures are looked at by touch', async ({ page }) => {
    await signIn(page, demoLogin('r10030'))
    const preview = await openPreview(page, names)
    const image = preview.getByRole('img', { name: '甲.png', exact: true })
    await dragByFinger(page, { x: 300, y: 400 }, -180)
    await expect(place(preview)).toHaveText('2 / 3')
    await dragByFinger(page, { x: 100, y: 400 }, 180)
    await expect(place(preview)).toHaveText('1 / 3')
    await expect(image).toBeVisible()

    // Two fingers move apart and together, each in several small steps.
    const fingers = await twoFingers(page, 400)
    await fingers.pinch({ from: [150, 250], to: [100, 300] })
    await expect(percent(preview)).toHaveText('200%')
    await fingers.pinch({ from: [170, 220], to: [20, 370] })
    await expect(percent(preview)).toHaveText('300%')
    const large = (await image.boundingBox())!
    await dragByFinger(page, { x: 200, y: 400 }, -60)
    expect((await image.boundingBox())!.x - large.x).toBeCloseTo(-60, 0)
    await expect(place(preview)).toHaveText('1 / 3')
    await fingers.pinch({ from: [10, 310], to: [60, 90] })
    await expect(percent(preview)).toHaveText('50%')
    const fitted = (await image.boundingBox())!
    expect(fitted.x + fitted.width / 2).toBeCloseTo(195, 0)
    expect(await page.evaluate(() => window.visualViewport!.scale)).toBe(1)
    await dragByFinger(page, { x: 300, y: 400 }, -180)
    await expect(place(preview)).toHaveText('2 / 3')
    await dragByFinger(page, { x: 100, y: 400 }, 180)
    await expect(place(preview)).toHaveText('1 / 3')
    for (const button of await preview.getByRole('toolbar').getByRole('button').all()) {
      const { width, height } = (await button.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
  })
})

test('a film shows its first frame where its document stands, and is played', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  await page.goto(`/#/station/archive?psName=${encodeURIComponent('曜阳白芨滩三期')}`)
  await page.getByRole('row').filter({ hasText: '曜阳白芨滩三期' }).first().click()
  await page.getByRole('tab', { name: '文档', exact: true }).click()
  await page.getByRole('button', { name: '添加文档' }).click()
  const adding = page.getByRole('dialog', { name: '添加文档' })
  const recorded = await film(page, '#17724b')
  await adding.locator('input[type=file]').setInputFiles(recorded)
  await expect(page.getByText(`${recorded.name}上传成功`)).toBeVisible()
  const small = adding.getByRole('listitem').filter({ hasText: recorded.name }).getByRole('presentation')
  const [red, green, blue] = await colourOf(small)
  expect(Math.max(Math.abs(red! - 0x17), Math.abs(green! - 0x72), Math.abs(blue! - 0x4b))).toBeLessThan(12)
  await adding.getByRole('button', { name: `查看 ${recorded.name}` }).click()
  const preview = page.getByRole('dialog', { name: /^预览/ })
  const player = preview.getByLabel(recorded.name, { exact: true })
  await expect(player).toHaveAttribute('poster', /size=preview/)
  await expect(player).toHaveJSProperty('videoWidth', 640)
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  await adding.getByRole('button', { name: '添加', exact: true }).click()
  await expect(adding).toBeHidden()
  const line = page
    .getByRole('region', { name: '文档' })
    .getByRole('listitem')
    .filter({ hasText: recorded.name })
  await expect(line.getByRole('presentation').first()).toHaveJSProperty('naturalWidth', 320)
})

test('the administrator hands out templates, replaces, downloads and deletes them', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('admin'))
  const mark = Date.now().toString().slice(-6)
  await page.goto(`/#/system/template?keyword=${mark}`)
  await expect(page.getByRole('heading', { name: '模板附件' })).toBeVisible()
  const rowOf = (name: string) => page.locator('tbody').getByRole('row').filter({ hasText: name })
  for (const name of [`两票${mark}`, `巡检表${mark}`]) {
    const form = page.getByRole('dialog', { name: '上传模板' })
    await pressFor(page.getByRole('button', { name: '上传模板' }).first(), form)
    await form.getByLabel('模板文件').setInputFiles({
      name: `${name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from('设备,结果\r\n逆变器,正常\r\n'),
    })
    await expect(form.getByLabel('模板名称')).toHaveValue(name)
    await form.getByRole('button', { name: '保存' }).click()
    await expect(rowOf(name)).toContainText('V1')
    await expect(form).toBeHidden()
  }
  const row = rowOf(`巡检表${mark}`)

  // The next version becomes the current one, and the previous one stays.
  await row.click()
  const detail = page.getByRole('dialog', { name: new RegExp(`巡检表${mark}`) })
  await detail.getByRole('button', { name: '编辑' }).click()
  const edit = page.getByRole('dialog', { name: '编辑模板' })
  await edit.getByLabel('新版本文件').setInputFiles({
    name: '巡检表第二版.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('设备,结果,备注\r\n'),
  })
  await edit.getByRole('button', { name: '保存为 V2' }).click()
  await expect(row).toContainText('V2')
  await row.click()
  // The new version moves the others down.
  await expect(detail.getByRole('button', { name: '下载 V2 巡检表第二版.csv' })).toBeVisible()
  const first = page.waitForEvent('download')
  await detail.getByRole('button', { name: `下载 V1 巡检表${mark}.csv` }).click()
  expect(await readFile(await (await first).path(), 'utf8')).toContain('逆变器')
  await detail.getByRole('button', { name: '关闭', exact: true }).click()

  // Several files are downloaded as one archive.
  const boxes = page.locator('tbody').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  const archive = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载所选 2 个' }).click()
  const zip = await archive
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  expect((await readFile(await zip.path())).subarray(0, 2).toString()).toBe('PK')

  await row.hover()
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: `删除模板“巡检表${mark}”？` })
  await expect(question).toContainText('共 2 个版本的文件一并删除')
  await question.getByRole('button', { name: '删除模板' }).click()
  await expect(page.getByText('模板已删除')).toBeVisible()
  await expect(row).toHaveCount(0)
})

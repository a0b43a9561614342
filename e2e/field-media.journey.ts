import { createHash } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoViolations } from './axe.ts'
import { badge, begunInField, doAll, form } from './field-order.ts'
import { largePhoto } from './camera.ts'
import { film as recorded } from './film.ts'
import { test } from './journey.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

type Detail = {
  flowSts: number
  awaitedPhotoList: unknown[]
  photoList: { originalSha256: string | null; file: { size: number } }[]
  filmList: { film: { seconds: number | null }; file: { fileUrlPreview: string | null } }[]
  signatureList: { role: string; name: string; title: string; strokes: string }[]
}
const detailOf = (page: Page, id: string) => read<Detail>(page, 'post', '/ops/order/detail', { id })

/** Two strokes with the mouse, which stands for a finger. */
async function sign(page: Page, sheet: Locator): Promise<void> {
  const { x, y, width, height } = (await sheet.getByRole('img', { name: /^签名区/ }).boundingBox())!
  for (const [from, to] of [
    [0.2, 0.5],
    [0.55, 0.8],
  ] as const) {
    await page.mouse.move(x + width * from, y + height * 0.3)
    await page.mouse.down()
    await page.mouse.move(x + width * to, y + height * 0.7, { steps: 8 })
    await page.mouse.up()
  }
  await expect(sheet.getByRole('img', { name: '签名区，已写 2 笔' })).toBeVisible()
}

test('a film, a smaller photo and signatures without a signal are on the order when there is one', async ({
  browser,
  context,
  page,
}) => {
  test.slow()
  const { master, order } = await begunInField(browser, page, {
    description: `离线作业：录像和签名 ${Date.now().toString(36)}`,
    taskType: 12,
  })
  const [film, photo] = [await recorded(page, '#17724b'), await largePhoto(page)]

  await context.setOffline(true)
  await form(page)
    .getByRole('switch', { name: /^压缩后上传/ })
    .click()
  await form(page)
    .getByLabel('第 1 步选照片')
    .setInputFiles([{ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo }, film])
  const here = form(page).getByRole('list', { name: '第 1 步在本机的照片' })
  await expect(here.getByText('待上传')).toHaveCount(2, { timeout: 60_000 })
  await expect(here.getByText(/0:0\d/)).toBeVisible()
  await form(page).getByRole('button', { name: '见证人签名' }).click()
  const sheet = page.getByRole('dialog', { name: '见证人签名' })
  await sheet.getByRole('textbox', { name: '姓名' }).fill('王建国')
  await sheet.getByRole('textbox', { name: '身份' }).fill('业主代表')
  await sign(page, sheet)
  await expectNoViolations(page)
  await sheet.getByRole('button', { name: '确定' }).click()
  await expect(form(page).getByRole('img', { name: '王建国 的签名' })).toBeVisible()
  await form(page).getByRole('button', { name: '作业人员签名' }).click()
  const own = page.getByRole('dialog', { name: '作业人员签名' })
  await own.getByRole('checkbox', { name: /以输入的姓名代替/ }).check()
  await own.getByRole('button', { name: '确定' }).click()
  await expect(form(page).getByRole('list', { name: '已有的签名' }).getByRole('listitem')).toHaveCount(2)
  await doAll(page)

  await context.setOffline(false)
  await expect(badge(page)).toHaveCount(0, { timeout: 90_000 })
  const { awaitedPhotoList, photoList, filmList, signatureList } = await detailOf(master, order.id)
  expect(awaitedPhotoList).toEqual([])
  const sums = photoList.map(({ originalSha256 }) => originalSha256).filter((sum) => sum !== null)
  expect(sums).toEqual([createHash('sha256').update(photo).digest('hex')])
  expect(photoList[0]!.file.size).toBeLessThan(photo.length)
  expect(filmList).toMatchObject([{ film: { seconds: expect.any(Number) } }])
  expect(signatureList).toMatchObject([
    { role: 'witness', name: '王建国', title: '业主代表', strokes: expect.stringMatching(/;/) },
    { role: 'executor', strokes: '' },
  ])

  await master.goto(`/#/taskCenter?order=${order.id}`)
  await master.reload()
  const detail = master.getByRole('dialog').filter({ has: master.getByRole('heading', { level: 1 }) })
  await expect(detail.locator('#order-signatures').getByRole('img', { name: '王建国 的签名' })).toBeVisible()
  await expect(detail.locator('#order-steps').getByText(/^已压缩，原图校验值/)).toBeVisible()
  await detail
    .locator('#order-steps')
    .getByRole('button', { name: `查看 ${film.name}` })
    .click()
  const player = master.getByLabel(film.name, { exact: true })
  await expect(player).toBeVisible()
  await expect
    .poll(() =>
      player.evaluate(async (video: HTMLVideoElement) => {
        await video.play()
        return video.currentTime > 0 && video.error === null
      }),
    )
    .toBe(true)
  await master.context().close()
})

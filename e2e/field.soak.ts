import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startServerBeside } from './demo-server.ts'
import { badge, begunInField, detailOf, form } from './field-order.ts'
import { test } from './journey.ts'
import { engineer, kept, openOwnOrders, phone, readAhead, strip } from './offline-phone.ts'
import { signIn } from './sign-in.ts'

/** What a phone may hold after a day without a signal. */
const COMMANDS = 200
const PHOTOS = 50
const PHOTO_BYTES = 3_000_000
/** A step takes so many. */
const A_STEP = 9
/** How long a start without a line may take on a processor four times slower. */
const START_MS = 2000

test.use({
  ...phone,
  serviceWorkers: 'allow',
  trace: 'off',
})

/** Pictures that no disk makes smaller, each another one, as a camera's files. */
async function takePhotos(page: Page, folder: string): Promise<string[]> {
  const url = await page.evaluate(async (bytes) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1000
    canvas.height = Math.round(bytes / 3000)
    const context = canvas.getContext('2d')!
    const image = context.createImageData(canvas.width, canvas.height)
    for (let at = 0; at < image.data.length; at += 65_536)
      crypto.getRandomValues(image.data.subarray(at, at + 65_536))
    for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255
    context.putImageData(image, 0, 0)
    return canvas.toDataURL('image/png')
  }, PHOTO_BYTES)
  const picture = Buffer.from(url.split(',')[1]!, 'base64')
  return Promise.all(
    Array.from({ length: PHOTOS }, async (_, at) => {
      const path = join(folder, `IMG_${at}.png`)
      // What follows the end of a picture is no part of it.
      await writeFile(path, Buffer.concat([picture, Buffer.from(`${at}`)]))
      return path
    }),
  )
}

const heapOf = async (page: Page): Promise<number> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 1024 / 1024
}

/** Compressed, of the scripts whose names begin so. */
async function sizeOf(names: RegExp): Promise<number> {
  const folder = join(import.meta.dirname, '../web/dist/assets')
  const files = (await readdir(folder)).filter((file) => names.test(file) && file.endsWith('.js'))
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1024
}

test(`${COMMANDS} acts with ${PHOTOS} photos of 3 MB are kept without a signal, and arrive`, async ({
  browser,
  context,
  page,
}) => {
  test.setTimeout(1_200_000)
  const { master, order } = await begunInField(browser, page, { description: '一天的离线作业', taskType: 7 })
  const folder = await mkdtemp(join(tmpdir(), 'heliodesk-photos-'))
  const paths = await takePhotos(page, folder)
  const heapBefore = await heapOf(page)
  await context.setOffline(true)

  const tick = form(page).getByRole('checkbox').first()
  const acts: number[] = []
  for (let at = 0; at < COMMANDS - PHOTOS; at++) {
    const isMet = at % 2 === 0
    const began = performance.now()
    await tick.click()
    await expect(tick).toBeChecked({ checked: isMet })
    acts.push(performance.now() - began)
  }
  const photos: number[] = []
  for (let at = 0; at < PHOTOS; at += A_STEP) {
    const stepNo = 1 + at / A_STEP
    const part = paths.slice(at, at + A_STEP)
    const step = form(page).getByRole('button', { name: new RegExp(`(^|\\s)${stepNo}\\. `) })
    if ((await step.getAttribute('aria-expanded')) === 'false') await step.click()
    const began = performance.now()
    await form(page).getByLabel(`第 ${stepNo} 步选照片`).setInputFiles(part)
    await expect(
      form(page)
        .getByRole('list', { name: `第 ${stepNo} 步在本机的照片` })
        .getByRole('listitem'),
    ).toHaveCount(part.length)
    photos.push((performance.now() - began) / part.length)
  }
  const heapQueued = await heapOf(page)

  const began = performance.now()
  await context.setOffline(false)
  await expect
    .poll(async () => (await detailOf(master, order.id)).photoList.length, { timeout: 900_000 })
    .toBe(PHOTOS)
  await page.goto('/#/my/outbox')
  await expect(badge(page)).toHaveCount(0, { timeout: 60_000 })
  const seconds = (performance.now() - began) / 1000
  expect((await detailOf(master, order.id)).awaitedPhotoList).toEqual([])

  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  const worst = (values: number[]) => Math.max(...values)
  process.stdout.write(
    [
      `an act is kept within ${median(acts).toFixed(0)} ms (median; at most ${worst(acts).toFixed(0)}), with the press`,
      `a photo within ${median(photos).toFixed(0)} ms (at most ${worst(photos).toFixed(0)}), nine at once`,
      `all of it arrives within ${seconds.toFixed(0)} s`,
      `heap: ${heapBefore.toFixed(0)} MB, queued ${heapQueued.toFixed(0)} MB, after ${(await heapOf(page)).toFixed(0)} MB`,
      `code: ${(await sizeOf(/^(FieldWatch|files\.worker|do-in-field|field-work|field-photos)-/)).toFixed(1)} KB`,
      '',
    ].join('\n'),
  )
  await master.context().close()
  await rm(folder, { recursive: true })
})

test('without a line it starts in time on a processor four times slower', async ({ browser }) => {
  const server = await startServerBeside({})
  const context = await browser.newContext({ ...phone, serviceWorkers: 'allow', baseURL: server.address })
  const page = await context.newPage()
  await signIn(page, engineer, { alone: true })
  await openOwnOrders(page)
  await kept(page)
  await readAhead(page)
  await server.stop()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times: number[] = []
  for (let start = 0; start < 5; start++) {
    await page.reload({ waitUntil: 'commit' })
    const shown = await page.waitForFunction(
      () => document.querySelector('main article') !== null && performance.now(),
      null,
      { polling: 'raf' },
    )
    times.push(Math.round(Number(await shown.jsonValue())))
  }
  test.info().annotations.push({ type: 'start without a line', description: `${times.join(', ')} ms` })
  await expect(strip(page)).toContainText('离线')
  expect(times.toSorted((one, other) => one - other)[2]).toBeLessThan(START_MS)
  await context.close()
})

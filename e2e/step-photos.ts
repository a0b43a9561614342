import type { Page } from '@playwright/test'
import { read, tokenOf } from './api.ts'
import { draw } from './picture.ts'

type Step = { needPhoto: boolean }

/** Uploads a picture as a photo of an order; returns its path. */
export async function uploadPhoto(page: Page): Promise<string> {
  const picture = new Uint8Array(await draw(page, '#2b6cb0'))
  const form = new FormData()
  form.append('file', new Blob([picture], { type: 'image/png' }), '现场.png')
  const response = await fetch(new URL('/api/sys/oss/file/upload?purpose=step', process.env.HELIODESK_URL), {
    method: 'POST',
    headers: { 'x-access-token': await tokenOf(page) },
    body: form,
  })
  const { result } = (await response.json()) as { result: { path: string } }
  return result.path
}

/** Gives each step of an order that needs one a photo of this window's user. */
export async function photographSteps(page: Page, id: string, steps: readonly Step[]): Promise<void> {
  for (const [at, { needPhoto }] of steps.entries())
    if (needPhoto)
      await read(page, 'post', '/ops/order/photo/insert', {
        id,
        stepNo: at + 1,
        path: await uploadPhoto(page),
      })
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { read, tokenOf } from './api.ts'
import { draw } from './picture.ts'

export type PhonePhoto = { id: string; content: Buffer }

/** A photo that this window's user took without a signal, announced on an order. */
export async function announcePhoto(
  page: Page,
  id: string,
  stepNo: number,
  name: string,
): Promise<PhonePhoto> {
  const content = Buffer.concat([await draw(page, '#2b6cb0'), randomBytes(20_000)])
  const photo = {
    id: randomUUID(),
    name,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  await read(page, 'post', '/field/order/photo', { id, at: Date.now(), skew: 0, stepNo, part: 'step', photo })
  return { id: photo.id, content }
}

/** Sends the bytes of a photo up to this part of it, from where the server has them. */
export async function carryPhoto(page: Page, { id, content }: PhonePhoto, part = 1): Promise<void> {
  const { bytes: at } = await read<{ bytes: number }>(page, 'post', '/field/photo/received', { photoId: id })
  const form = new FormData()
  form.append(
    'file',
    new Blob([new Uint8Array(content.subarray(at, Math.ceil(content.length * part)))]),
    'piece',
  )
  const address = new URL(`/api/field/photo/put?photoId=${id}&at=${at}`, process.env.HELIODESK_URL)
  const headers = { 'x-access-token': await tokenOf(page) }
  const response = await fetch(address, { method: 'POST', headers, body: form })
  if (((await response.json()) as { result_code: string }).result_code !== '1')
    throw new Error(`the piece at ${at} was refused`)
}

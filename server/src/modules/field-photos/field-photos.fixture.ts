import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { fieldPhotoCalls as calls } from '@heliodesk/contract/field-photos.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sample } from '../../../test/files.ts'
import { useSite } from '../../../test/site.ts'
import { sendFile } from '../../../test/upload.ts'

type Announced = Sent<typeof calls.photo>
export type FieldPhoto = Announced['photo'] & { content: Buffer }

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** A picture that no other one is equal to. */
export function fieldPhoto(
  size = 3000,
  content: Buffer = Buffer.concat([sample('jpg', size), randomBytes(16)]),
): FieldPhoto {
  return { id: randomUUID(), name: '现场.jpg', size: content.length, sha256: sha256(content), content }
}

/** A site whose people take photos without a signal. */
export function useFieldPhotos() {
  const site = useSite()
  const { harness } = site
  /** By the worker, of the first step. */
  const announce = async (
    id: string,
    { content: _content, ...photo }: FieldPhoto,
    given: Partial<Announced> & { token?: string } = {},
  ) => {
    const { token = site.people.worker.token, ...input } = given
    const at = harness.clock.now().getTime()
    return harness.call(token, calls.photo, { id, at, skew: 0, stepNo: 1, part: 'step', photo, ...input })
  }
  /** The data of the answer, or of the refusal. */
  const put = async (
    { id: photoId, content }: FieldPhoto,
    at: number,
    end = content.length,
    {
      token = site.people.worker.token,
      bytes = content.subarray(at, end),
    }: { token?: string; bytes?: Uint8Array } = {},
  ) => {
    const { body } = await sendFile(
      harness,
      token,
      calls.put.path,
      { photoId, at: String(at) },
      { name: 'blob', content: bytes },
    )
    return {
      ok: body.result_code === '1',
      message: String(body.result_msg),
      code: String(body.error_code),
      bytes: (body.result_data as { bytes: number } | null)?.bytes,
    }
  }
  const received = async ({ id: photoId }: FieldPhoto, token = site.people.worker.token) =>
    (await harness.call(token, calls.received, { photoId })).bytes
  const detail = (id: string) => harness.call(site.people.master.token, workOrderCalls.detail, { id })
  const piecesLeft = async () =>
    (await harness.owner.query<{ n: number }>('select count(*)::int as n from field_photo_piece')).rows[0]!.n
  return Object.assign(site, { announce, put, received, detail, piecesLeft })
}

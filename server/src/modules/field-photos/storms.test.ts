import { request } from 'node:http'
import { fieldPhotoCalls as calls } from '@heliodesk/contract/field-photos.ts'
import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openChanges } from '../../../test/change-events.ts'
import { runs } from '../../../test/runs.ts'
import { useKilledServers } from '../../../test/two-servers.ts'
import { fieldPhoto, sha256, useFieldPhotos, type FieldPhoto } from './field-photos.fixture.ts'
import { tryDownload } from '../../../test/files.ts'

const site = useFieldPhotos()
const { harness } = site
const { servers, kill } = useKilledServers(harness)

const SIZE = 40_000

/** What one of two phones does next with a photo; `back` bytes before where it stands, or behind it. */
const act = fc.record({
  phone: fc.nat(1),
  does: fc.oneof(
    { weight: 12, arbitrary: fc.constant('send' as const) },
    { weight: 4, arbitrary: fc.constantFrom('break', 'damage', 'sendTwice') },
    { weight: 1, arbitrary: fc.constant('kill' as const) },
  ),
  back: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: -3000, max: 6000 }) },
  ),
  length: fc.integer({ min: 1, max: 9000 }),
  server: fc.nat(1),
})
type Act = {
  phone: number
  does: 'send' | 'break' | 'damage' | 'sendTwice' | 'kill'
  back: number
  length: number
  server: number
}

const formOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'blob')
  const multipart = new Response(form)
  return { type: multipart.headers.get('content-type')!, body: Buffer.from(await multipart.arrayBuffer()) }
}
const addressOf = (server: number, photoId: string, at: number) =>
  `${servers[server]!.url}/api${calls.put.path}?photoId=${photoId}&at=${at}`

/** How many bytes the server has then; null without an answer. */
async function put(server: number, photo: FieldPhoto, at: number, bytes: Uint8Array<ArrayBuffer>) {
  const { type, body } = await formOf(bytes)
  const response = await fetch(addressOf(server, photo.id, at), {
    method: 'POST',
    headers: { 'x-access-token': site.people.worker.token, 'content-type': type },
    body,
  }).catch(() => null)
  const answer = (await response?.json().catch(() => null)) as {
    result_data: { bytes: number } | null
  } | null
  return answer?.result_data?.bytes ?? null
}

/** Sends half of a piece and hangs up. */
async function breakOff(server: number, photo: FieldPhoto, at: number, bytes: Uint8Array<ArrayBuffer>) {
  const { type, body } = await formOf(bytes)
  await new Promise<void>((resolve) => {
    const sending = request(addressOf(server, photo.id, at), {
      method: 'POST',
      headers: {
        'x-access-token': site.people.worker.token,
        'content-type': type,
        'content-length': body.length,
      },
    })
    sending.on('error', () => resolve()).on('close', () => resolve())
    sending.write(body.subarray(0, body.length >> 1), () => sending.destroy())
  })
}

it(
  'a photo arrives once and whole, whatever happens to its pieces',
  { timeout: 240_000 * runs(1) },
  async () => {
    const story = fc.array(act, { minLength: 8, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(story, async (acts) => {
        const { id } = await site.begun()
        const photo = fieldPhoto(SIZE)
        await site.announce(id, photo)
        await Promise.all(
          [0, 1].map((phone) =>
            play(
              photo,
              acts.filter((each) => each.phone === phone),
            ),
          ),
        )
        for (let at = await site.received(photo); at < photo.size;)
          at = (await site.put(photo, at, Math.min(photo.size, at + 9000))).bytes!
        const { photoList, awaitedPhotoList } = await site.detail(id)
        expect(awaitedPhotoList).toEqual([])
        expect(photoList).toHaveLength(1)
        const { bytes } = await tryDownload(harness, site.people.master.token, photoList[0]!.file.path)
        expect(sha256(bytes)).toBe(photo.sha256)
        expect(await site.piecesLeft()).toBe(0)
      }),
      { numRuns: runs(3), endOnFailure: true },
    )
  },
)

/** At most two damaged ends, after a third the server gives the photo up. */
async function play(photo: FieldPhoto, acts: readonly Act[]): Promise<void> {
  let stands = 0
  let damages = 0
  for (const { does, back, length, server } of acts) {
    const at = Math.min(Math.max(0, stands - back), photo.size - 1)
    const bytes = new Uint8Array(photo.content.subarray(at, at + length))
    if (does === 'kill') await Promise.all([put(server, photo, at, bytes), kill(server)])
    if (does === 'break') await breakOff(server, photo, at, bytes)
    if (does === 'damage' && damages++ < 1) bytes[0]! ^= 1
    const answered =
      does === 'sendTwice'
        ? (await Promise.all([put(0, photo, at, bytes), put(1, photo, at, bytes)]))[0]
        : await put(server, photo, at, bytes)
    stands = answered ?? stands
  }
}

it('the readers of its order hear of its begin and its end, and not of its pieces', async () => {
  const open = () => openChanges(servers[1]!.url, site.people.master.token)
  let changes = await open()
  // A server that has just started does not hear yet.
  while (changes.status === 503) changes = await open()
  const { id } = await site.begun()
  const said = async () => {
    await harness.call(site.people.worker.token, orderCommentCalls.add, { orderId: id, text: '照片在传' })
    return (await changes.until('comment')).flatMap((event) => Object.keys(event))
  }
  await said()
  const photo = fieldPhoto()
  await site.announce(id, photo)
  await changes.until('order')
  for (let at = 0; at < 2500; at += 500) await site.put(photo, at, at + 500)
  expect(await said()).toEqual(['comment'])
  await site.put(photo, 2500)
  await changes.until('order')
  changes.close()
})

import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { runNext } from '../../../test/job-tools.ts'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'
import { sample, upload } from '../../../test/files.ts'
import { paper } from './files.fixture.ts'
import { makePreview } from './previews.ts'
import { IDLE_MS, lookAt, lookLater } from './workshop.ts'

const harness = useHarness()

const who = useSignedIn(harness, {
  worker: 'a_worker',
  stranger: 'b_worker',
})

it('a company’s one picture is looked at next, while another company has twenty waiting', async () => {
  const order: string[] = []
  const look = (company: number, name: string) =>
    lookAt({ bytes: sample('png'), mediaType: 'image/png', derive: true }, company).then((found) => {
      order.push(name)
      return found
    })
  const theirs = Array.from({ length: 20 }, (_each, at) => look(1, `theirs ${at}`))
  const mine = await look(2, 'mine')
  expect(mine).toMatchObject({ width: 4, height: 3 })
  // After the task that was running and the one already waiting.
  expect(order.indexOf('mine')).toBeLessThanOrEqual(2)
  expect((await Promise.all(theirs)).every((found) => found?.width === 4)).toBe(true)
})

it('what the background looks at does not stand before an upload', async () => {
  const noise = { width: 1500, height: 1000, noise: { type: 'gaussian' as const, mean: 128, sigma: 40 } }
  const slow = await sharp({ create: { ...noise, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const order: string[] = []
  const later = Array.from({ length: 4 }, () =>
    lookLater({ bytes: slow, mediaType: 'image/png', derive: true }, 1).then(() => order.push('later')),
  )
  await lookAt({ bytes: sample('png'), mediaType: 'image/png', derive: true }, 1)
  order.push('upload')
  await Promise.all(later)
  expect(order.filter((each) => each === 'later')).toHaveLength(4)
  expect(order.indexOf('upload')).toBeLessThanOrEqual(2)
})

it('the background looks at nothing while uploads wait', async () => {
  const look = { bytes: sample('png'), mediaType: 'image/png', derive: true }
  await lookLater(look, 1)
  const order: string[] = []
  const uploads = Array.from({ length: 10 }, () => lookAt(look, 1).then(() => order.push('upload')))
  await lookLater(look, 2)
  order.push('later')
  await Promise.all(uploads)
  expect(order.indexOf('later')).toBe(10)
})

it('the background draws the papers of one company and another in turn', async () => {
  for (let number = 0; number < 4; number++)
    await upload(harness, who.worker, { purpose: 'mail', name: '多.pdf', content: paper(`多${number}`) })
  const one = await upload(harness, who.stranger, { purpose: 'mail', name: '一.pdf', content: paper('一') })
  await runNext(harness, makePreview)
  await runNext(harness, makePreview)
  const { rows } = await harness.owner.query(
    `select preview from file_blob b join stored_file f on f.tenant_id = b.tenant_id and f.blob_path = b.path
     where f.path = $1`,
    [one.path],
  )
  expect(rows).toEqual([{ preview: 'done' }])
})

it('a picture that comes at the moment when the idle process is ended is looked at all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const look = () => lookAt({ bytes: sample('png'), mediaType: 'image/png', derive: false }, 1)
    expect(await look()).not.toBeNull()
    vi.advanceTimersByTime(IDLE_MS)
    expect(await look()).not.toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

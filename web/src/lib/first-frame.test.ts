import { afterEach, expect, it, vi } from 'vitest'
import { firstFrameOf } from './first-frame.ts'

const film = new File(['film'], '巡检.mp4', { type: 'video/mp4' })

/** The browser's video element, which fires this event for every video. */
function player(says: 'loadeddata' | 'error' | 'nothing', width = 0, height = 0) {
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:film'
      static override revokeObjectURL = () => undefined
    },
  )
  const drawnAs = vi.fn()
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    Object.defineProperties(this, { videoWidth: { value: width }, videoHeight: { value: height } })
    queueMicrotask(() => this.dispatchEvent(new Event(says)))
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: drawnAs } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type) =>
    take(new Blob(['frame'], { type })),
  )
  return drawnAs
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('draws a film’s first frame as a JPEG, no larger than 2048 pixels', async () => {
  const drawnAs = player('loadeddata', 4096, 2160)
  const frame = await firstFrameOf(film)
  expect(frame?.type).toBe('image/jpeg')
  expect(drawnAs.mock.calls[0]!.slice(1)).toEqual([0, 0, 2048, 1080])
})

it('plays nothing aloud, and nothing at all beside its first frame', async () => {
  player('loadeddata', 640, 480)
  const create = vi.spyOn(document, 'createElement')
  await firstFrameOf(film)
  const video = create.mock.results[0]!.value as HTMLVideoElement
  expect([video.muted, video.playsInline, video.hasAttribute('src')]).toEqual([true, true, false])
})

it('leaves a film alone that the browser cannot show', async () => {
  player('error')
  expect(await firstFrameOf(film)).toBeNull()
})

it('waits no longer than 8 seconds', async () => {
  vi.useFakeTimers()
  player('nothing')
  const frame = firstFrameOf(film)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await frame).toBeNull()
})

const MOST_PIXELS = 2048
/** A slow phone decodes the first frame of a long film within it; what is no film fails at once. */
const PATIENCE_MS = 30_000

/** What a browser that can play a film sees of it. */
export type Glance = {
  /** The first frame as a JPEG. */
  frame: Blob | null
  /** Null if the film does not say it. */
  seconds: number | null
}

/** The first frame of a video as a JPEG of at most 2048 pixels; null where this browser cannot play the video. */
export const firstFrameOf = async (film: File): Promise<Blob | null> =>
  (await glanceAt(film, MOST_PIXELS, 0.85))?.frame ?? null

/** The first frame and the length of a film; null where this browser cannot play it. */
export async function glanceAt(film: Blob, pixels: number, quality: number): Promise<Glance | null> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  const address = URL.createObjectURL(film)
  try {
    const loaded = heard(video, 'loadeddata')
    video.src = address
    if (!(await loaded)) return null
    return { frame: await drawn(video, pixels, quality), seconds: await lengthOf(video) }
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}

/** Whether it happens before an error and in time. */
const heard = (video: HTMLVideoElement, event: string): Promise<boolean> =>
  new Promise((resolve) => {
    video.addEventListener(event, () => resolve(true), { once: true })
    video.addEventListener('error', () => resolve(false), { once: true })
    setTimeout(() => resolve(false), PATIENCE_MS)
  })

/** Films that were recorded in one go say their length only at their end. */
async function lengthOf(video: HTMLVideoElement): Promise<number | null> {
  if (video.duration === Infinity) {
    const found = heard(video, 'durationchange')
    video.currentTime = 1e7
    await found
  }
  return Number.isFinite(video.duration) ? Math.round(video.duration * 10) / 10 : null
}

function drawn(video: HTMLVideoElement, pixels: number, quality: number): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video
  const part = Math.min(1, pixels / Math.max(videoWidth, videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * part)
  canvas.height = Math.round(videoHeight * part)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

const MOST_PIXELS = 2048
const PATIENCE_MS = 8000

/** The first frame of a video as a JPEG of at most 2048 pixels; null where this browser cannot play the video. */
export async function firstFrameOf(film: File): Promise<Blob | null> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  const address = URL.createObjectURL(film)
  try {
    const loaded = new Promise<boolean>((resolve) => {
      video.addEventListener('loadeddata', () => resolve(true), { once: true })
      video.addEventListener('error', () => resolve(false), { once: true })
      setTimeout(() => resolve(false), PATIENCE_MS)
    })
    video.src = address
    return (await loaded) ? await drawn(video) : null
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}

function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video
  const part = Math.min(1, MOST_PIXELS / Math.max(videoWidth, videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * part)
  canvas.height = Math.round(videoHeight * part)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}
